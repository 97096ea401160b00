import { pick } from '../../domain/pick.ts'
import { HOLD_FIELDS, type Hold } from '../../domain/stock/hold.ts'
import { takenOf } from '../../domain/stock/hold-plan.ts'
import { readItem } from '../table/calls/writer.ts'
import type { Step } from '../table/commit.ts'
import { THIRTY_DAYS_S } from '../table/events.ts'
import { when } from '../table/expressions.ts'
import * as keys from '../table/keys.ts'
import { STOREFRONT, TTL_ATTRIBUTE } from '../table/schema.ts'
import { againstNewest } from '../table/versions.ts'

/**
 * A hold as it is stored. While its status is `held` it is in two indexes by its end, each with what it has taken of which
 * variant: the clock finds what has ended, and the business what is held. It has a TTL only from when it is not held: the
 * table must not delete taken stock while the clock is stopped.
 */
export interface HoldItem extends keys.Key, Hold {
  type: 'hold'
  /** Grows by one with every write. */
  rev: number
  ttl?: number
}

/** A hold as its merchant sees it. */
export const shownHold = (hold: Hold): Hold => ({
  ...pick(hold, HOLD_FIELDS),
  // DynamoDB keeps the members of a map in an order of its own.
  items: hold.items.map((item) => pick(item, ['variant_id', 'product_id', 'sku', 'quantity', 'is_held'])),
})

/** True for a hold that is over for so long that its reference is new again. The table deletes when it likes. */
export const isForgotten = ({ ttl }: Pick<HoldItem, 'ttl'>, now: number): boolean =>
  ttl !== undefined && ttl * 1000 <= now

/** The hold of a reference, read consistently, or undefined. */
export async function readHold(
  businessId: string,
  reference: string,
  now = Date.now(),
): Promise<HoldItem | undefined> {
  const item = await readItem<HoldItem>(keys.holdKey(businessId, reference))
  return item && !isForgotten(item, now) ? item : undefined
}

/** The attributes of a hold that depend on its status: its places in the indexes, or its TTL. */
export const STATUS_ATTRIBUTES = [
  STOREFRONT.store,
  STOREFRONT.shelf,
  STOREFRONT.byCreated,
  STOREFRONT.facets,
  TTL_ATTRIBUTE,
] as const

type StatusAttributes = Partial<Record<(typeof STATUS_ATTRIBUTES)[number], unknown>>

/** Those that a hold should have. */
export function statusAttributes(businessId: string, hold: Hold): StatusAttributes {
  const { reference, expires_at, status, updated_at } = hold
  if (status !== 'held') return { [TTL_ATTRIBUTE]: Math.floor(Date.parse(updated_at) / 1000) + THIRTY_DAYS_S }
  const place = keys.duePlace(businessId, keys.holdKey(businessId, reference), Date.parse(expires_at))
  return {
    [STOREFRONT.store]: place.partition,
    [STOREFRONT.shelf]: place.own,
    [STOREFRONT.byCreated]: place.sort,
    [STOREFRONT.facets]: Object.fromEntries(
      takenOf(hold).map(({ variant_id, quantity }) => [variant_id, quantity]),
    ),
  }
}

/** The step that writes a hold, if it is still as it was read. Refused as `moved_on`: other writes repeat for a stock alone. */
export function holdStep(businessId: string, before: HoldItem | undefined, after: Hold, now: number): Step {
  const kept = Object.entries(before ?? {}).filter(([name]) => !STATUS_ATTRIBUTES.some((one) => one === name))
  const Item = {
    ...Object.fromEntries(kept),
    ...keys.holdKey(businessId, after.reference),
    type: 'hold',
    ...pick(after, HOLD_FIELDS),
    rev: (before?.rev ?? 0) + 1,
    ...statusAttributes(businessId, after),
  }
  const condition = before
    ? when`#rev = ${before.rev} AND #created_at = ${before.created_at}`
    : when`attribute_not_exists(pk) OR #ttl <= ${Math.floor(now / 1000)}`
  return { write: { Put: { Item, ...condition } }, refusal: 'moved_on' }
}

/**
 * Reads a hold and acts on it, again whenever somebody else was first (`moved_on`), as long as a whole write may. Throws
 * `TableUnavailable` then.
 */
export const onNewest = <T>(
  businessId: string,
  reference: string,
  act: (hold: HoldItem | undefined) => Promise<T>,
): Promise<T> => againstNewest(async () => act(await readHold(businessId, reference)), 'moved_on')
