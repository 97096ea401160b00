import { type categoryListParameters, MOST_CATEGORIES } from '../../api/http/lists/category-list.ts'
import { MOST_EXPANDED, type productListParameters } from '../../api/http/lists/product-list.ts'
import { EXPANSIONS, type productParameters } from '../../api/http/parameters/product-parameters.ts'
import type { dryRunParameters } from '../../api/http/pipeline/dry-run.ts'
import {
  ADMIN_PRODUCTS,
  DELIVERIES,
  EVENTS,
  EXPORT,
  HOLDS,
  INVENTORY,
  SCHEDULES,
  VARIANTS,
} from './admin-parameters.ts'
import { IMPORTS } from './import-parameters.ts'
import { ref } from './json-schema.ts'
import type { JsonSchema, Parameter } from './openapi.ts'
import {
  commas,
  fields,
  isAvailable,
  PAGE,
  price,
  type Query,
  type QueryParameter,
  text,
} from './query-parts.ts'
import { SEARCH } from './search-parameters.ts'

const expand: QueryParameter = {
  description: 'Adds `options` and `variants`. Can be repeated.',
  schema: { type: 'array', items: ref('ProductExpansion'), minItems: 1, maxItems: EXPANSIONS.length },
  ...commas,
  example: ['variants'],
}

const PRODUCT: Query<typeof productParameters> = { expand }

const PRODUCTS: Query<typeof productListParameters> = {
  category: {
    description:
      'Products of this category. The list is empty if the category does not exist. For several categories, or those below one, use `/products/search`.',
    schema: { ...text, pattern: '^[^,]*$' },
  },
  is_available: isAvailable,
  price_min: { description: 'The lowest price, in the minor unit.', schema: price },
  price_max: { description: 'The highest price, in the minor unit.', schema: price },
  tag: { description: 'Products with exactly this tag.', schema: text },
  fields,
  sort: {
    description:
      'The order; `-` reverses it exactly. `position` sorts by position, then name. Ties are broken by id.',
    schema: { ...ref('ProductSort'), default: 'position' },
  },
  ...PAGE,
  ids: {
    description:
      'Returns these products in this order, only public ones. Can only be combined with `fields`, `expand`, and with a `cursor` from a page of the same ids; `limit` and `sort` are only accepted with their default. Can be repeated: the lists are joined, at most 100 ids in all.',
    schema: { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: 100 },
    ...commas,
  },
  expand: {
    ...expand,
    description: `Adds \`options\` and \`variants\`. Only with \`ids\`, of at most ${MOST_EXPANDED} products. Can be repeated.`,
  },
}

const CATEGORIES: Query<typeof categoryListParameters> = {
  limit: {
    description:
      'The largest number of categories on a page: 1000 gets the whole menu, unless it is larger than 1 MB.',
    schema: { type: 'integer', minimum: 1, maximum: MOST_CATEGORIES, default: 50 },
  },
  cursor: PAGE.cursor,
}

const DRY_RUN: Query<typeof dryRunParameters> = {
  dry_run: {
    description:
      '`true` returns the response of the write, with the events that it would record, and writes nothing. Not together with an `Idempotency-Key`.',
    schema: { type: 'boolean' },
  },
}

const inQuery = (parameters: Record<string, QueryParameter>): Parameter[] =>
  Object.entries(parameters).map(([name, parameter]) => ({ name, in: 'query', ...parameter }))

/** The query parameters of lists. */
export const QUERIES = {
  page: inQuery(PAGE),
  categories: inQuery(CATEGORIES),
  products: inQuery(PRODUCTS),
  search: inQuery(SEARCH),
  product: inQuery(PRODUCT),
  adminProducts: inQuery(ADMIN_PRODUCTS),
  export: inQuery(EXPORT),
  variants: inQuery(VARIANTS),
  inventory: inQuery(INVENTORY),
  holds: inQuery(HOLDS),
  schedules: inQuery(SCHEDULES),
  events: inQuery(EVENTS),
  deliveries: inQuery(DELIVERIES),
  imports: inQuery(IMPORTS),
  dryRun: inQuery(DRY_RUN),
}

/** The variables of a path, by their names in the route table. */
export const pathParameter = (name: string, description: string, schema: JsonSchema = text): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema,
})

/** `*`, or entity tags separated by commas (RFC 9110 §13.1.1); the tags of this API contain no comma. */
const TAGS = '^(?:\\*|(?:W/)?"[!#-+\\--~]*"(?: *, *(?:W/)?"[!#-+\\--~]*")*)$'

/** A character of a key but the quote: a key is not a pair of quotes around nothing. */
const KEY = '[!#-+\\--~]'

/** Request headers of more than one operation. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to retry: a second one within 24 h with the same key and body has no effect and returns the first response. Use a new key (a UUID) for every new request.',
    schema: {
      type: 'string',
      pattern: `^(?:"${KEY}{1,255}"|${KEY}|${KEY}[!-+\\--~]|"${KEY}|[!-+\\--~]{3,255})$`,
    },
    example: '5f0f1a3e-6d0a-4a9e-9b2b-0a8f0c6f9d3b',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The request is only carried out if the object still has this `ETag`. `*` means any version.',
    schema: { type: 'string', pattern: TAGS },
    example: '"1795254580102.2"',
  },
  IfNoneMatchAny: {
    name: 'If-None-Match',
    in: 'header',
    description: 'With `*` the request is only carried out if the object does not exist yet.',
    schema: { type: 'string', pattern: TAGS },
    example: '*',
  },
  IfNoneMatchVersion: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the version that you have. If it is still the current one, the response is 304.',
    schema: { type: 'string', pattern: TAGS },
    example: '"1795254580102.2"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the response that you have. If it is still the same, the response is 304. A malformed value is ignored.',
    schema: text,
  },
} as const satisfies Record<string, Parameter>
