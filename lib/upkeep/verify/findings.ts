import type { Key } from '../../data/table/keys.ts'
import { nameOf, readItems, type StoredItem } from '../../data/table/patient-reads.ts'

/** Every kind of broken thing by its stable code. Where `reindex` mends it, it says so. */
export const FINDING_CODES = {
  profile_missing: 'the business has items but no profile',
  shop_missing: 'no SHOP row leads from the slug, a former one or the UUID to the business (reindex)',
  shop_elsewhere: 'the SHOP row of the slug leads to another business',
  shop_differs:
    'a SHOP row says otherwise than the profile until when the slug leads to the business (reindex)',
  shop_status_differs: 'a SHOP row has another status than the business, or none (reindex)',
  shop_nowhere: 'a SHOP row leads to a business that does not exist',
  registry_missing:
    'the registry does not have the business, so that `business list` leaves it out (reindex)',
  registry_nowhere: 'the registry has a business that does not exist (--deep)',
  deletion_unfinished: 'the business is being deleted and something is still there (business delete)',
  invalid_item: 'an item has the wrong type, or lacks fields, or has some of a wrong type',
  rule_broken: 'an object says what its rules refuse today; a write of that field must mend it',
  foreign_item: 'an item names another business',
  unknown_item: 'an item under a key that nothing writes',
  storefront_missing: 'a public item has no card and is in no index (reindex)',
  storefront_left: 'an item that is not public still has a card or index keys (reindex)',
  card_differs: 'the card is not what would be rendered now (reindex)',
  card_old: 'the card is right but marked as rendered by an older version (reindex)',
  facets_differ: 'lists filter on something else than the product says (reindex)',
  index_keys_differ: 'the item stands in the wrong place of an index, or in none (reindex)',
  guard_missing: 'nothing keeps the slug, SKU or external id of a product unique',
  guard_elsewhere: 'the guard of a product’s value holds it for another product',
  guard_index_differs: 'the slug does not lead to the product in the storefront, or still does (reindex)',
  guard_left: 'a guard holds a value that its product does not have',
  category_missing: 'a product is in a category that does not exist',
  count_missing: 'one of the counts of a category is not there',
  count_left: 'a count belongs to no category',
  count_wrong: 'a count is not the number of products',
  index_foreign: 'an index of this business shows an item of something else',
  index_row_left: 'an index shows an item that is not there',
  index_row_differs: 'an index shows an item otherwise than it is',
  index_row_missing: 'an index does not show an item',
  token_missing: 'the token of an API key leads nowhere',
  token_differs: 'the token of an API key grants something else than the key says',
  token_left: 'a token leads to an API key that does not exist (--deep), or is revoked',
  roster_differs: 'the roster of API keys says otherwise than the keys',
  shop_left: 'a SHOP row leads to the business under a slug that it does not have (--deep)',
} as const

/** One broken thing: the item it is about and what is wrong with it. */
export interface Finding {
  code: keyof typeof FINDING_CODES
  pk: string
  sk: string
  detail: string
}

export const finding = (code: Finding['code'], { pk, sk }: Key, detail: string): Finding => ({
  code,
  pk,
  sk,
  detail,
})

/** What an item shows by itself, and what must be looked up to judge the rest. */
export interface Inspection {
  findings: Finding[]
  references: Reference[]
}

/** An item that another one relies on, and what is wrong if it is like this. */
export interface Reference {
  key: Key
  judge: (found: StoredItem | undefined) => Finding | undefined
}

export type Inspect = (item: StoredItem) => Inspection

const findingName = ({ code, ...key }: Finding) => `${code}\n${nameOf(key)}`

/** The findings that are in both lists, as the second has them. */
export function confirmed(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const names = new Set(first.map(findingName))
  return second.filter((one) => names.has(findingName(one)))
}

/**
 * Inspects items, and those that look broken a second time as they are then. Only what is found twice is reported:
 * what was written between two reads is no finding.
 */
export async function inspectTwice(items: readonly StoredItem[], inspect: Inspect): Promise<Finding[]> {
  const first = await inspectOnce(items, inspect)
  const suspects = items.filter((_, n) => first[n]?.length)
  if (suspects.length === 0) return []
  const again = await readItems(suspects)
  const second = await inspectOnce([...again.values()], inspect)
  return confirmed(first.flat(), second.flat())
}

async function inspectOnce(items: readonly StoredItem[], inspect: Inspect): Promise<Finding[][]> {
  const inspections = items.map(inspect)
  const found = await readItems(inspections.flatMap(({ references }) => references.map(({ key }) => key)))
  return inspections.map(({ findings, references }) => [
    ...findings,
    ...references.flatMap(({ key, judge }) => judge(found.get(nameOf(key))) ?? []),
  ])
}
