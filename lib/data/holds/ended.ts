import { AdjustmentRefused } from '../inventory/adjust.ts'
import { actingAs, SYSTEM } from '../table/actor.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { ForeignItem } from '../table/calls/tenant-guard.ts'
import { queryItems } from '../table/calls/writer.ts'
import * as keys from '../table/keys.ts'
import { eachOf } from '../table/patient-reads.ts'
import { INDEXES, OWN_DUE_INDEX } from '../table/schema.ts'
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
  const { partition, sort } = INDEXES[OWN_DUE_INDEX]
  let from: keys.Key | undefined
  do {
    const { items, lastKey } = await queryItems<HeldEntry>({
      IndexName: OWN_DUE_INDEX,
      KeyConditionExpression: '#partition = :partition AND #sort <= :until',
      ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
      ExpressionAttributeValues: {
        ':partition': keys.ownDuePartition(businessId),
        ':until': keys.dueUntil(until),
      },
      ...(from && { ExclusiveStartKey: from }),
    })
    yield items.filter(({ sk }) => sk.startsWith(keys.HOLD_PREFIX))
    from = lastKey
  } while (from)
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

/** The holds that one refused request releases. */
const MOST_FREED = 10

/**
 * Makes an adjustment; where there is too little, again after the release of ended holds that have what is missing: the
 * clock comes once a minute, and a buyer need not wait for it. The hold of `own`, for which it is made, stays: what it has
 * is counted already. Throws what `adjust` throws.
 */
export async function freeingEnded<T>(
  businessId: string,
  adjust: () => Promise<T>,
  own?: string,
): Promise<T> {
  try {
    return await adjust()
  } catch (error) {
    if (!(error instanceof AdjustmentRefused)) throw error
    const missing = error.faults.flatMap(({ code, variantId }) =>
      code === 'insufficient_stock' && variantId !== undefined ? [variantId] : [],
    )
    if (missing.length === 0 || (await freeEnded(businessId, new Set(missing), own)) === 0) throw error
    return adjust()
  }
}

/** Releases ended holds that have pieces of these variants, in the name of the system. Returns how many. */
async function freeEnded(
  businessId: string,
  missing: ReadonlySet<string>,
  own: string | undefined,
): Promise<number> {
  const now = Date.now()
  const hasMissing = ({ sk, facets = {} }: HeldEntry) =>
    sk !== `${keys.HOLD_PREFIX}${own}` && Object.keys(facets).some((id) => missing.has(id))
  let freed = 0
  // One page has 4,000 of them and more; what is behind it is for the clock.
  for await (const entries of heldEntries(businessId, now)) {
    await eachOf(entries.filter(hasMissing).slice(0, MOST_FREED), async ({ sk }) => {
      const release = () => endHold(businessId, sk, now).catch(leftToTheClock)
      if ((await actingAs({ actor: SYSTEM, requestId: null }, release)) === 'released') freed++
    })
    return freed
  }
  return freed
}

/** A hold that cannot be released does not end the request that needs its pieces: the clock tries it again, and logs why. */
function leftToTheClock(error: unknown): void {
  if (error instanceof TableUnavailable || error instanceof ForeignItem) throw error
}
