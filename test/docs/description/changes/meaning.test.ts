import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakingChanges } from '../../../../lib/docs/description/changes/breaking-changes.ts'
import type { JsonSchema, OpenApi } from '../../../../lib/docs/description/openapi.ts'
import { exampleDescription } from './example.ts'

const bound = fc.integer({ min: 0, max: 3 })
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** Small schemas of what the description is made of. */
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constant('string'), minLength: some(bound), maxLength: some(bound) }),
    fc.record({ type: fc.constant('integer'), minimum: some(bound), maximum: some(bound) }),
    fc.record({
      type: fc.constantFrom('number', 'boolean', 'null', ['string', 'null'], ['integer', 'string']),
    }),
    fc.record({ enum: fc.subarray<unknown>(['a', 'b', 'abc', 1, 2, null], { minLength: 1 }) }),
    fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('a', '^b', '^[ab]*$') }),
    fc.record({ type: fc.constant('array'), items: some(tie('schema')), maxItems: some(bound) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { noNullPrototype: true }),
      required: some(fc.subarray(['a', 'b'])),
      additionalProperties: some(fc.oneof(fc.boolean(), tie('schema'))),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ) as fc.Arbitrary<JsonSchema>,
}))

/** Without members that are not there. */
const plain = (value: JsonSchema): JsonSchema => JSON.parse(JSON.stringify(value))

/** All schemas in a schema, itself first. */
const inside = (node: JsonSchema): JsonSchema[] => [
  node,
  ...[...Object.values(node.properties ?? {}), ...(node.anyOf ?? []), ...(node.allOf ?? [])].flatMap(inside),
  ...[node.items, node.additionalProperties].flatMap((one) => (typeof one === 'object' ? inside(one) : [])),
]

/** A change of one keyword somewhere in a schema. */
const edit = fc.record({
  at: fc.nat(20),
  change: fc.oneof(
    fc
      .constantFrom(
        'minLength',
        'maxLength',
        'minimum',
        'maximum',
        'pattern',
        'maxItems',
        'required',
        'enum',
        'items',
        'additionalProperties',
        'type',
      )
      .map((keyword) => ({ [keyword]: undefined })),
    fc.record({ minLength: bound }),
    fc.record({ maxLength: bound }),
    fc.record({ maximum: bound }),
    fc.record({ maxItems: bound }),
    fc.record({ required: fc.subarray(['a', 'b', 'c']) }),
    fc.record({ additionalProperties: fc.oneof(fc.boolean(), schema) }),
    fc.record({
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), schema, { noNullPrototype: true }),
    }),
    fc.record({ anyOf: fc.array(schema, { minLength: 1, maxLength: 2 }) }),
  ) as fc.Arbitrary<JsonSchema>,
})

const pair = fc.tuple(schema.map(plain), fc.array(edit, { maxLength: 2 })).map(([released, edits]) => {
  const current = structuredClone(released)
  for (const { at, change } of edits) {
    const nodes = inside(current)
    Object.assign(nodes[at % nodes.length] ?? {}, change)
  }
  return { released, current: plain(current) }
})

function holding(place: 'request' | 'answer', held: JsonSchema): OpenApi {
  const description = exampleDescription()
  const content = { 'application/json': { schema: held } }
  const operation = description.paths['/products']?.post
  if (operation && place === 'request') operation.requestBody = { required: true, content }
  if (operation && place === 'answer') operation.responses[201] = { description: 'x', content }
  return description
}

/** As a client reads it: members that it does not know are nothing to it. */
const opened = (node: unknown): unknown =>
  JSON.parse(JSON.stringify(node), (_, value) => {
    if (value?.additionalProperties === false) delete value.additionalProperties
    return value
  })

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('', 'a', 'b', 'abc', 'zzzz', 0, 1, 2, 3, 4, 0.5, -1, null, true),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { noNullPrototype: true }),
  ),
}))

/** Enough to have some of whatever a small schema lets through. */
const VALUES = fc.sample(value, { numRuns: 400, seed: 1 })

const ajv = new Ajv2020({ strict: false })

test.each(['request', 'answer'] as const)(
  'where nothing breaks in %ss, no value breaks anything',
  (place) => {
    let silent = 0
    fc.assert(
      fc.property(pair, ({ released, current }) => {
        if (breakingChanges(holding(place, released), holding(place, current)).length > 0) return
        silent++
        const [sent, read] = place === 'request' ? [released, current] : [current, opened(released)]
        const isTaken = ajv.compile(read as JsonSchema)
        const isSent = ajv.compile(sent)
        const refused = VALUES.filter((one) => isSent(one) && !isTaken(one))
        expect(refused.slice(0, 3)).toEqual([])
      }),
      { numRuns: 400 },
    )
    expect(silent).toBeGreaterThan(20)
  },
)
