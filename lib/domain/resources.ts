/**
 * One record for each resource: the facts about products, categories and all others, each in one place. Events, limits,
 * scopes, problems, the description, `verify` and the tests read it. Data only: it imports nothing. `CONTRIBUTING.md`
 * says what else a new resource needs.
 */

export interface ResourceRecord {
  /** In a sentence, one and many of them. */
  readonly name: string
  readonly names: string
  /** Its heading in the description, and the text below it. */
  readonly title: string
  readonly about: string
  /** The first part of its scopes. */
  readonly scope: string
  /** The beginning of its item's sort key; its id follows, if a business has many. */
  readonly keyPrefix: string
  /** Its events: the end of the type, and the summary in the description. */
  readonly events: Readonly<Record<string, string>>
  /** How many of them a business can have. */
  readonly limit?: number
  /** Those that count against the limit, if not all: in a sentence. */
  readonly limited?: string
  /** True if a request that creates one can choose its id: then that id can exist already. */
  readonly takesId?: true
  /** True if no path names one of them: then there is no problem that one does not exist. */
  readonly isUnnamed?: true
  /** True if the problem that one does not exist is not made from its type. */
  readonly hasOwnProblem?: true
  /** Members whose values no two of a business have, and their names in a sentence. */
  readonly unique?: Readonly<Record<string, string>>
}

/** By type: that of the item in the table (of a picture it is `medium`), of the object in events, and the beginning of its problems' codes. */
export const RESOURCES = {
  product: {
    name: 'product',
    names: 'products',
    title: 'Products',
    about: 'The products of the business, in every status.',
    scope: 'products',
    keyPrefix: 'PRODUCT#',
    events: {
      created: 'A product was created.',
      published: 'A product became `active`, and therefore public.',
      unpublished: 'A product is no longer `active`.',
      updated: 'Another field of a product changed.',
      deleted: 'A product was deleted; `data` is its last state.',
    },
    limit: 100_000,
    unique: { slug: 'slug', sku: 'SKU', external_id: 'external id' },
  },
  category: {
    name: 'category',
    names: 'categories',
    title: 'Categories',
    about: 'The categories of the business.',
    scope: 'categories',
    keyPrefix: 'CATEGORY#',
    events: {
      created: 'A category was created.',
      updated: 'A category changed.',
      deleted: 'A category was deleted; `data` is its last state.',
    },
    limit: 1_000,
    takesId: true,
  },
  business: {
    name: 'business',
    names: 'businesses',
    title: 'Business',
    about: 'The business of the API key.',
    scope: 'business',
    keyPrefix: 'PROFILE',
    events: { updated: 'The business changed.' },
  },
  api_key: {
    name: 'API key',
    names: 'API keys',
    title: 'API keys',
    about: 'Keys for automations. A key cannot create a key with more rights than its own.',
    scope: 'api_keys',
    keyPrefix: 'APIKEY#',
    events: {
      created: 'An API key was created.',
      rotated: 'An API key got a new token.',
      updated: 'The name or the rights of an API key changed.',
      revoked: 'An API key was revoked.',
    },
    limit: 50,
    limited: 'live API keys',
  },
  inventory: {
    name: 'stock',
    names: 'stocks',
    title: 'Inventory',
    about: 'The quantities of tracked products and variants.',
    scope: 'inventory',
    keyPrefix: '',
    events: {
      adjusted: 'Quantities were adjusted; `data` is the adjustment.',
      committed: 'A hold became a sale; `data` is its pieces and the payment. No quantity changed.',
    },
    isUnnamed: true,
  },
  schedule: {
    name: 'schedule',
    names: 'schedules',
    title: 'Schedules',
    about: 'Changes of products at a given time, and their ends.',
    scope: 'products',
    keyPrefix: 'SCHEDULE#',
    events: { failed: 'A schedule did not do all it was to do; `data` says what it left.' },
  },
  webhook: {
    name: 'webhook',
    names: 'webhooks',
    title: 'Webhooks',
    about: 'The endpoints that receive events.',
    scope: 'webhooks',
    keyPrefix: 'WEBHOOK#',
    events: {
      created: 'A webhook was created.',
      secret_rotated: 'A webhook got a new secret.',
      deleted: 'A webhook was deleted; `data` is its last state.',
      disabled: 'A webhook was disabled, by a request or because its endpoint kept failing.',
      updated: 'Another field of a webhook changed.',
    },
    limit: 20,
    unique: { url: 'URL' },
  },
  import: {
    name: 'import',
    names: 'imports',
    title: 'Imports',
    about: 'Whole files of products, read as `operator import` reads them, and exports.',
    scope: 'products',
    keyPrefix: 'imp_',
    events: {
      succeeded: 'An import ended, and every row of its file was imported.',
      partly_succeeded: 'An import ended, and some rows of its file were refused.',
      failed: 'An import ended early; `data.reason` says why.',
      cancelled: 'An import was cancelled.',
    },
  },
  media: {
    name: 'picture',
    names: 'pictures',
    title: 'Media',
    about: 'Uploaded pictures, for products, categories and the logo.',
    scope: 'media',
    keyPrefix: 'MEDIUM#',
    events: {
      created: 'A picture was uploaded.',
      deleted: 'A picture was deleted; `data` is its last state.',
    },
    hasOwnProblem: true,
  },
} as const satisfies Record<string, ResourceRecord>

export type ResourceType = keyof typeof RESOURCES

type Records = typeof RESOURCES

/** The heading of a resource in the description. */
export type ResourceTitle = Records[ResourceType]['title']

/** `product.created`, `category.deleted` … */
export type EventType = {
  [T in ResourceType]: `${T}.${keyof Records[T]['events'] & string}`
}[ResourceType]

/** The types whose id a request can choose. */
type ChosenIdType = {
  [T in ResourceType]: Records[T] extends { takesId: true } ? T : never
}[ResourceType]

/** The types of which a path names one, and whose problem that it does not exist is made from that. */
export type NamedType = {
  [T in ResourceType]: Records[T] extends { isUnnamed: true } | { hasOwnProblem: true } ? never : T
}[ResourceType]

/** `category_exists`: the id of a new object is another's. */
export type ExistsReason = `${ChosenIdType}_exists`

/** `sku_taken` …: the value of a member is another object's. */
export type TakenReason = `${UniqueMember}_taken`

/** `sku` …: a member whose values no two of a business have. */
export type UniqueMember = {
  [T in ResourceType]: Records[T] extends { unique: infer Unique } ? keyof Unique & string : never
}[ResourceType]

/** All records, each with its type, for code that treats them alike: a member that only some have is optional here. */
export const RECORDS: readonly (ResourceRecord & { type: ResourceType })[] = (
  Object.keys(RESOURCES) as ResourceType[]
).map((type) => ({ type, ...RESOURCES[type] }))

/** Those of `NamedType`. */
export const NAMED = RECORDS.filter(
  (record): record is typeof record & { type: NamedType } => !record.isUnnamed && !record.hasOwnProblem,
)

/** Every type of event, and behind those of each resource all of them in one: `product.*`. */
export const EVENT_TYPE_FILTERS: readonly (EventType | `${string}.*`)[] = RECORDS.flatMap(
  ({ type, events }) => [
    ...Object.keys(events).map((event) => `${type}.${event}` as EventType),
    `${type}.*` as const,
  ],
)
