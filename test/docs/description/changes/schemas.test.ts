import { expect, test } from 'vitest'
import { breakingChanges } from '../../../../lib/docs/description/changes/breaking-changes.ts'
import { describeApi } from '../../../../lib/docs/description/describe.ts'
import type { JsonSchema } from '../../../../lib/docs/description/openapi.ts'
import { ANSWERS } from './answer-cases.ts'
import { exampleDescription } from './example.ts'
import { list, object, REQUESTS, string } from './request-cases.ts'

type Place = 'request' | 'answer' | 'parameter' | 'header' | 'webhook'

/** The example with a schema in one place of it, and beside its components these. */
function holding(place: Place, schema: JsonSchema, components: Record<string, JsonSchema> = {}) {
  const description = exampleDescription()
  const { '/products': products } = description.paths
  const { 'product.created': created } = description.webhooks
  const header = { name: 'x-more', in: 'header' as const, description: 'x', schema }
  Object.assign(description.components.schemas, components)
  const json = { 'application/json': { schema } }
  if (place === 'request')
    Object.assign(products?.post ?? {}, { requestBody: { required: true, content: json } })
  if (place === 'answer') Object.assign(products?.post?.responses[201] ?? {}, { content: json })
  if (place === 'parameter') products?.post?.parameters?.push(header)
  if (place === 'parameter') Object.assign(products?.post ?? {}, { parameters: [header] })
  if (place === 'header')
    Object.assign(products?.post?.responses[201] ?? {}, { headers: { 'x-more': header } })
  if (place === 'webhook')
    Object.assign(created?.post ?? {}, { requestBody: { required: true, content: json } })
  return description
}

const found = (place: Place, released: JsonSchema, current: JsonSchema) =>
  breakingChanges(holding(place, released), holding(place, current)).map(({ rule }) => rule)

const named = (table: typeof REQUESTS) =>
  table.map(
    ([rule, ...schemas]) =>
      [rule, schemas.map((schema) => JSON.stringify(schema)).join(' → '), ...schemas] as const,
  )

const places = (...all: Place[]) => all

for (const [table, where] of [
  [named(REQUESTS), places('request', 'parameter')],
  [named(ANSWERS), places('answer', 'header', 'webhook')],
] as const)
  test.each(table)('%s: %s', (rule, _, released, breaking, harmless) => {
    for (const place of where) {
      expect(found(place, released, breaking), place).toContain(rule)
      expect(found(place, released, harmless), place).toEqual([])
    }
  })

test('each direction has rules of its own', () => {
  for (const [, released, breaking] of REQUESTS)
    for (const rule of found('answer', released, breaking)) expect(rule).toMatch(/^answer-|^incomparable$/)
  for (const [, released, breaking] of ANSWERS)
    for (const rule of found('request', released, breaking)) expect(rule).toMatch(/^request-|^incomparable$/)
})

test('a schema that both sides send is looked at in both directions', () => {
  const shared = (members: Record<string, JsonSchema>) => {
    const description = holding('request', { $ref: '#/components/schemas/Product' })
    Object.assign(description.components.schemas.Product ?? {}, { properties: members })
    return description
  }
  const changes = breakingChanges(
    shared({ a: { type: 'integer', maximum: 2 } }),
    shared({ a: { type: 'integer', maximum: 3, minimum: 0 } }),
  )
  expect(changes.map(({ rule }) => rule).sort()).toEqual(['answer-limit-widened', 'request-limit-narrowed'])
})

test('a removed member of a response is reported once, required or not', () => {
  const released = object({ a: string }, { required: ['a'] })
  expect(found('answer', released, object({}))).toEqual(['answer-member-removed'])
})

