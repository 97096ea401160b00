import type { StorefrontError } from '../../../../typescript/src/problem.ts'
import { isRefusal, wordsOf } from '../../api/client.ts'
import { readHold, readHolds, releaseHold } from '../../api/holds.ts'
import { type Hold, refusedRelease, releasedWords } from '../../rules/held/held-words.ts'
import { listingOf } from '../listing.ts'
import { readStockAgain } from '../stock.ts'
import { isLeft, type Session, said } from '../store.ts'

/** The holds, in the order of their references. */
export const holds = listingOf(readHolds)

/** Gives the pieces of a hold back, if they are those that were shown: one hold at a time. */
export const release = (hold: Hold): Promise<void> =>
  holds.end(hold.reference, async (opened) => {
    if (await isReleased(opened, hold)) await readStocksOf(opened, hold)
  })

async function isReleased(opened: Session, hold: Hold): Promise<boolean> {
  try {
    await releaseHold(opened.api, hold)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await lookAgain(opened, hold, error)
    return false
  }
  if (isLeft(opened)) return false
  put(opened, hold.reference, undefined)
  said.value = releasedWords(hold)
  return true
}

/** Says why a hold was not released, and shows it as it is now. */
async function lookAgain(opened: Session, { reference }: Hold, refusal: StorefrontError): Promise<void> {
  if (isLeft(opened)) return
  const { words, isOver } = refusedRelease(reference, refusal.problem)
  holds.fault.value = words ?? wordsOf(refusal)
  put(opened, reference, isOver ? undefined : await readHold(opened.api, reference))
}

/** Shows a hold in its place, as far as it is held. */
function put(opened: Session, reference: string, now: Hold | undefined): void {
  holds.put(opened, (items) =>
    items.flatMap((one) => {
      if (one.reference !== reference) return [one]
      return now?.status === 'held' ? [now] : []
    }),
  )
}

/** The stock of these products is another one now. */
async function readStocksOf(opened: Session, { items }: Hold): Promise<void> {
  const products = new Set(items.filter(({ is_held }) => is_held).map(({ product_id }) => product_id))
  for (const id of products) if (!isLeft(opened)) await readStockAgain(id)
}
