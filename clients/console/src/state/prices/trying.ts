import type { Api } from '../../api/client.ts'
import { storedVariants, tryOperations } from '../../api/price-plans.ts'
import { partsOf } from '../../rules/plan.ts'
import { type PriceLine, triedLine } from '../../rules/prices/price-lines.ts'
import { type Operation, operationOf, type PriceWork } from '../../rules/prices/price-work.ts'
import { isLeft, openSession, type Session, trouble } from '../store.ts'
import { stopIn } from '../trouble.ts'
import { activity, type PricePart, priceRun } from './prices.ts'

/** As many products as a plan has at most. */
const PRODUCTS = 25

/** Tries the products that were not tried yet. Nothing is written. */
export async function tryRest(): Promise<void> {
  if (activity.value) return
  const opened = openSession()
  const own = { is: 'trying' as const }
  activity.value = own
  trouble.value = ''
  try {
    for (const works of partsOf(priceRun.value?.waiting ?? [], PRODUCTS)) {
      const tried = await tryPart(opened, works)
      const { value: before } = priceRun
      if (activity.value !== own || isLeft(opened) || !before) return
      priceRun.value = {
        ...before,
        waiting: before.waiting.slice(works.length),
        parts: [...before.parts, ...tried.parts],
        settled: [...before.settled, ...tried.settled],
      }
    }
  } catch (error) {
    if (activity.value === own) stopIn(opened, error)
  } finally {
    if (activity.value === own) activity.value = undefined
  }
}

/** Tries products until all that are left would change: only such a dry run can be carried out. */
async function tryPart(
  { api, shop }: Session,
  works: readonly PriceWork[],
): Promise<{ parts: PricePart[]; settled: PriceLine[] }> {
  const settled: PriceLine[] = []
  for (let left = works; left.length > 0; ) {
    const { data, plan } = await tryOperations(api, await operationsOf(api, left))
    const tried = left.flatMap((work, n) => (data[n] ? [triedLine(work, data[n], shop)] : []))
    const shown = tried.filter(({ state }) => state === 'shown')
    settled.push(...tried.filter(({ state }) => state !== 'shown'))
    if (shown.length < left.length) left = shown
    else if (plan) return { parts: [{ plan, lines: shown, isLost: false }], settled }
    else return { parts: [], settled: [...settled, ...shown.map(withoutPlan)] }
  }
  return { parts: [], settled }
}

/** Without a plan nobody can agree to what is shown. */
const withoutPlan = (line: PriceLine): PriceLine => ({
  ...line,
  state: 'again',
  words: 'The API made no plan of it.',
})

async function operationsOf(api: Api, works: readonly PriceWork[]): Promise<Operation[]> {
  const operations: Operation[] = []
  for (const work of works) {
    const isOfSome = 'variants' in work.change
    operations.push(operationOf(work, isOfSome ? await storedVariants(api, work.product) : undefined))
  }
  return operations
}
