import { MAX_QUANTITY } from '../../domain/products/product.ts'
import type { Hold } from '../../domain/stock/hold.ts'
import { returnsOf, takenOf } from '../../domain/stock/hold-plan.ts'
import { HOLD_PREFIX } from '../table/keys.ts'
import { type HoldItem, onNewest } from './hold-item.ts'
import { HoldRefused, movePieces } from './move-pieces.ts'
import { stocksOf } from './named-pieces.ts'

/** The products that flip together, however large they are: no hold is too large to be released. */
const PRODUCTS_AT_ONCE = 8

interface ReleaseOptions {
  /** It is released only if it has ended by this time, in milliseconds since the epoch. */
  endedBy?: number
  /** Looks at the hold before it is released, and can throw. */
  check?: ((hold: Hold) => void) | undefined
}

/**
 * Gives back what a hold has taken, in portions. A hold that is released already stays as it is. Returns false for one that
 * has not ended. Throws `HoldRefused`, and `TableUnavailable`.
 */
export async function releaseHold(
  businessId: string,
  reference: string,
  { endedBy = Number.POSITIVE_INFINITY, check = () => {} }: ReleaseOptions = {},
): Promise<boolean> {
  for (;;) {
    const outcome = await onNewest(businessId, reference, async (hold) => {
      if (!hold) throw new HoldRefused('hold_not_found')
      check(hold)
      if (hold.status === 'committed') throw new HoldRefused('hold_committed', hold)
      if (hold.status === 'released') return 'released'
      return Date.parse(hold.expires_at) > endedBy ? 'not_over' : releasePortion(businessId, hold)
    })
    if (outcome !== 'portion') return outcome === 'released'
  }
}

/**
 * Releases a hold, by its sort key, if it has ended by a time in milliseconds since the epoch. True if it is released then, also
 * by somebody else.
 */
export async function endHold(businessId: string, sortKey: string, now: number): Promise<boolean> {
  try {
    return await releaseHold(businessId, sortKey.slice(HOLD_PREFIX.length), { endedBy: now })
  } catch (error) {
    // It was committed, or deleted, since it was listed.
    if (error instanceof HoldRefused) return false
    throw error
  }
}

async function releasePortion(businessId: string, hold: HoldItem): Promise<'released' | 'portion'> {
  const { reference } = hold
  const taken = takenOf(hold)
  const products = new Set([...new Set(taken.map(({ product_id }) => product_id))].slice(0, PRODUCTS_AT_ONCE))
  const portion = new Set(taken.filter(({ product_id }) => products.has(product_id)))
  const status = portion.size === taken.length ? 'released' : 'held'
  const returns = returnsOf([...portion], await stocksOf(businessId, products), MAX_QUANTITY)
  const changes = [...returns.back].map(([variantId, delta], index) => ({ index, variantId, delta }))
  const items = hold.items.map((item) => (portion.has(item) ? { ...item, is_held: false } : item))
  await movePieces(businessId, hold, { reference, reason: 'released', changes, returns }, (time) => ({
    hold: { ...hold, status, items, updated_at: time.toISOString() },
  }))
  return status === 'released' ? 'released' : 'portion'
}
