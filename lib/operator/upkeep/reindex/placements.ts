/** The places of products in additional categories as they are stored, with what they should be. */

import { placements, RENDERED } from '../../../data/storefront/storefront.ts'
import type { Step } from '../../../data/table/commit.ts'
import { isOf } from '../../../data/table/item-pages.ts'
import * as keys from '../../../data/table/keys.ts'
import { differences, nameOf, type StoredItem } from '../../../data/table/patient-reads.ts'
import { isStill } from '../../../data/table/versions.ts'
import { renderAgain, storedProduct } from './rendering.ts'

type Placement = ReturnType<typeof placements>[number]

export const isPlacement = (item: StoredItem): boolean =>
  item.sk.startsWith(keys.PLACEMENT_PREFIX) && isOf('placement', item)

/** The product whose place has this key. */
export const placedProductKey = (businessId: string, { sk }: keys.Key): keys.Key => {
  const { length } = keys.PLACEMENT_PREFIX
  return keys.productKey(businessId, sk.slice(length, length + UUID_LENGTH))
}

const UUID_LENGTH = 36

/** The places that a product should have; none without a product, undefined if the product is broken. */
export function duePlacements(businessId: string, product: StoredItem | undefined): Placement[] | undefined {
  if (!product) return []
  const { type, faults } = renderAgain(businessId, product) ?? {}
  return type === 'product' && faults?.length === 0
    ? placements(businessId, storedProduct(product))
    : undefined
}

/** The attributes of a place that are not as they should be. */
export const differencesOf = (item: StoredItem, due: Placement): string[] =>
  differences(['type', ...RENDERED], item, due)

/** The steps that write the places of a product again, on condition of its version. `beside` has those that there are. */
export const placesOfProduct = (
  businessId: string,
  product: StoredItem,
  beside: ReadonlyMap<string, StoredItem>,
  all: boolean,
): Step[] =>
  (duePlacements(businessId, product) ?? [])
    .filter((due) => {
      const item = beside.get(nameOf(due))
      return all || !item || differencesOf(item, due).length > 0
    })
    .map((Item) => ({ write: { Put: { Item } } }))

/** The steps that delete a place which its product, as it was read, should not have. */
export function leftPlace(businessId: string, item: StoredItem, product: StoredItem | undefined): Step[] {
  const due = duePlacements(businessId, product)
  if (!due || due.some(({ sk }) => sk === item.sk)) return []
  const before = product && { version: Number(product.version), created_at: String(product.created_at) }
  return [
    {
      write: { ConditionCheck: { Key: placedProductKey(businessId, item), ...isStill(before) } },
      refusal: 'version_changed',
    },
    { write: { Delete: { Key: { pk: item.pk, sk: item.sk } } } },
  ]
}
