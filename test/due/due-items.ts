import { duePlace, holdKey, type Key } from '../../lib/data/table/keys.ts'
import { type Item, plantItem } from '../support/items.ts'

/** Puts an item into the table that is due at a time, in milliseconds since the epoch: a hold of a reference, or of another key. */
export async function plantDue(
  businessId: string,
  at: number,
  { reference = 'a', ...more }: Partial<Item> & { reference?: string } = {},
): Promise<Key> {
  const item = { type: 'hold', ...holdKey(businessId, reference), ...more }
  const { partition, own, sort } = duePlace(businessId, item, at)
  await plantItem({ store: partition, shelf: own, by_created: sort, ...item })
  return { pk: item.pk, sk: item.sk }
}
