import type { VersioningRule } from '../../../../lib/docs/description/changes/rules.ts'
import type { JsonSchema } from '../../../../lib/docs/description/openapi.ts'

import { list, object, string } from './request-cases.ts'

/** Changes of responses: the rule, the released schema, one that breaks the rule, and a similar one that does not. */
export const ANSWERS: [VersioningRule, JsonSchema, JsonSchema, JsonSchema][] = [
  [
    'answer-values-widened',
    { anyOf: [{ const: 'a' }, { const: 'b' }] },
    { enum: ['a', 'c'] },
    { enum: ['a', 'b'] },
  ],
  ['answer-values-widened', { enum: ['a', 'abc'], maxLength: 1 }, { enum: ['a', 'abc'] }, { enum: ['a'] }],
  [
    'answer-member-removed',
    object({ a: string, b: string }),
    object({ a: string }),
    object({ a: string, b: string, c: string }, { required: ['c'] }),
  ],
  [
    'answer-member-removed',
    object({}, { additionalProperties: string }),
    object({}),
    object({}, { additionalProperties: { enum: ['a'] } }),
  ],
  [
    'answer-member-optional',
    object({ a: string }, { required: ['a'] }),
    object({ a: string }),
    object({ a: string, b: string }, { required: ['a', 'b'] }),
  ],
  [
    'answer-member-removed',
    { type: 'object', properties: { a: string, b: {} } },
    { type: 'object', properties: { a: string } },
    object({ a: string, b: { not: string } }),
  ],
  [
    'answer-member-optional',
    { type: 'object', required: ['a'] },
    { type: 'object' },
    { type: 'object', required: ['a', 'b'] },
  ],
  [
    'answer-type-widened',
    object({}, { additionalProperties: string }),
    object({}, { additionalProperties: true }),
    object({}, { additionalProperties: string, minProperties: 1 }),
  ],
  [
    'answer-type-widened',
    object({}, { additionalProperties: string }),
    object({ a: { type: 'integer' } }, { additionalProperties: string }),
    object({ a: string }, { additionalProperties: string }),
  ],
  ['answer-type-widened', { type: 'integer' }, { type: 'number' }, { type: 'integer', minimum: 1 }],
  ['answer-type-widened', { type: 'number' }, { type: ['number', 'string'] }, { type: 'integer' }],
  [
    'answer-type-widened',
    { anyOf: [string, { type: 'null' }] },
    { anyOf: [string, { type: 'null' }, list({})] },
    string,
  ],
  ['answer-type-widened', list(string), list({ type: 'integer' }), list({ enum: ['a'] })],
  ['answer-null-added', string, { type: ['string', 'null'] }, { type: 'string', pattern: 'a' }],
  [
    'answer-null-added',
    object({ a: string }),
    object({ a: { anyOf: [string, { type: 'null' }] } }),
    object({ a: { anyOf: [string] } }),
  ],
  ['answer-values-widened', { enum: ['a'] }, { enum: ['a', 'b'] }, { const: 'a' }],
  ['answer-values-widened', { enum: ['a'] }, string, { enum: ['a'], type: 'string' }],
  [
    'answer-values-widened',
    object({ type: { enum: ['a'] } }),
    object({ type: { enum: ['a', 'b'] } }),
    object({ type: { enum: ['a'] }, timestamp: string }),
  ],
  [
    'answer-limit-widened',
    { type: 'integer', minimum: 0 },
    { type: 'integer' },
    { type: 'integer', minimum: 1 },
  ],
  [
    'answer-limit-widened',
    { type: 'integer', maximum: 9 },
    { type: 'integer', maximum: 10 },
    { type: 'integer', maximum: 8 },
  ],
  [
    'answer-limit-widened',
    { type: 'string', maxLength: 9 },
    { type: 'string', maxLength: 10 },
    { enum: ['a', 'b'] },
  ],
  ['answer-limit-widened', list(string, { minItems: 1 }), list(string), list(string, { minItems: 2 })],
  [
    'answer-limit-widened',
    list(string, { uniqueItems: true }),
    list(string),
    list(string, { uniqueItems: true, maxItems: 2 }),
  ],
  [
    'answer-limit-widened',
    { type: 'object', maxProperties: 5 },
    { type: 'object' },
    { type: 'object', maxProperties: 4 },
  ],
  [
    'answer-limit-widened',
    { type: 'string', pattern: 'a' },
    { type: 'string', pattern: 'b' },
    { type: 'string', pattern: 'a', maxLength: 2 },
  ],
  [
    'answer-limit-widened',
    { type: ['string', 'null'], pattern: 'a' },
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string', pattern: 'a' }, { type: 'null' }] },
  ],
  ['answer-limit-widened', { type: 'string', maxLength: 1 }, { enum: ['ab'] }, { enum: ['😀'] }],
  [
    'answer-values-widened',
    { const: 'a' },
    { enum: ['a', 'b'] },
    { allOf: [{ enum: ['a', 'b'] }, { const: 'a' }] },
  ],
  [
    'answer-limit-widened',
    { type: 'string', format: 'uuid' },
    { type: 'string', format: 'uri' },
    { type: 'string', format: 'uuid', minLength: 36 },
  ],
  [
    'incomparable',
    { ...object({}), patternProperties: { '^a': string } },
    object({}),
    { ...object({}, { title: 'x' }), patternProperties: { '^a': string } },
  ],
  ['incomparable', { if: string } as JsonSchema, {}, { if: string, description: 'x' } as JsonSchema],
]
