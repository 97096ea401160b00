/** The items of a business that are deleted last: they show that its deletion has begun. */

import { commit } from '../../../data/table/commit.ts'
import * as keys from '../../../data/table/keys.ts'
import { nameOf } from '../../../data/table/patient-reads.ts'
import { present, type Removing } from './items.ts'

/** Items that only the end of a deletion takes: they say that it has begun. */
export const lastItems = (businessId: string): keys.Key[] => [
  keys.businessKey(businessId),
  keys.registryKey(businessId),
  keys.rosterKey(businessId),
]

/** Those of these items that go before. */
export function withoutLast<T extends keys.Key>(businessId: string, items: readonly T[]): T[] {
  const last = lastItems(businessId).map(nameOf)
  return items.filter((item) => !last.includes(nameOf(item)))
}

/**
 * Deletes profile, roster and the business's row in the registry, in one transaction: a deletion that ends before it can
 * be taken up again, and after it there is nothing to take up, and nothing that a list of businesses would find.
 */
export async function removeLast({ businessId, signal, onDeleted }: Removing): Promise<void> {
  const items = await present(lastItems(businessId))
  signal?.throwIfAborted()
  // Their keys are made of the business's id: no other business has items under them.
  if (items.length > 0) await commit(items.map(({ pk, sk }) => ({ write: { Delete: { Key: { pk, sk } } } })))
  onDeleted(items.length)
}
