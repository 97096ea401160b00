/**
 * Every key string of the table is made here and nowhere else.
 *
 * A tenant's partitions are exactly `BIZ#<business id>` or start with `BIZ#<business id>#`: that one prefix
 * rule separates the tenants. What a caller chose (an id, a slug, a SKU) is only ever at the end of a key,
 * so that no `#` in it can be read as a separator.
 */

/** Primary key of one item. */
export interface Key {
  pk: string
  sk: string
}

/** The prefixes of the sort keys of a business's categories, counts, tombstones and products; the id follows. */
export const CATEGORY_PREFIX = 'CATEGORY#'
export const COUNT_PREFIX = 'COUNT#'
export const TOMBSTONE_PREFIX = 'TOMBSTONE#'
export const PRODUCT_PREFIX = 'PRODUCT#'
export const VARIANTS_PREFIX = 'VARIANTS#'
export const PLACEMENT_PREFIX = 'PLACE#'
export const WEBHOOK_PREFIX = 'WEBHOOK#'
export const DELIVERY_PREFIX = 'DELIVERY#'
export const RETRY_PREFIX = 'DUE#'
export const HOLD_PREFIX = 'HOLD#'
export const SCHEDULE_PREFIX = 'SCHEDULE#'

const tenant = (businessId: string) => `BIZ#${businessId}`

/** The business whose partition this is, if it is one of a business. */
export const tenantOf = (partition: string): string | undefined =>
  /^BIZ#([0-9a-f-]{36})(?:#|$)/.exec(partition)?.[1]

/** The prefix rule: whether a partition is this business's. */
export const isOfTenant = (partition: unknown, businessId: string): boolean =>
  typeof partition === 'string' &&
  (partition === tenant(businessId) || partition.startsWith(`${tenant(businessId)}#`))

export const businessKey = (businessId: string): Key => ({ pk: tenant(businessId), sk: 'PROFILE' })

export const categoryKey = (businessId: string, categoryId: string): Key => ({
  pk: tenant(businessId),
  sk: `${CATEGORY_PREFIX}${categoryId}`,
})

/** Items that many writers touch are spread over this many, so that they don't queue on one. */
export const SHARDS = 8

/** The shard of a UUID: its end, which is random, chooses. The same one always. */
export const shardOf = (uuid: string) => Number.parseInt(uuid.slice(-4), 16) % SHARDS

/** The shard of any text. The same one always. */
export const shardOfText = (text: string) => {
  let sum = 0
  for (const character of text) sum = (31 * sum + (character.codePointAt(0) ?? 0)) % 65_521
  return sum % SHARDS
}

export const categoryCountKey = (businessId: string, categoryId: string, shard: number): Key => ({
  pk: tenant(businessId),
  sk: `${COUNT_PREFIX}${categoryId}#${shard}`,
})

/** When the last category of an id was deleted. */
export const categoryTombstoneKey = (businessId: string, categoryId: string): Key => ({
  pk: tenant(businessId),
  sk: `${TOMBSTONE_PREFIX}${categoryId}`,
})

export const productKey = (businessId: string, productId: string): Key => ({
  pk: tenant(businessId),
  sk: `${PRODUCT_PREFIX}${productId}`,
})

/** All variants of a product, in one item. */
export const variantSheetKey = (businessId: string, productId: string): Key => ({
  pk: tenant(businessId),
  sk: `${VARIANTS_PREFIX}${productId}`,
})

/** The place of a product in one of its additional categories. */
export const placementKey = (businessId: string, productId: string, categoryId: string): Key => ({
  pk: tenant(businessId),
  sk: `${PLACEMENT_PREFIX}${productId}#${categoryId}`,
})

/** How much there is of each variant of a product. A partition of its own, so that a list reads nothing else. */
export const stockKey = (businessId: string, productId: string): Key => ({
  pk: `${tenant(businessId)}#STOCK`,
  sk: productId,
})

/** A hold of stock, by the client's reference: 128 ASCII characters at most. */
export const holdKey = (businessId: string, reference: string): Key => ({
  pk: `${tenant(businessId)}#HOLDS`,
  sk: `${HOLD_PREFIX}${reference}`,
})

