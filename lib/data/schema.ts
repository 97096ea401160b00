/**
 * The table as CloudFormation and the queries see it: attribute names, and the eight storefront indexes.
 * How the strings inside the keys are made is `keys.ts`.
 */

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
  /** The public view as a JSON string, rendered when the item was written. */
  card: 'card',
  /** What lists filter on: `{available, price, tags, category}`. */
  facets: 'facets',
} as const

/** Index name → its partition key and sort key. Every index projects `card` and `facets` and nothing else. */
export const INDEXES = {
  'store-position': { partition: STOREFRONT.store, sort: STOREFRONT.byPosition },
  'store-name': { partition: STOREFRONT.store, sort: STOREFRONT.byName },
  'store-price': { partition: STOREFRONT.store, sort: STOREFRONT.byPrice },
  'store-created': { partition: STOREFRONT.store, sort: STOREFRONT.byCreated },
  'shelf-position': { partition: STOREFRONT.shelf, sort: STOREFRONT.byPosition },
  'shelf-name': { partition: STOREFRONT.shelf, sort: STOREFRONT.byName },
  'shelf-price': { partition: STOREFRONT.shelf, sort: STOREFRONT.byPrice },
  'shelf-created': { partition: STOREFRONT.shelf, sort: STOREFRONT.byCreated },
} as const

export type IndexName = keyof typeof INDEXES

/** Seconds since the epoch after which DynamoDB may delete an item. Deletion is lazy: always judge time on read. */
export const TTL_ATTRIBUTE = 'ttl'
