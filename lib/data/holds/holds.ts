/**
 * Holds: pieces that a buyer has for the time of a checkout elsewhere. A hold is an adjustment that remembers how to take
 * itself back; to others it looks like a sale. One reference is one hold, and at most one sale.
 */
import { type HeldItem, type Hold, MOST_HELD, type WantedHold } from '../../domain/stock/hold.ts'
import {
  addedUp,
  differences,
  isFor,
  type NamedPieces,
  placeOf,
  returnsOf,
  takenOf,
} from '../../domain/stock/hold-plan.ts'
import { AdjustmentRefused } from '../inventory/adjust.ts'
import type { Step } from '../table/commit.ts'
import { eventSteps } from '../table/events.ts'
import { newId } from '../table/ids.ts'
import { freeingEnded } from './ended.ts'
import { type HoldItem, onNewest, shownHold } from './hold-item.ts'
import { HoldRefused, movePieces } from './move-pieces.ts'
import { findPieces, piecesIn, stocksOf } from './named-pieces.ts'

/**
 * Holds pieces under a reference; where it has some already, only the differences move. The same lines again change its end
 * alone. `check` looks at the hold before and can throw. Throws `HoldRefused`, `AdjustmentRefused` with the places of lines that cannot be held, and the `Refusal`s of
 * `adjustStock`.
 */
export const putHold = (
  businessId: string,
  reference: string,
  wanted: WantedHold,
  check: (hold: Hold | undefined) => void = () => {},
): Promise<{ hold: Hold; isNew: boolean }> =>
  freeingEnded(
    businessId,
    () =>
      onNewest(businessId, reference, async (before) => {
        check(before)
        if (before?.status === 'committed') throw new HoldRefused('hold_committed', before)
        return { hold: await heldInstead(businessId, reference, before, wanted), isNew: before === undefined }
      }),
    reference,
  )

async function heldInstead(
  businessId: string,
  reference: string,
  before: HoldItem | undefined,
  { items, expires_in }: WantedHold,
): Promise<Hold> {
  const taken = takenOf(before)
  const products = taken.map(({ product_id }) => product_id)
  const { pieces, unknown, stocks } = await findPieces(businessId, items, products)
  if (unknown.length > 0) throw new HoldRefused('unknown_variant', { lines: unknown })
  const wanted = addedUp(pieces)
  if (new Set([...products, ...wanted.map(({ variantId }) => productOf(variantId))]).size > MOST_HELD)
    throw new HoldRefused('too_many_changes')
  const returns = returnsOf(taken, stocks, Number.POSITIVE_INFINITY)
  const changes = differences(returns.back, wanted)
  return movePieces(businessId, before, { reference, reason: 'held', changes, returns }, (time) => ({
    hold: {
      reference,
      status: 'held',
      items: wanted.map(heldItem),
      expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
      payment: null,
      created_at: before?.created_at ?? time.toISOString(),
      updated_at: time.toISOString(),
      version: before ? before.version + (isFor(before, wanted) ? 0 : 1) : 1,
    },
  }))
}

const productOf = (variantId: string) => variantId.slice(0, 36)

const heldItem = ({ variantId, sku, quantity, isTracked }: NamedPieces): HeldItem => ({
  variant_id: variantId,
  product_id: productOf(variantId),
  sku,
  quantity,
  is_held: isTracked,
})

interface CommitOptions {
  /** Looks at the hold before it is committed, and can throw. */
  check?: ((hold: Hold) => void) | undefined
  /** Further steps of the same transaction, made from the hold as it will be. */
  also?: (hold: Hold) => Step[]
}

/**
 * Makes a sale of a hold, for one payment: again with the same one it changes nothing. What the hold does not have any more
 * is taken again, all of it or nothing. Throws `HoldRefused`, and as `putHold`.
 */
export const commitHold = (
  businessId: string,
  reference: string,
  payment: string,
  { check = () => {}, also = () => [] }: CommitOptions = {},
): Promise<Hold> =>
  freeingEnded(
    businessId,
    () =>
      onNewest(businessId, reference, async (before) => {
        if (!before) throw new HoldRefused('hold_not_found')
        if (before.status === 'committed' && before.payment === payment) return shownHold(before)
        if (before.status === 'committed') throw new HoldRefused('hold_committed', before)
        check(before)
        return sold(businessId, before, payment, also)
      }),
    reference,
  )

async function sold(
  businessId: string,
  before: HoldItem,
  payment: string,
  furtherSteps: (hold: Hold) => Step[],
): Promise<Hold> {
  const { reference } = before
  const missing = await missingOf(businessId, before)
  const changes = differences(new Map(), addedUp([...missing.values()]))
  return movePieces(businessId, before, { reference, reason: 'held', changes }, (adjusted) => {
    // Ids of one millisecond are in no order.
    const time = new Date(adjusted.getTime() + 1)
    const items = before.items.map((item) => {
      const found = missing.get(item)
      return found
        ? { ...item, variant_id: found.variantId, sku: found.sku, is_held: found.isTracked }
        : { ...item, is_held: true }
    })
    const hold: Hold = { ...before, status: 'committed', items, payment, updated_at: time.toISOString() }
    const shown = shownHold(hold)
    const data = { id: newId(time), reference, payment, items: shown.items }
    const products = [...new Set(items.map(({ product_id }) => product_id))]
    const event = eventSteps(businessId, { type: 'inventory.committed', data, previous: {}, products }, time)
    return { hold, also: [...event, ...furtherSteps(shown)] }
  })
}

/**
 * The pieces of a hold that it does not have, by its lines: where options came or went, of the variant that has the SKU now. Throws
 * `AdjustmentRefused` for those of variants that do not exist any more.
 */
async function missingOf(businessId: string, hold: HoldItem): Promise<Map<HeldItem, NamedPieces>> {
  const taken = new Set(takenOf(hold))
  const items = hold.items.filter((item) => !taken.has(item))
  const stocks = await stocksOf(
    businessId,
    items.map(({ product_id }) => product_id),
  )
  const lines = items.map((item) => {
    const stock = stocks.get(item.product_id) ?? new Map()
    return { stock, variant_id: placeOf(item, stock) ?? item.variant_id, quantity: item.quantity }
  })
  const { pieces, unknown } = await piecesIn(businessId, lines, ({ stock }) => stock)
  if (unknown.length > 0)
    throw new AdjustmentRefused(
      unknown.map((index) => ({
        index,
        code: 'insufficient_stock',
        variantId: lines[index]?.variant_id ?? '',
        quantity: 0,
      })),
    )
  return new Map(
    items.flatMap((item, n) => pieces.filter(({ index }) => index === n).map((one) => [item, one])),
  )
}
