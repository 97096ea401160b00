import { type HoldItem, STATUS_ATTRIBUTES, statusAttributes } from '../../../data/holds/hold-item.ts'
import { commit } from '../../../data/table/commit.ts'
import { replacing, updateOf, when } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import {
  differences,
  nameOf,
  pagesOf,
  readItems,
  type StoredItem,
} from '../../../data/table/patient-reads.ts'
import { againstNewest } from '../../../data/table/versions.ts'
import { HOLD_STATUSES } from '../../../domain/stock/hold.ts'

/** True for an item that has what a hold needs to be listed. */
export function isStoredHold(item: StoredItem): item is StoredItem & HoldItem {
  const { type, sk, reference, status, items, expires_at, updated_at, rev } = item
  return (
    type === 'hold' &&
    sk === `${keys.HOLD_PREFIX}${reference}` &&
    HOLD_STATUSES.some((one) => one === status) &&
    Array.isArray(items) &&
    [expires_at, updated_at].every((time) => Number.isFinite(Date.parse(String(time)))) &&
    typeof rev === 'number'
  )
}

/** Lists the holds that are held where the clock finds them, and no others. Returns how many were to be written. */
export async function mendHolds(businessId: string, signal: AbortSignal | undefined): Promise<number> {
  let written = 0
  for await (const page of pagesOf({ ...keys.holdKey(businessId, ''), sk: '' }, signal))
    for (const item of page)
      if (isToBeWritten(businessId, item) && (await writeNewest(businessId, item))) written++
  return written
}

const isToBeWritten = (businessId: string, item: StoredItem): item is StoredItem & HoldItem =>
  isStoredHold(item) && differences(STATUS_ATTRIBUTES, item, statusAttributes(businessId, item)).length > 0

const writeNewest = (businessId: string, { pk, sk }: keys.Key): Promise<boolean> =>
  againstNewest(async () => {
    const item = (await readItems([{ pk, sk }])).get(nameOf({ pk, sk }))
    if (!item || !isToBeWritten(businessId, item)) return false
    const change = {
      ...replacing(STATUS_ATTRIBUTES, statusAttributes(businessId, item)),
      add: { rev: 1 },
      if: when`#rev = ${item.rev}`,
    }
    await commit([
      { write: { Update: { Key: { pk, sk }, ...updateOf(change) } }, refusal: 'version_changed' },
    ])
    return true
  })