/** The change of a product that is planned for a given time, and the end of one that was made. */
export const scheduleKey = (businessId: string, productId: string): Key => ({
  pk: `${tenant(businessId)}#SCHEDULES`,
  sk: `${SCHEDULE_PREFIX}${productId}`,
})

/** A guard item holds a value for one product: creating it twice fails, which makes the value unique. */
export const slugGuardKey = (businessId: string, slug: string): Key => guard(businessId, 'SLUG', slug)
export const skuGuardKey = (businessId: string, sku: string): Key => guard(businessId, 'SKU', sku)
export const externalIdGuardKey = (businessId: string, externalId: string): Key =>
  guard(businessId, 'EXTERNAL', externalId)

const guard = (businessId: string, kind: string, value: string): Key => ({
  pk: `${tenant(businessId)}#${kind}#${value}`,
  sk: 'GUARD',
})

export const apiKeyKey = (businessId: string, keyId: string): Key => ({
  pk: `${tenant(businessId)}#ACCESS`,
  sk: `APIKEY#${keyId}`,
})

/** Which keys a business has: what limits their number and keeps the last of its kind is decided here. */
export const rosterKey = (businessId: string): Key => ({ pk: `${tenant(businessId)}#ACCESS`, sk: 'ROSTER' })

/** How fast a key has been calling. A partition of its own, for it is written with every call. */
export const rateKey = (businessId: string, keyId: string): Key => ({
  pk: `${tenant(businessId)}#RATE#${keyId}`,
  sk: 'RATE',
})

/** A webhook, among the API keys: both say who has access. */
export const webhookKey = (businessId: string, webhookId: string): Key => ({
  pk: `${tenant(businessId)}#ACCESS`,
  sk: `${WEBHOOK_PREFIX}${webhookId}`,
})

/** Its secrets have a partition of their own: roles without them are denied this partition (lib/infra/permissions.ts). */
export const webhookSecretKey = (businessId: string, webhookId: string): Key => ({
  pk: `${tenant(businessId)}#SECRET#${webhookId}`,
  sk: 'SECRET',
})

/** How far its deliveries are. */
export const webhookStateKey = (businessId: string, webhookId: string): Key => ({
  pk: `${tenant(businessId)}#WEBHOOK#${webhookId}`,
  sk: 'DELIVERIES',
})

/**
 * One event at one webhook. Its sort key is not the event's id alone, which the filter of the table's stream matches.
 */
export const deliveryKey = (businessId: string, webhookId: string, eventId: string): Key => ({
  pk: webhookStateKey(businessId, webhookId).pk,
  sk: `${DELIVERY_PREFIX}${eventId}`,
})

/** When a delivery is to be tried again, in the order of these times. */
export const retryKey = (businessId: string, webhookId: string, time: string, eventId: string): Key => ({
  pk: webhookStateKey(businessId, webhookId).pk,
  sk: `${RETRY_PREFIX}${time}#${eventId}`,
})

/** The last of the times to try something again that are not after a time. */
export const lastRetry = (time: string) => lastWithPrefix(`${RETRY_PREFIX}${time}#`)

/** The enabled webhooks of all businesses are in this many partitions. */
export const ENABLED_SHARDS = 4

/** Global: that a webhook is enabled. */
export const enabledWebhookKey = (businessId: string, webhookId: string): Key => ({
  pk: enabledPartition(Number.parseInt(webhookId.slice(-4), 16) % ENABLED_SHARDS),
  sk: `${businessId}#${webhookId}`,
})

export const enabledPartition = (shard: number) => `WEBHOOKS#${shard}`

export const eventKey = (businessId: string, eventId: string): Key => ({
  pk: `${tenant(businessId)}#EVENTS`,
  sk: eventId,
})

/** The response to an earlier request under an Idempotency-Key; `call` names method, path and the caller's key. */
export const idempotencyKey = (businessId: string, apiKeyId: string, call: string): Key => ({
  pk: `${tenant(businessId)}#IDEMPOTENCY#${apiKeyId}`,
  sk: call,
})

