import { randomUUID } from 'node:crypto'
import { anyGood, canBeOwed, type Good, readLevels, type Scene } from './inventory-goods.ts'
import type { Answer } from './merchant.ts'
import { hold, type Run } from './run.ts'

/** Fewer are added than taken, so that most quantities are near nothing, where they matter. */
const DELTAS = [-3, -2, -1, -1, 1, 2]
/** As many are added as taken of what can be owed. */
const EVEN_DELTAS = [-3, -2, -1, 1, 2, 3]
const MOST_TOGETHER = 6
/** So often is a request sent again whose changes are not all done in time. */
const MOST_TRIES = 20

/** One change of a request: by so many, to so many if there are as many as seen, or to so many without looking. */
type Change = { good: Good } & ({ delta: number } | { quantity: number; expected?: number })

interface Result {
  index: number
  status: number
  quantity?: number
  problem?: { code: string }
}

/** So many change one variant at the same moment. */
const RUSH = 8

/**
 * Sends a request that adjusts, or a rush of them, and now and then one that changes the rules beside, or looks. Returns how
 * many they were.
 */
export async function sendSome(scene: Scene, run: Run): Promise<number> {
  const dice = run.below(100)
  if (dice < 2) await look(scene)
  else if (dice < 6) await changeRules(scene, run, anyGood(scene, run))
  else if (dice < 30) await adjust(scene, run, anyChanges(someOf(scene, run), run), true)
  else if (dice < 36) await adjust(scene, run, anyChanges(scene.goods, run), false)
  else return rush(scene, run)
  return 1
}

/** Many change one variant, and an editor its rules. */
async function rush(scene: Scene, run: Run): Promise<number> {
  const good = anyGood(scene, run)
  const sales = Array.from({ length: RUSH }, () =>
    adjust(scene, run, anyChanges([good], run), run.below(2) === 0),
  )
  await Promise.all([...sales, changeRules(scene, run, good)])
  return RUSH + 1
}

function someOf(scene: Scene, run: Run): Good[] {
  const some = Array.from({ length: 2 + run.below(MOST_TOGETHER - 1) }, () => anyGood(scene, run))
  return [...new Set(some)]
}

const anyChanges = (goods: readonly Good[], run: Run) => goods.map((good) => anyChange(good, run))

function anyChange(good: Good, run: Run): Change {
  if (good.kind === 'set') return { good, quantity: run.below(10) }
  const quantity = run.below(4)
  if (run.below(8) === 0 && quantity !== good.seen) return { good, quantity, expected: good.seen }
  return { good, delta: run.oneOf(canBeOwed(good.kind) ? EVEN_DELTAS : DELTAS) }
}

/** One request; one of twenty is sent again under its key, as by a caller that lost the answer. */
async function adjust({ merchant }: Scene, run: Run, changes: readonly Change[], atomic: boolean) {
  const body = {
    reason: 'sale',
    atomic,
    changes: changes.map(({ good: { id, sku }, ...how }) => ({
      ...(run.below(2) === 0 ? { variant_id: id } : { sku }),
      ...how,
    })),
  }
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => merchant.call('POST', '/admin/inventory/adjust', body, headers)
  const answers = [await send()]
  const isLost = run.below(20) === 0
  if (isLost) run.count('sent again')
  // The same request, sent again, does the changes for which there was no time.
  while (answers.length <= MOST_TRIES && (isOutOfTime(answers.at(-1)) || (isLost && answers.length === 1)))
    answers.push(await send())
  run.count('out of time', answers.filter(isOutOfTime).length)
  const last = answers.at(-1)
  if (last) judgeAnswer(last, atomic, run)
  const done = answers.flatMap(resultsOf).filter(({ status }) => status === 200)
  for (const [index, change] of changes.entries()) {
    const results = done.filter((result) => result.index === index)
    if (results.length > 0) keepAccount(change, results[0]?.quantity)
  }
}

const isOutOfTime = (answer: Answer | undefined) =>
  answer !== undefined && (answer.status === 503 || resultsOf(answer).some(({ status }) => status === 503))

const REFUSALS = ['insufficient_stock', 'stock_differs', 'validation_failed']

/** A request is carried out or refused for one of the reasons that there are here. */
function judgeAnswer(answer: Answer, atomic: boolean, run: Run): void {
  const { status, body } = answer
  const refusals =
    status === 200 ? resultsOf(answer).flatMap(({ problem }) => problem?.code ?? []) : [String(body.code)]
  run.count(refusals.length > 0 ? 'refused' : 'carried out')
  hold(
    (status === 200 || atomic) && refusals.every((code) => REFUSALS.includes(code)),
    () => `an adjustment answers ${status} ${JSON.stringify(body)}`,
  )
}

const resultsOf = ({ status, body }: Answer): Result[] => (status === 200 ? (body.data as Result[]) : [])

function keepAccount({ good, ...how }: Change, quantity: number | undefined): void {
  good.changes++
  if ('delta' in how) good.added += how.delta
  else if (how.expected !== undefined) good.added += how.quantity - how.expected
  else good.wereSet.add(how.quantity)
  if (quantity !== undefined) good.seen = quantity
}

/** Reads the stock meanwhile, and checks that no quantity is below 0 without permission. */
async function look({ merchant, goods }: Scene): Promise<void> {
  const levels = await readLevels(merchant)
  for (const { id, kind } of goods) {
    const { quantity = 0 } = levels.get(id) ?? {}
    hold(quantity >= 0 || canBeOwed(kind), () => `${kind} ${id} is at ${quantity}`)
  }
}

/** Changes rules, prices and names, as an editor does meanwhile, but no quantities. */
async function changeRules({ merchant: { call } }: Scene, run: Run, { id, productId, kind }: Good) {
  const fields = {
    low_stock_at: run.oneOf([null, 0, 3]),
    price: run.below(5_000),
    ...(kind === 'ruled' && { allow_backorder: run.below(2) === 0 }),
    ...(kind === 'lapsing' && { track_inventory: run.below(2) === 0 }),
  }
  const isEnabled = kind === 'hidden' && { is_enabled: run.below(2) === 0 }
  const { status, body } =
    id === productId
      ? await call('PATCH', `/admin/products/${id}`, fields)
      : await call('PATCH', `/admin/products/${productId}/variants`, {
          variants: [{ id, ...fields, ...isEnabled }],
        })
  hold(status === 200, () => `a change of rules answers ${status} ${JSON.stringify(body)}`)
  run.count('changes of rules')
}
