/**
 * The table as CloudFormation and the queries see it: attribute names, and the eight storefront indexes.
 * How the strings inside the keys are made is `keys.ts`.
 */

/** The public view, rendered when the item was written: JSON, written as `card-text.ts` says. */
export const CARD = 'card'

/** Attributes that carry the storefront indexes. All of them exist exactly while the item is public. */
export const STOREFRONT = {
  /** Partition of the whole store. */
  store: 'store',
  /** Partition of one category. */
  shelf: 'shelf',
  byPosition: 'by_position',
  byName: 'by_name',
  byPrice: 'by_price',
  /** The id: for products a UUIDv7, and therefore the order of creation. */
  byCreated: 'by_created',
  card: CARD,
  /** The attribute with the fields of a card by which lists filter. */
  facets: 'facets',
} as const

/**
 * The members of `facets`: one letter each, for they are read with every product of a page. `b` is for channels alone: the
 * numbers of the variants on backorder, also in the row of the variants.
 */
export const FACETS = { available: 'a', price: 'p', tags: 't', backorder: 'b' } as const

const INDEX_NAMES = [
  'store-position',
  'store-name',
  'store-price',
  'store-created',
  'shelf-position',
  'shelf-name',
  'shelf-price',
  'shelf-created',
] as const

/** `<scope>-<order>` */
export type IndexName = (typeof INDEX_NAMES)[number]

/** The index in which the sweep finds the imports under way of all businesses. */
export const RUNNING_IMPORTS_INDEX = 'store-created' satisfies IndexName

/** The index in which the clock finds the items of all businesses that are due. */
export const DUE_INDEX = 'store-created' satisfies IndexName

/** The index with the items of one business that are due at a time: with what is held of it. */
export const OWN_DUE_INDEX = 'shelf-created' satisfies IndexName

/** The attributes that are an index's partition key and sort key: its name says both. */
export function keysOf(index: IndexName): { partition: string; sort: string } {
  const [partition = '', order] = index.split('-')
  return { partition, sort: `by_${order}` }
}

/** Index name → its partition key and sort key. Every index projects `card` and `facets` and nothing else. */
export const INDEXES = /* @__PURE__ */ allKeys()

function allKeys() {
  const entries = INDEX_NAMES.map((name) => [name, keysOf(name)] as const)
  return Object.fromEntries(entries) as Record<IndexName, ReturnType<typeof keysOf>>
}

/** Seconds since the epoch after which DynamoDB may delete an item. Deletion is lazy: always check the time on read. */
export const TTL_ATTRIBUTE = 'ttl'
