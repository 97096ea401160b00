import type { Key } from '../../../data/table/keys.ts'
import { nameOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'

/** Every kind of inconsistency by its stable code. `(reindex)` marks those that `reindex` repairs. */
export const FINDING_CODES = {
  profile_missing: 'the business has items but no profile',
  shop_missing: 'the slug, a former slug or the UUID has no SHOP item (reindex)',
  shop_elsewhere: 'the SHOP item of the slug names another business',
  shop_differs: 'a SHOP item and the profile have different end times for a former slug (reindex)',
  shop_status_differs: 'a SHOP item has a different status from the business, or none (reindex)',
  shop_nowhere: 'a SHOP item names a business that does not exist',
  registry_missing: 'the business is not in the registry, so `business list` does not show it (reindex)',
  registry_nowhere: 'the registry has a business that does not exist (--deep)',
  deletion_unfinished: 'the business is being deleted and still has items (business delete)',
  invalid_item: 'an item has the wrong type, or its fields are missing or have a wrong type',
  rule_broken: 'a stored value breaks a current rule; the next write of the field must correct it',
  foreign_item: 'an item names another business',
  unknown_item:
    'an item has a key or a type that this version does not write; it is ignored, and harmless after a roll-back',
  storefront_missing: 'a public item has no card and is in no index (reindex)',
  storefront_left: 'an item that is not public still has a card or index keys (reindex)',
  card_differs: 'the card is out of date (reindex)',
  card_old: 'the card is correct but marked as rendered by an older version (reindex)',
  facets_differ: 'the facets, by which lists filter, differ from the product (reindex)',
  index_keys_differ: 'the item is at the wrong place in an index, or in no index (reindex)',
  guard_missing: 'the slug, SKU or external id of a product has no guard',
  guard_elsewhere: 'the guard of a value of the product names another product',
  guard_index_differs:
    'the slug of a public product is not in the storefront index, or the slug of another one still is (reindex)',
  guard_left:
    'a guard holds a value that its product does not have; that of a SKU is harmless and can be repaired (reindex)',
  variants_missing: 'a product has options, but no variants are stored',
  variants_left: 'variants are stored of a product that has no options or does not exist',
  variants_differ: 'a product and its variants contradict each other',
  stock_missing: 'a product or variant whose inventory is tracked has no quantity',
  stock_left: 'a quantity belongs to a variant that is not tracked or does not exist, or to no product',
  stock_differs:
    'the availability of a product or variant contradicts its stock, or its stock has other rules or another SKU (reindex)',
  hold_unlisted:
    'a hold is missing from the lists of what is held, so that nobody releases it, or is still in them (reindex)',
  schedule_unlisted: 'the clock does not find a schedule, and never makes or ends its change (reindex)',
  category_missing: 'a product is in a category, or a category below one, that does not exist',
  placement_missing: 'a public product is not listed in one of its additional categories (reindex)',
  placement_differs: 'a product is listed at the wrong place in an additional category (reindex)',
  placement_left:
    'a product is listed in a category that is not one of its additional ones, or although it is not public (reindex)',
  category_circle: 'categories are below each other in a circle, so no menu shows them',
  count_missing: 'one of the counts of a category is missing',
  count_left: 'a count has no category',
  count_wrong:
    'a count is not equal to the number of products, of the variants of those with options, of the categories below, or of the products placed in the category (reindex)',
  renditions_missing: 'files of a picture are missing; delete it and upload it again',
  media_count_wrong: 'the count of pictures is not equal to their number, or not to their bytes (reindex)',
  index_foreign: 'an index of this business has a row that does not belong to it',
  index_row_left: 'an index has a row of an item that does not exist',
  index_row_differs: 'an index row differs from its item',
  index_row_missing: 'an item has no index row',
  token_missing: 'an API key has no token item',
  token_differs: 'the token item of an API key has different rights from the key',
  token_left: 'a token item names an API key that does not exist (--deep), or is revoked',
  roster_differs: 'the roster differs from the API keys or the webhooks',
  secret_missing: 'a webhook has no secret, so nothing is sent to it; delete it and create it again',
  state_missing: 'a webhook has no state, so nothing is sent to it; delete it and create it again',
  enabled_missing:
    'an enabled webhook is not in the list of enabled webhooks, which the sweep reads (reindex)',
  enabled_left: 'the list of enabled webhooks has a disabled webhook (reindex)',
  secret_left: 'a webhook that does not exist has a secret (--deep)',
  state_left: 'a webhook that does not exist has a state (--deep)',
  due_missing: 'a delivery waits for its next try, and nothing leads to it (--deep)',
  search_index_differs:
    'the stored search index differs from the cards, or a part of it is missing (reindex)',
  import_unmarked: 'an import is under way without its mark, so that another one could begin',
  import_unlisted:
    'the sweep does not find the mark of an import under way, and never ends it as stalled (reindex)',
  shop_left: 'a SHOP item names the business under a slug that it does not have (--deep)',
} as const

/** One inconsistency: its item, and an explanation. */
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

/** The findings of an item alone, and the other items that must be read to check the rest. */
export interface Inspection {
  findings: Finding[]
  references: Reference[]
}

/** An item that another one relies on, and what is wrong if it is like this. */
export interface Reference {
  key: Key
  /** A second item that is needed to check the first. */
  beside?: Key
  judge: (
    found: StoredItem | undefined,
    beside: StoredItem | undefined,
  ) => Finding | readonly Finding[] | undefined
}

export type Inspect = (item: StoredItem) => Inspection

export const alone = (findings: Finding[]): Inspection => ({ findings, references: [] })

/** The fields of an object that break rules of today. Each stays until a write changes that very field. */
export const brokenRules = (item: StoredItem, rules: readonly string[]): Finding[] =>
  rules.length > 0 ? [finding('rule_broken', item, rules.join('; '))] : []

export const unknown = (key: Key) =>
  finding('unknown_item', key, 'this version writes no such item under this key')

/** An item that says whose it is and names another business. */
export const foreignOwner = (businessId: string, item: StoredItem): Finding[] =>
  item.business_id === undefined || item.business_id === businessId
    ? []
    : [finding('foreign_item', item, `it names the business ${JSON.stringify(item.business_id)}`)]

const findingName = ({ code, ...key }: Finding) => `${code}\n${nameOf(key)}`

/** The findings that are in both lists, as the second has them. */
export function confirmed(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const names = new Set(first.map(findingName))
  return second.filter((one) => names.has(findingName(one)))
}

/**
 * Inspects items, and those that look broken a second time as they are then. Only what is found twice is reported:
 * a write between two reads is not a finding.
 */
export async function inspectTwice(items: readonly StoredItem[], inspect: Inspect): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let n = 0; n < items.length; n += AT_A_TIME)
    findings.push(...(await inspectSome(items.slice(n, n + AT_A_TIME), inspect)))
  return findings
}

/** Each product can lead to variants of 256 KB: 64 MB at most. */
const AT_A_TIME = 250

async function inspectSome(items: readonly StoredItem[], inspect: Inspect): Promise<Finding[]> {
  const first = await inspectOnce(items, inspect)
  const suspects = items.filter((_, n) => first[n]?.length)
  if (suspects.length === 0) return []
  const again = await readItems(suspects)
  const second = await inspectOnce([...again.values()], inspect)
  return confirmed(first.flat(), second.flat())
}

async function inspectOnce(items: readonly StoredItem[], inspect: Inspect): Promise<Finding[][]> {
  const inspections = items.map(inspect)
  const wanted = inspections.flatMap(({ references }) => references)
  const found = await readItems(wanted.flatMap(({ key, beside }) => (beside ? [key, beside] : [key])))
  return inspections.map(({ findings, references }) => [
    ...findings,
    ...references.flatMap(
      ({ key, beside, judge }) => judge(found.get(nameOf(key)), beside && found.get(nameOf(beside))) ?? [],
    ),
  ])
}
