/** Parts of the descriptions of query parameters. */

import type { pageParameters } from '../../api/http/parameters/parameters.ts'
import { PUBLIC_PRODUCT_FIELDS } from '../../domain/products/fields.ts'
import { ref } from './json-schema.ts'
import type { JsonSchema, Parameter } from './openapi.ts'

export const text: JsonSchema = { type: 'string', minLength: 1 }
export const price: JsonSchema = { type: 'integer', format: 'int64', minimum: 0, maximum: 1e12 }

export type QueryParameter = Omit<Parameter, 'in' | 'name'>
/** A description for each of these readers. */
export type Query<Readers> = Record<keyof Readers, QueryParameter>

/** A list in one parameter, with commas. */
export const commas = { style: 'form', explode: false } as const

/** A parameter that is sent once for each value. */
export const repeated = { style: 'form', explode: true } as const

export const PAGE: Query<typeof pageParameters> = {
  limit: {
    description: 'The largest number of items on a page. A page also ends at 1 MB of JSON.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  },
  cursor: {
    description:
      '`next_cursor` of the previous page. Only valid for the same list: same business, path, filters and sort.',
    schema: { ...text, maxLength: 1024 },
  },
}

export const isAvailable: QueryParameter = {
  description: '`true` for products that are available, `false` for products that are sold out.',
  schema: { type: 'boolean' },
}

/** Of a list of products. */
export const fields: QueryParameter = {
  description:
    'The members of each product in the response; `id` is always included. Can be repeated: the lists are joined.',
  schema: {
    type: 'array',
    items: ref('ProductField'),
    minItems: 1,
    maxItems: PUBLIC_PRODUCT_FIELDS.length,
  },
  ...commas,
  example: ['name', 'price'],
}
