import { chosenOf } from '../../domain/stock/ended-holds.ts'
import { AdjustmentRefused } from '../inventory/adjust.ts'
import { actingAs, SYSTEM } from '../table/actor.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { ForeignItem } from '../table/calls/tenant-guard.ts'
import { forReal } from '../table/dry-run.ts'
import * as keys from '../table/keys.ts'
import { eachOf, indexPagesUntil } from '../table/patient-reads.ts'
import { OWN_DUE_INDEX } from '../table/schema.ts'
import { endHold } from './release.ts'

/** An entry of a hold that is held: how many pieces it has taken, by the id of their variant. */
interface HeldEntry extends keys.Key {
  facets?: Record<string, number>
}

/** The entries of a business's holds that are held, in the order of their ends; with `until` only those that have ended by then. */
async function* heldEntries(
  businessId: string,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<HeldEntry[]> {
  const own = { partition: keys.ownDuePartition(businessId), until: keys.dueUntil(until) }
  // Somebody waits for the response: no patience.
  for await (const page of indexPagesUntil<HeldEntry>(OWN_DUE_INDEX, own, (call) => call()))
    yield page.filter(({ sk }) => sk.startsWith(keys.HOLD_PREFIX))
}

/** The pages of 1 MB that are read for the sum of what is held. */
const PAGES_OF_HELD = 4

/** How many pieces are held, by the id of their variant; undefined if the entries are more than 4 MB. */
export async function heldOf(businessId: string): Promise<ReadonlyMap<string, number> | undefined> {
  const held = new Map<string, number>()
  let pages = 0
  for await (const entries of heldEntries(businessId)) {
    if (++pages > PAGES_OF_HELD) return undefined
    for (const { facets = {} } of entries)
      for (const [variantId, pieces] of Object.entries(facets))
        held.set(variantId, (held.get(variantId) ?? 0) + pieces)
  }
  return held
}

/** A refused adjustment releases no more holds so long after its beginning: its function has 28 s. */
const FREEING_MS = 5_000

/**
 * Makes an adjustment; where there is too little, again after the release of ended holds that have what is missing, until
 * there is enough or no such hold is left: the clock comes once a minute, and a buyer need not wait for it. The hold of
 * `own`, for which it is made, stays: what it has is counted already. Throws what `adjust` throws, and `TableUnavailable` if it has
 * no time for all of them: the pieces are there, and to refuse them would have a payment refunded.
 */
export async function freeingEnded<T>(
  businessId: string,
  adjust: () => Promise<T>,
  own?: string,
): Promise<T> {
  const end = Date.now() + FREEING_MS
  const freeing: Freeing = {
    own: own && keys.holdKey(businessId, own).sk,
    missing: new Set(),
    tried: new Set(),
  }
  for (let isLast = false; ; ) {
    try {
      return await adjust()
    } catch (error) {
      if (!(error instanceof AdjustmentRefused)) throw error
      freeing.missing = missingIn(error)
      const isFirst = freeing.tried.size === 0
      if (isLast || freeing.missing.size === 0) throw error
      const next = await nextEnded(businessId, freeing)
      if (next.length > 0 && !isFirst && Date.now() > end)
        throw new TableUnavailable('more ended holds than can be released in time', { cause: error })
      await releaseAll(businessId, next, freeing)
      isLast = next.length === 0
      // Behind its own releases, others may have released the rest since the stock was read.
      if (isLast && isFirst) throw error
    }
  }
}

const missingIn = ({ faults }: AdjustmentRefused): Set<string> =>
  new Set(
    faults.flatMap(({ code, variantId }) =>
      code === 'insufficient_stock' && variantId !== undefined ? [variantId] : [],
    ),
  )

/** The missing variants of a refused adjustment, and the holds that it does not release. */
interface Freeing {
  missing: ReadonlySet<string>
  /** Its own, by the sort key. */
  own: string | undefined
  /** Those that it has tried, by their sort keys: the index can still show a hold that was released. */
  tried: Set<string>
}

/** Some ended holds that have missing pieces, and that it has not tried. */
async function nextEnded(businessId: string, { missing, own, tried }: Freeing): Promise<HeldEntry[]> {
  // One page has 4,000 of them and more; what is behind it is for the clock.
  for await (const entries of heldEntries(businessId, Date.now())) {
    const others = entries.filter(({ sk }) => sk !== own && !tried.has(sk))
    return chosenOf(others, { missing, tried: tried.size })
  }
  return []
}

/** Releases ended holds in the name of the system. */
const releaseAll = (businessId: string, ended: readonly HeldEntry[], { tried }: Freeing): Promise<void> =>
  eachOf(ended, async ({ sk }) => {
    tried.add(sk)
    // In a dry run too: its time is over, and the clock would release it within a minute.
    const release = () => forReal(() => endHold(businessId, sk, Date.now()))
    await actingAs({ actor: SYSTEM, requestId: null }, release).catch(leftToTheClock)
  })

/** A hold that cannot be released does not end the request that needs its pieces: the clock tries it again, and logs why. */
function leftToTheClock(error: unknown): void {
  if (error instanceof TableUnavailable || error instanceof ForeignItem) throw error
}
