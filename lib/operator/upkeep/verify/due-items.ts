/** The check of holds: the clock and the business find what is held by attributes of the hold. */
import { type HoldItem, STATUS_ATTRIBUTES, statusAttributes } from '../../../data/holds/hold-item.ts'
import { isOf } from '../../../data/table/item-pages.ts'
import { differences, type StoredItem } from '../../../data/table/patient-reads.ts'
import { isStoredHold } from '../reindex/due-items.ts'
import { alone, finding, foreignOwner, type Inspect, unknown } from './findings.ts'

/** Inspects a hold: it is listed among what is held exactly while it is, and can be deleted by the table only when it is not. */
export const inspectHold =
  (businessId: string): Inspect =>
  (item) => {
    if (!isOf('hold', item)) return alone([unknown(item)])
    if (!isStoredHold(item))
      return alone([finding('invalid_item', item, 'it is not a hold that can be read')])
    const differing = differingIn(businessId, item)
    return alone([
      ...foreignOwner(businessId, item),
      ...(differing.length > 0
        ? [finding('hold_unlisted', item, `${differing.join(', ')} should be different`)]
        : []),
    ])
  }

const differingIn = (businessId: string, hold: HoldItem & StoredItem): string[] =>
  differences(STATUS_ATTRIBUTES, hold, statusAttributes(businessId, hold))
