import type { VersioningRule } from '../../../../lib/docs/description/changes/rules.ts'
import type { JsonSchema } from '../../../../lib/docs/description/openapi.ts'

export const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
export const string = { type: 'string' }
export const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  ...more,
})

/** Changes of requests: the rule, the released schema, one that breaks the rule, and a similar one that does not. */
export const REQUESTS: [VersioningRule, JsonSchema, JsonSchema, JsonSchema][] = [
  [
    'request-type-narrowed',
    { type: 'object' },
    { type: 'object', properties: { a: string } },
    { type: 'object', properties: { a: {} } },
  ],
  [
    'request-member-removed',
    object({ constructor: string }),
    object({}),
    object({ constructor: string, valueOf: string }),
  ],
  [
    'request-member-removed',
    { allOf: [object({ a: string, b: string }), { type: 'object' }] },
    { allOf: [object({ a: string, b: string }), object({ a: string })] },
    object({ a: string, b: string }),
  ],
  [
    'request-member-removed',
    object({ a: string, b: string }),
    object({ a: string }),
    object({ a: {}, b: {} }),
  ],
  [
    'request-member-removed',
    object({ a: string }, { additionalProperties: true }),
    { type: 'object' },
    object({ a: string }, { additionalProperties: true, title: 'x' }),
  ],
  [
    'request-member-removed',
    object({ a: string }),
    object({ a: { ...string, readOnly: true } }),
    object({ a: string, id: { readOnly: true } }),
  ],
  [
    'request-member-required',
    object({ a: string }),
    object({ a: string }, { required: ['a'] }),
    object({ a: string, b: string }),
  ],
  [
    'request-member-required',
    object({ a: string }),
    object({ a: string, b: string }, { required: ['b'] }),
    object({ a: string, b: string }),
  ],
  ['request-object-closed', { type: 'object' }, object({}), { type: 'object', properties: { a: {} } }],
  [
    'request-object-closed',
    object({}, { additionalProperties: string }),
    object({}),
    object({}, { additionalProperties: { type: ['string', 'null'] } }),
  ],
  [
    'request-type-narrowed',
    object({}, { additionalProperties: { type: ['string', 'number'] } }),
    object({}, { additionalProperties: string }),
    object({}, { additionalProperties: true }),
  ],
  [
    'request-type-narrowed',
    object({}, { additionalProperties: { type: 'number' } }),
    object({ a: string }, { additionalProperties: { type: 'number' } }),
    object({ a: { type: 'number' } }, { additionalProperties: { type: 'number' } }),
  ],
  ['request-type-narrowed', { type: 'number' }, { type: 'integer' }, { type: ['number', 'string'] }],
  [
    'request-type-narrowed',
    {},
    { type: ['string', 'number', 'boolean', 'null', 'array'] },
    { type: ['string', 'number', 'boolean', 'null', 'array', 'object'] },
  ],
  [
    'request-type-narrowed',
    { oneOf: [string, object({ a: string })] },
    { oneOf: [object({ a: string })] },
    { oneOf: [object({ a: string }), string, { type: 'null' }] },
  ],
  ['request-type-narrowed', list(string), list({ type: 'integer' }), list({})],
  ['request-null-refused', { type: ['string', 'null'] }, string, { anyOf: [{ type: 'null' }, string] }],
  ['request-null-refused', { type: ['string', 'null'] }, string, { anyOf: [{ const: null }, string] }],
  [
    'request-null-refused',
    { type: ['string', 'null'], enum: ['a', null] },
    { enum: ['a'] },
    { enum: ['a', 'b', null] },
  ],
  ['request-values-narrowed', { enum: ['a', 'b'] }, { enum: ['a'] }, { enum: ['a', 'b', 'c'] }],
  ['request-values-narrowed', string, { enum: ['a'] }, { type: 'string', title: 'x' }],
  ['request-values-narrowed', { const: 'a' }, { const: 'b' }, { anyOf: [{ const: 'b' }, { const: 'a' }] }],
  [
    'request-limit-narrowed',
    { type: 'integer', minimum: 0 },
    { type: 'integer', minimum: 1 },
    { type: 'integer', minimum: -1 },
  ],
  [
    'request-limit-narrowed',
    { type: 'integer' },
    { type: 'integer', maximum: 1 },
    { type: 'integer', title: 'x' },
  ],
  ['request-limit-narrowed', string, { type: 'string', minLength: 1 }, { type: 'string', minLength: 0 }],
  [
    'request-limit-narrowed',
    { type: 'string', maxLength: 5 },
    { type: 'string', maxLength: 4 },
    { type: 'string', maxLength: 6 },
  ],
  ['request-limit-narrowed', list(string), list(string, { maxItems: 9 }), list(string, { minItems: 0 })],
  [
    'request-limit-narrowed',
    list(string),
    list(string, { uniqueItems: true }),
    list(string, { uniqueItems: false }),
  ],
  [
    'request-limit-narrowed',
    { type: 'object' },
    { type: 'object', maxProperties: 5 },
    { type: 'object', minProperties: 0 },
  ],
  [
    'request-limit-narrowed',
    { type: 'object' },
    { type: 'object', propertyNames: { maxLength: 5 } },
    { type: 'object', propertyNames: string },
  ],
  ['request-limit-narrowed', { type: 'string', pattern: 'a' }, { type: 'string', pattern: 'b' }, string],
  [
    'request-limit-narrowed',
    { enum: ['ab', 'cd'] },
    { type: 'string', pattern: '^a' },
    { type: 'string', pattern: '^[ac]', maxLength: 2 },
  ],
  ['request-limit-narrowed', string, { type: 'string', format: 'uri' }, { type: 'string', title: 'x' }],
  [
    'request-limit-narrowed',
    { allOf: [string, { maxLength: 5 }] },
    { allOf: [string, { maxLength: 4 }] },
    { type: 'string', maxLength: 5 },
  ],
  [
    'request-default-changed',
    { type: 'integer', default: 1 },
    { type: 'integer', default: 2 },
    { type: 'integer', default: 1 },
  ],
  [
    'request-default-changed',
    { type: 'integer', default: 1 },
    { type: 'integer' },
    { allOf: [{ type: 'integer' }, { default: 1 }] },
  ],
  [
    'incomparable',
    { not: string } as JsonSchema,
    { not: { type: 'null' } } as JsonSchema,
    { not: string, title: 'x' } as JsonSchema,
  ],
  ['incomparable', { if: string } as JsonSchema, {}, { if: string, title: 'x' } as JsonSchema],
  [
    'incomparable',
    { type: 'object' },
    { type: 'object', patternProperties: { '^a': string } },
    { type: 'object', properties: { a: {} } },
  ],
]
