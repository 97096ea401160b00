import { PUBLIC_PRODUCT_FIELDS } from '../domain/public-view.ts'
import type { adminProductParameters } from '../http/lists/admin-product-list.ts'
import type { productListParameters } from '../http/lists/product-list.ts'
import type { pageParameters } from '../http/parameters/parameters.ts'
import { ref } from './json-schema.ts'
import type { JsonSchema, Parameter } from './openapi.ts'

const text: JsonSchema = { type: 'string', minLength: 1 }
const price: JsonSchema = { type: 'integer', format: 'int64', minimum: 0, maximum: 1e12 }

type QueryParameter = Omit<Parameter, 'in' | 'name'>
type Query<Readers> = Record<keyof Readers, QueryParameter>

/** A list in one parameter, with commas. */
const commas = { style: 'form', explode: false } as const

const PAGE: Query<typeof pageParameters> = {
  limit: {
    description: 'How many items a page holds at most. A page also ends at 1 MB of JSON.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  },
  cursor: {
    description:
      '`next_cursor` of the page before. Only good for the list it came from: same business, path, filters and sort.',
    schema: { ...text, maxLength: 1024 },
  },
}

const PRODUCTS: Query<typeof productListParameters> = {
  category: { description: 'Products of this category; an unknown one is an empty list.', schema: text },
  is_available: {
    description: 'Only those that are, or are not, sold out.',
    schema: { type: 'boolean' },
  },
  price_min: { description: 'Not below this price, in the minor unit.', schema: price },
  price_max: { description: 'Not above this price, in the minor unit.', schema: price },
  tag: { description: 'Products with exactly this tag.', schema: text },
  fields: {
    description:
      'Only these members of each product; `id` always comes too. Sent more than once, the lists add up.',
    schema: {
      type: 'array',
      items: ref('ProductField'),
      minItems: 1,
      maxItems: PUBLIC_PRODUCT_FIELDS.length,
    },
    ...commas,
    example: ['name', 'price'],
  },
  sort: {
    description:
      'The order; with `-` the exact reverse. By `position` then name, or by name, price or time; ties by id.',
    schema: { ...ref('ProductSort'), default: 'position' },
  },
  ...PAGE,
  ids: {
    description:
      'These products in this order, those that are public. Only beside `fields`, and `cursor` of a page of the same ids; `limit` and `sort` change nothing and may only say their default. Sent more than once, the lists add up: at most 100 ids in all.',
    schema: { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: 100 },
    ...commas,
  },
}

const ADMIN_PRODUCTS: Query<typeof adminProductParameters> = {
  status: {
    description: 'Only products in this status.',
    schema: ref('ProductStatus'),
  },
  category: { description: 'Products of this category; an unknown one is an empty list.', schema: text },
  sku: { description: 'The one product of this SKU.', schema: text },
  external_id: { description: 'The one product of this external id.', schema: text },
  sort: {
    description: 'In the order they were made, or its reverse.',
    schema: { ...ref('AdminProductSort'), default: 'created_at' },
  },
  ...PAGE,
}

const inQuery = (parameters: Record<string, QueryParameter>): Parameter[] =>
  Object.entries(parameters).map(([name, parameter]) => ({ name, in: 'query', ...parameter }))

/** What a list may be asked for. */
export const QUERIES = {
  page: inQuery(PAGE),
  products: inQuery(PRODUCTS),
  adminProducts: inQuery(ADMIN_PRODUCTS),
}

/** The variables of a path, by their names in the route table. */
export const pathParameter = (name: string, description: string, schema: JsonSchema = text): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema,
})

/** `*`, or entity tags with commas between (RFC 9110 §13.1.1); no tag of ours has one inside. */
const TAGS = '^(?:\\*|(?:W/)?"[!#-+\\--~]*"(?: *, *(?:W/)?"[!#-+\\--~]*")*)$'

/** A character of a key but the quote: a key is not a pair of quotes around nothing. */
const KEY = '[!#-+\\--~]'

/** Headers of requests that more than one operation takes. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Carries the call out once: repeated within 24 h under the same key and with the same body, it answers what the first one did. Make a new one (a UUID) for every new intent.',
    schema: {
      type: 'string',
      pattern: `^(?:"${KEY}{1,255}"|${KEY}|${KEY}[!-+\\--~]|"${KEY}|[!-+\\--~]{3,255})$`,
    },
    example: '5f0f1a3e-6d0a-4a9e-9b2b-0a8f0c6f9d3b',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Only if the object is still this version: its `ETag`, or `*`.',
    schema: { type: 'string', pattern: TAGS },
    example: '"1795254580102.2"',
  },
  IfNoneMatchAny: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*`: only if there is no such object yet.',
    schema: { type: 'string', pattern: TAGS },
    example: '*',
  },
  IfNoneMatchVersion: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of what you have; if that is still this version, the answer is 304.',
    schema: { type: 'string', pattern: TAGS },
    example: '"1795254580102.2"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of what you have; if it is still the same, the answer is 304. A malformed one is ignored.',
    schema: text,
  },
} as const satisfies Record<string, Parameter>
