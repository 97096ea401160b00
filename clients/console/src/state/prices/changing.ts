import { batch } from '@preact/signals'
import { isLost, isRefusal } from '../../api/client.ts'
import { carryOut } from '../../api/price-plans.ts'
import {
  carriedOut,
  isUndecided,
  notCarriedOut,
  type PriceLine,
  pricedRows,
} from '../../rules/prices/price-lines.ts'
import { changedWords } from '../../rules/prices/price-words.ts'
import { lastSaved } from '../editing.ts'
import { isLeft, isSaving, openSession, putMerged, rows, type Session, said, trouble } from '../store.ts'
import { stopIn } from '../trouble.ts'
import { activity, isStopping, lines, type PricePart, priceRun } from './prices.ts'

/** How often a plan is sent while the API does not get through it, and the time between. */
const TRIES = 5
const WAIT_MS = 1_000

/** Carries out what the dry run has shown, part by part. A part whose response did not come is sent again as it was. */
export async function changePrices(): Promise<void> {
  if (activity.value || isSaving.value) return
  const opened = openSession()
  const own = { is: 'changing' as const }
  batch(() => {
    activity.value = own
    isSaving.value = true
    trouble.value = ''
  })
  try {
    for (let part = next(); part && !isStopping.value; part = next()) {
      const settled = await settle(opened, part)
      if (isLeft(opened)) return
      if (!settled) throw new Unfinished()
      put(settled)
      said.value = changedWords(lines.value)
    }
  } catch (error) {
    if (isLeft(opened)) return
    if (isLost(error)) markLost()
    if (error instanceof Unfinished) trouble.value = 'The API did not get through all of it: send it again.'
    else stopIn(opened, error)
  } finally {
    batch(() => {
      if (activity.value === own) activity.value = undefined
      isSaving.value = false
      isStopping.value = false
    })
  }
}

class Unfinished extends Error {}

const next = (): PricePart | undefined => priceRun.value?.parts[0]

/** What became of the products of a part; undefined if the API did not get through all of them. */
async function settle({ api, wait, shop }: Session, part: PricePart): Promise<PriceLine[] | undefined> {
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries > 0) await wait(WAIT_MS, new AbortController().signal)
      const results = await carryOut(api, part.plan)
      if (!results.some(isUndecided))
        return part.lines.map((line, n) => (results[n] ? carriedOut(line, results[n], shop) : line))
    }
    return undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { problem = { detail: error.message } } = error
    return part.lines.map((line) => notCarriedOut(line, problem, part.isLost))
  }
}

/** Shows what became of the first part, also in the table. */
function put(settled: readonly PriceLine[]): void {
  const { value: before } = priceRun
  if (!before) return
  batch(() => {
    priceRun.value = {
      ...before,
      parts: before.parts.slice(1),
      settled: [...before.settled, ...settled],
    }
    putMerged(pricedRows(settled, rows.value.values()))
    // What the last save replaced is not the last change any more.
    if (settled.some(({ state }) => state === 'changed')) lastSaved.value = []
  })
}

function markLost(): void {
  const { value: before } = priceRun
  const [first, ...others] = before?.parts ?? []
  if (before && first) priceRun.value = { ...before, parts: [{ ...first, isLost: true }, ...others] }
}
