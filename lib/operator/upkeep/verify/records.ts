/** The checks of stored responses and events. */
import { jsonOf, type StoredJson } from '../../../data/table/event-json.ts'
import { isOf } from '../../../data/table/item-pages.ts'
import * as keys from '../../../data/table/keys.ts'
import { readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import {
  alone,
  type Finding,
  finding,
  foreignOwner,
  type Inspect,
  inspectTwice,
  unknown,
} from './findings.ts'
import { inspectGuard } from './guards.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isStoredJson = (value: unknown): value is StoredJson => isText(value) || value instanceof Uint8Array

/** Inspects a kept response, a claim or a plan. */
export const inspectKeptAnswer =
  (businessId: string): Inspect =>
  (item) =>
    alone([
      ...foreignOwner(businessId, item),
      ...(['idempotency', 'idempotency_claim', 'plan'].includes(String(item.type))
        ? []
        : [finding('invalid_item', item, `its type is ${JSON.stringify(item.type)}`)]),
    ])

/** Inspects an event: it must be this business's, and be what it says. */
export const inspectEvent =
  (businessId: string): Inspect =>
  (item) => {
    if (!isOf('event', item)) return alone([unknown(item)])
    const event = eventIn(item)
    if (!event) return alone([finding('invalid_item', item, 'it is not an event with JSON in it')])
    const { id, type, business_id } = event
    if (business_id !== businessId)
      return alone([
        finding('foreign_item', item, `its JSON names the business ${JSON.stringify(business_id)}`),
      ])
    if (id !== item.sk || type !== item.event_type)
      return alone([finding('invalid_item', item, 'its JSON belongs to another event')])
    return alone(foreignOwner(businessId, item))
  }

/** The event in an item, or undefined if there is none that could be read. */
export function eventIn({ type, json }: StoredItem): Record<string, unknown> | undefined {
  if (type !== 'event' || !isStoredJson(json)) return undefined
  try {
    const event: unknown = JSON.parse(jsonOf(json))
    return typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/**
 * Guards are in partitions of their own, so that one left over by a lost product can't be found by a Query. But
 * events name every value that a product had while they are kept: these are looked up.
 */
export async function checkGuardsNamedIn(
  businessId: string,
  events: readonly StoredItem[],
): Promise<Finding[]> {
  const guards = await readItems(events.flatMap((item) => guardsNamedIn(businessId, item)))
  return inspectTwice([...guards.values()], inspectGuard(businessId))
}

/** The guards of every value that an event of a product names. */
export function guardsNamedIn(businessId: string, item: StoredItem): keys.Key[] {
  const event = eventIn(item)
  if (!String(event?.type).startsWith('product.')) return []
  return [event?.data, event?.previous].flatMap((state) => {
    const { slug, sku, external_id } = (state ?? {}) as Record<string, unknown>
    return [
      ...(isText(slug) ? [keys.slugGuardKey(businessId, slug)] : []),
      ...(isText(sku) ? [keys.skuGuardKey(businessId, sku)] : []),
      ...(isText(external_id) ? [keys.externalIdGuardKey(businessId, external_id)] : []),
    ]
  })
}