/** A plan of an API key, next to the responses to its requests; `plan` names its kind and its id. */
export const planKey = (businessId: string, apiKeyId: string, plan: string): Key => ({
  pk: idempotencyKey(businessId, apiKeyId, '').pk,
  sk: `PLAN#${plan}`,
})

/** The newest stored search index of a business: which one it is. */
export const searchIndexKey = (businessId: string): Key => ({
  pk: `${tenant(businessId)}#SEARCH`,
  sk: 'CURRENT',
})

/** A piece of a stored search index. */
export const searchPieceKey = (businessId: string, index: string, piece: number): Key => ({
  pk: searchIndexKey(businessId).pk,
  sk: `${index}#${String(piece).padStart(4, '0')}`,
})

/** That a search index is being made. */
export const searchLeaseKey = (businessId: string): Key => ({
  pk: searchIndexKey(businessId).pk,
  sk: 'LEASE',
})

/** An import of a file. The whole partition is what imports leave for a while: one Query finds all of it. */
export const importKey = (businessId: string, importId: string): Key => ({
  pk: `${tenant(businessId)}#IMPORTS`,
  sk: importId,
})

/** The import of a business that is under way: there is one at a time. */
export const runningImportKey = (businessId: string): Key => importKey(businessId, 'RUNNING')

/**
 * The marks of imports under way of all businesses are in this many partitions of an index: the sweep finds those that
 * nobody works on.
 */
export const RUNNING_IMPORT_SHARDS = 4
export const runningImportsPartition = (shard: number | '*') => `IMPORTS#${shard}`

/** The place of a mark in that index: in the order in which imports began, whose ids begin with that time. */
export const runningImportPlace = (businessId: string, importId: string) => ({
  partition: runningImportsPartition(Number.parseInt(businessId.slice(-4), 16) % RUNNING_IMPORT_SHARDS),
  sort: byChange(uuidTime(importId.slice(importId.indexOf('_') + 1)), `#${businessId}#${importId}`),
})

/** The time of a UUIDv7, in milliseconds since the epoch. */
const uuidTime = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, TIME_LENGTH), 16)

/** A part of the file of an import. */
export const filePartKey = (businessId: string, importId: string, part: number): Key =>
  importKey(businessId, `FILE#${importId}#${String(part).padStart(2, '0')}`)

/** Rows of a file in their order: a row number has fewer digits than this. */
const paddedRow = (row: number) => String(row).padStart(9, '0')

/** A row that an import refused or left out; without a row the beginning of all of them. */
export const importFaultKey = (businessId: string, importId: string, row?: number): Key =>
  importKey(businessId, `FAULT#${importId}#${row === undefined ? '' : paddedRow(row)}`)

/** That an import has used quantities of a row: a portion of them, or those with which stocks began. */
export const stockMarkKey = (businessId: string, importId: string, row: number, part: string): Key =>
  importKey(businessId, `STOCK#${importId}#${paddedRow(row)}#${part}`)

/** The prefix of the sort keys of pictures; the id follows. */
export const MEDIUM_PREFIX = 'MEDIUM#'

/** A picture. The partition has all pictures of a business, and their count. */
export const mediumKey = (businessId: string, mediumId: string): Key => ({
  pk: `${tenant(businessId)}#MEDIA`,
  sk: `${MEDIUM_PREFIX}${mediumId}`,
})

/** How many pictures a business has, and their bytes. */
export const mediaCountKey = (businessId: string): Key => ({
  pk: mediumKey(businessId, '').pk,
  sk: 'COUNT',
})

/**
 * Global: that there is a business of this id. One partition holds all of them: the operator makes a business now and
 * then, while a partition takes 1,000 writes a second, and a page of a Query holds thousands of these rows.
 */
export const registryKey = (businessId: string): Key => ({ pk: 'BUSINESSES', sk: businessId })

/**
 * The clock finds the items of all businesses that are due, in the order of their times, in this many partitions of an
 * index. The next tries of deliveries are elsewhere: `retryKey`.
 */
export const DUE_SHARDS = 4
export const duePartition = (shard: number | '*') => `DUE#${shard}`