test('lists of values that were released as open may grow in responses', () => {
  const open: JsonSchema = { enum: ['a'], 'x-extensible-enum': ['a'] }
  expect(found('answer', open, { ...open, enum: ['a', 'b'] })).toEqual([])
  expect(found('request', { ...open, enum: ['a', 'b'] }, open)).toEqual(['request-values-narrowed'])
  expect(found('answer', { anyOf: [{ enum: ['x'] }, open] }, { enum: ['a', 'b', 'x'] })).toEqual([])
  // The released schema decides.
  expect(found('answer', { enum: ['a'] }, { ...open, enum: ['a', 'b'] })).toEqual(['answer-values-widened'])
  expect(found('answer', { anyOf: [{ enum: ['a'] }, string] }, { anyOf: [{ enum: ['b'] }, string] })).toEqual(
    [],
  )
})

test('an object may be added to a union with a discriminator, and none may be removed', () => {
  const one = (op: string): JsonSchema => ({
    type: 'object',
    properties: { op: { const: op } },
    required: ['op'],
  })
  const told = (...ops: string[]): JsonSchema => ({
    oneOf: ops.map(one),
    discriminator: { propertyName: 'op', mapping: Object.fromEntries(ops.map((op) => [op, `#/${op}`])) },
  })
  expect(found('request', told('a'), told('a', 'b'))).toEqual([])
  expect(found('request', told('a', 'b'), told('a'))).toEqual(['request-values-narrowed'])
})

test('codes of problems and types of events may be added', () => {
  const description = describeApi()
  const { Problem, ProblemError, ProductEvent } = description.components.schemas
  for (const open of [
    Problem?.properties?.code,
    ProblemError?.properties?.code,
    ProductEvent?.properties?.type,
  ]) {
    expect(open?.['x-extensible-enum']).toBeDefined()
    Object.assign(open ?? {}, { 'x-extensible-enum': [...(open?.['x-extensible-enum'] ?? []), 'new'] })
  }
  expect(breakingChanges(describeApi(), description)).toEqual([])
})

test('of alternatives that are objects, each is compared with its counterpart', () => {
  const done = object({ index: { type: 'integer' }, id: string }, { required: ['index', 'id'] })
  const failed = object({ index: { type: 'integer' }, problem: string }, { required: ['index', 'problem'] })
  const components = { Done: done, Failed: failed }
  const either = (...names: string[]) => ({
    oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  })
  const released = holding('answer', either('Done', 'Failed'), components)
  const changed = (change: JsonSchema) =>
    breakingChanges(released, holding('answer', either('Failed', 'Done'), { ...components, Failed: change }))
  expect(changed({ ...failed, properties: { ...failed.properties, more: string } })).toEqual([])
  expect(changed({ ...failed, required: ['index'] })).toEqual([
    {
      rule: 'answer-member-optional',
      where: 'POST /products 201 body.problem',
      what: 'it can be missing now',
      alsoAt: [],
    },
  ])
})

test('schemas that contain themselves are followed once, in whatever way they do', () => {
  const tree = (leaf: JsonSchema) => ({
    Tree: object({
      leaf,
      left: { $ref: '#/components/schemas/Tree' },
      more: list({ $ref: '#/components/schemas/Tree' }),
    }),
    Loop: { $ref: '#/components/schemas/Loop', allOf: [{ $ref: '#/components/schemas/Loop' }] },
    Twice: {
      allOf: [
        object({ it: { $ref: '#/components/schemas/Twice' } }),
        object({ it: { allOf: [{ $ref: '#/components/schemas/Twice' }, { title: 'x' }] } }),
      ],
    },
  })
  for (const name of ['Tree', 'Loop', 'Twice']) {
    const of = (leaf: JsonSchema) => holding('answer', { $ref: `#/components/schemas/${name}` }, tree(leaf))
    expect(breakingChanges(of(string), of(string))).toEqual([])
    const changes = breakingChanges(of(string), of({}))
    expect(changes.length).toBe(name === 'Tree' ? 5 : 0)
    for (const { alsoAt } of changes) expect(alsoAt.length).toBeLessThan(5)
  }
})
