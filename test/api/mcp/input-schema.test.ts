import { Ajv2020 } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  oneOf,
  productId,
  skipVariants,
  wholeNumber,
  words,
  yesOrNo,
} from '../../../lib/api/mcp/arguments.ts'
import { inputSchemaOf } from '../../../lib/api/mcp/input-schema.ts'
import { INSTRUCTIONS, TOOLS } from '../../../lib/api/mcp/tools.ts'
import { fromValibot } from '../../../lib/docs/description/json-schema.ts'
import { FEEDS } from '../../../lib/domain/channels/feeds.ts'
import { REASONS } from '../../../lib/domain/stock/inventory.ts'
import { listOf } from '../../../lib/domain/text/list.ts'

const everyKind = v.strictObject({
  word: v.optional(words('A word.')),
  number: wholeNumber('A number.'),
  isSo: v.optional(yesOrNo('Yes or no.'), false),
  one: oneOf(['a', 'b'], 'One.'),
  id: productId,
  skip: v.optional(skipVariants),
  free: v.pipe(
    v.custom(() => true),
    v.metadata({ type: 'object' }),
    v.description('Any.'),
  ),
  list: v.pipe(
    listOf(v.strictObject({ a: words('A.') }), 25, 'must have at most 25'),
    v.minLength(1, 'must have one'),
    v.description('A list.'),
  ),
})

test('the schema of arguments is what the converter of the description makes of it', () => {
  expect(withoutDefaults(inputSchemaOf(everyKind))).toEqual(withoutDefaults(fromValibot(everyKind)))
  expect(inputSchemaOf(v.strictObject({}))).toEqual(fromValibot(v.strictObject({})))
})

/** A default is said in words, where it is not plain. */
const withoutDefaults = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema), (name, value) => (name === 'default' ? undefined : value))

test('a kind of schema that is not known is refused, not left out', () => {
  expect(() => inputSchemaOf(v.strictObject({ a: v.date() }))).toThrow('no JSON Schema for date')
  expect(() => inputSchemaOf(v.string())).toThrow('the arguments of a tool are an object')
})

test.each(TOOLS)('$name has a schema that a strict validator compiles', ({ inputSchema }) => {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    formats: { uuid: true },
  })
  expect(ajv.compile(inputSchema)).toBeTypeOf('function')
})

const named = (name: string): Record<string, { enum?: unknown }> =>
  TOOLS.find((tool) => tool.name === name)?.inputSchema.properties ?? {}

test('the words that tools repeat are those of the rules', () => {
  expect(named('feed_report').feed?.enum).toEqual(Object.keys(FEEDS))
  expect(named('plan_stock').reason?.enum).toEqual(REASONS)
})

test('what all tools say of themselves stays small: each model reads it with each conversation', () => {
  const listed = TOOLS.map(({ run: _, scope: __, ...about }) => about)
  expect(Buffer.byteLength(JSON.stringify({ INSTRUCTIONS, listed }))).toBeLessThan(16 * 1024)
})

test('what tools say of themselves names tools, never paths of the API', () => {
  const said = TOOLS.map(({ description, inputSchema }) => JSON.stringify({ description, inputSchema }))
  for (const text of [INSTRUCTIONS, ...said])
    expect(text).not.toMatch(/\b(GET|POST|PUT|PATCH|DELETE)\b|\/[a-z]/)
})

test('a tool that changes something says so, and all others that they only read', () => {
  const changing = TOOLS.filter(({ annotations }) => !annotations.readOnlyHint)
  expect(changing.map(({ name, annotations }) => [name, annotations.destructiveHint])).toEqual([
    ['apply_plan', true],
  ])
})