/** The partition of an index with the items of one business that are due at a time. */
export const ownDuePartition = (businessId: string) => `${tenant(businessId)}#DUE`

/** Behind all items that are due until a time, in milliseconds since the epoch. */
export const dueUntil = (time: number) => lastWithPrefix(byChange(time, ''))

/** The places of an item in both partitions: in the order of the times, in milliseconds since the epoch. */
export const duePlace = (businessId: string, { sk }: Key, time: number) => ({
  partition: duePartition(shardOfText(sk) % DUE_SHARDS),
  own: ownDuePartition(businessId),
  sort: byChange(time, `#${businessId}#${sk}`),
})

/** Global: which business owns a slug. */
export const shopKey = (slug: string): Key => ({ pk: `SHOP#${slug}`, sk: 'SHOP' })

/** Global: which business and key a token belongs to; `digest` is the SHA-256 of the token in hex. */
export const tokenKey = (digest: string): Key => ({ pk: `TOKEN#${digest}`, sk: 'TOKEN' })

/** Partitions of the storefront indexes. */
export const storePartition = (businessId: string) => tenant(businessId)
export const shelfPartition = (businessId: string, categoryId: string) =>
  `${tenant(businessId)}#CATEGORY#${categoryId}`
export const categoriesPartition = (businessId: string) => `${tenant(businessId)}#CATEGORIES`
export const profilePartition = (businessId: string) => `${tenant(businessId)}#PROFILE`
export const variantsPartition = (businessId: string) => `${tenant(businessId)}#VARIANTS`
export const changesPartition = (businessId: string) => `${tenant(businessId)}#CHANGES`
export const slugPartition = (businessId: string, slug: string) => slugGuardKey(businessId, slug).pk

/** Lower than every character a name may hold, so that "Tea" sorts before "Tea pot" whatever the ids are. */
const END = '\u0001'

/** As the first 48 bits of a UUIDv7. */
const TIME_LENGTH = 12

/** Positions go to 10^9 and prices to 10^12: padded to one width, their text sorts as their number does. */
const paddedPosition = (position: number) => String(position).padStart(10, '0')
const paddedPrice = (price: number) => String(price).padStart(13, '0')

/** Sort keys of the storefront indexes; `foldedName` is at most 256 bytes. All end in the id, so none repeats. */
export const byCreated = (id: string) => id
export const byName = (foldedName: string, id: string) => `${foldedName}${END}${id}`
export const byPosition = (position: number, foldedName: string, id: string) =>
  `${paddedPosition(position)}${END}${byName(foldedName, id)}`
export const byPrice = (price: number, id: string) => `${paddedPrice(price)}${END}${id}`

/** Of a change of something at a time in milliseconds since the epoch: in the order of the times. */
export const byChange = (time: number, of: string) => `${time.toString(16).padStart(TIME_LENGTH, '0')}${of}`

/** The time and the thing of a change. */
export const changeIn = (sortKey: string): { time: number; of: string } => ({
  time: Number.parseInt(sortKey.slice(0, TIME_LENGTH), 16),
  of: sortKey.slice(TIME_LENGTH),
})

/** The id that a sort key ends in. */
export const idIn = (sortKey: string) => sortKey.slice(sortKey.lastIndexOf(END) + 1)

/** Bounds that hold every `byPrice` key from `min` to `max`, both included. */
export const priceFloor = (min: number) => paddedPrice(min)
export const priceCeiling = (max: number) => lastWithPrefix(paddedPrice(max))

/** DynamoDB compares strings by their UTF-8 bytes; nothing sorts behind the last code point. */
const LAST = '\u{10ffff}'

/** A string behind every sort key that begins with a prefix. */
export const lastWithPrefix = (prefix: string) => `${prefix}${LAST}`

/** The smallest string above a sort key, with no other string between the two. */
export const justAbove = (sortKey: string) => `${sortKey}\u0000`
export const justBelow = (sortKey: string) =>
  `${sortKey.slice(0, -1)}${String.fromCharCode(sortKey.charCodeAt(sortKey.length - 1) - 1)}${LAST}`
