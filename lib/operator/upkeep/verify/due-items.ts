/** The check of items that the clock finds by attributes of their own. */
import { isOf } from '../../../data/table/item-pages.ts'
import { type DueKind, differingIn } from '../reindex/due-items.ts'
import { alone, finding, foreignOwner, type Inspect, unknown } from './findings.ts'

/** Inspects such an item: it is listed exactly while it should be, and where. */
export const inspectDue =
  (kind: DueKind, businessId: string): Inspect =>
  (item) => {
    const { type } = kind
    if (!isOf(type, item)) return alone([unknown(item)])
    const differing = differingIn(kind, businessId, item)
    if (!differing) return alone([finding('invalid_item', item, `it is not a ${type} that can be read`)])
    return alone([
      ...foreignOwner(businessId, item),
      ...(differing.length > 0
        ? [finding(`${type}_unlisted`, item, `${differing.join(', ')} should be different`)]
        : []),
    ])
  }
