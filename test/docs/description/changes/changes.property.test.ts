import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { breakingChanges } from '../../../../lib/docs/description/changes/breaking-changes.ts'
import { describeApi } from '../../../../lib/docs/description/describe.ts'
import type { JsonSchema, OpenApi, Operation } from '../../../../lib/docs/description/openapi.ts'
import { inTurn } from '../../../support/turns.ts'
import { exampleDescription } from './example.ts'
import { nodesThatMatter, type Steps, without } from './nodes.ts'

/** Deleting a component that is referred to leaves no description at all. */
function isFound(released: OpenApi, steps: Steps): boolean {
  try {
    return breakingChanges(released, without(released, steps)).length > 0
  } catch (error) {
    return String(error).includes('leads nowhere')
  }
}

test('the deletion of any node that matters is found', () => {
  const released = exampleDescription()
  const nodes = [...nodesThatMatter(released)]
  expect(nodes.length).toBeGreaterThan(100)
  expect(nodes.filter((steps) => !isFound(released, steps)).map(String)).toEqual([])
})

/** Each of thousands takes a third of a second; another commit tries others. */
test('the deletion of any node that matters is found in the description of this API', () => {
  const released = describeApi()
  const nodes = [...nodesThatMatter(released)]
  fc.assert(
    fc.property(fc.constantFrom(...nodes), (steps) => {
      expect(isFound(released, steps), steps.join(' / ')).toBe(true)
    }),
    { numRuns: 40, seed: inject('seed') },
  )
})

test('the deletion of every default is found', () => {
  const released = describeApi()
  const defaults = [...nodesThatMatter(released)].filter((steps) => steps.at(-1) === 'default')
  expect(
    inTurn(defaults)
      .filter((steps) => !isFound(released, steps))
      .map(String),
  ).toEqual([])
})

test('the description of this API has not changed since it was copied', () => {
  expect(breakingChanges(describeApi(), structuredClone(describeApi()))).toEqual([])
})

const member = (): JsonSchema => ({ type: 'string', enum: ['x'] })

/** Every operation of a description. */
const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.values(paths).flatMap(({ get, post }) => [get, post].filter((operation) => operation !== undefined))

/** All schemas of objects that are listed member by member. */
function objectsIn(node: unknown): JsonSchema[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(objectsIn)
  return 'properties' in node && 'type' in node ? [node as JsonSchema, ...inside] : inside
}

/** Ways to add something that nobody has to know of; `pick` chooses where. */
const ADDITIONS: ((description: OpenApi, pick: number, name: string) => void)[] = [
  (d, _, name) => {
    d.paths[`/${name}`] = { get: structuredClone(operationsOf(d)[0]) as Operation }
  },
  (d, pick, name) => {
    const item = Object.values(d.paths)[pick % Object.keys(d.paths).length] ?? {}
    item.put ??= { ...structuredClone(operationsOf(d)[0] as Operation), operationId: name }
  },
  (d, pick, name) => {
    const operation = operationsOf(d)[pick % operationsOf(d).length]
    const parameter = { name, in: 'query' as const, description: 'x', schema: member() }
    if (operation) operation.parameters = [...(operation.parameters ?? []), parameter]
  },
  (d, pick, name) => {
    // Members of requests and answers alike: a new one is optional as long as it is not listed as required.
    const objects = objectsIn(d)
    Object.assign(objects[pick % objects.length]?.properties ?? {}, { [name]: member() })
  },
  (d, pick) => {
    const operation = operationsOf(d)[pick % operationsOf(d).length]
    if (operation) operation.responses[410 + (pick % 20)] ??= { description: 'x' }
  },
  (d, pick, name) => {
    for (const response of Object.values(operationsOf(d)[pick % operationsOf(d).length]?.responses ?? {}))
      if (!('$ref' in response))
        response.headers = {
          ...response.headers,
          [name]: { description: 'x', required: true, schema: member() },
        }
  },
  (d, _, name) => {
    d.webhooks[name] = {}
    d.components.schemas[name] = member()
    d.components.securitySchemes[name] = { type: 'http' }
    d.tags.push({ name, description: 'x' })
  },
  (d, _, name) => {
    for (const schema of [d.components.schemas.Problem, d.components.schemas.NewProduct])
      for (const { enum: values } of Object.values(schema?.properties ?? {})) values?.push(name)
  },
  (d, _, name) => {
    for (const operation of operationsOf(d)) Object.assign(operation, { summary: name, description: name })
    d.info = { ...d.info, version: name, title: name }
  },
]

const additions = fc.array(
  fc.record({
    add: fc.constantFrom(...ADDITIONS),
    pick: fc.nat(1000),
    name: fc.constantFrom('one', 'two', '__proto__', 'constructor', 'length', 'ünïcode', 'a/b~c'),
  }),
  { maxLength: 8 },
)

test('additions break nothing', () => {
  fc.assert(
    fc.property(additions, (edits) => {
      const current = exampleDescription()
      for (const { add, pick, name } of edits) add(current, pick, name)
      expect(breakingChanges(exampleDescription(), current)).toEqual([])
    }),
    { numRuns: 500 },
  )
})
