import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BASE_PATH } from '../../../lib/api/route.ts'
import { describeApi, describeStrictly } from '../../../lib/docs/description/describe.ts'
import { reachedFrom } from '../../../lib/docs/description/open-answers.ts'
import type { JsonSchema, Operation } from '../../../lib/docs/description/openapi.ts'
import { ADMIN_PRODUCT } from '../../../lib/docs/description/schemas/product.ts'
import { PUBLIC_PRODUCT_FIELDS } from '../../../lib/domain/products/fields.ts'
import { PLAIN_PRODUCT_FIELDS } from '../../support/plain-product-fields.ts'
import { watchAnswers } from '../../support/watch-answers.ts'
import { validatorOf } from './described.ts'
import { createJudge, type Exchange } from './judge.ts'

/** The requirements of client generators, so that the clients they make work without changes. */

const description = describeApi()
const { schemas, responses } = description.components
const operations = Object.values(description.paths).flatMap((item) => Object.values(item) as Operation[])
const schemaOf = (name: string): JsonSchema => schemas[name] ?? {}

const inAnswers = [
  ...reachedFrom(
    [operations.map((operation) => operation.responses), responses, description.webhooks],
    schemas,
  ),
]

interface Node {
  /** `ProductList.data[]` */
  place: string
  schema: JsonSchema
}

/** A schema and all that are inside of it. */
function inside(place: string, schema: JsonSchema): Node[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [], not } = schema
  const named: [string, JsonSchema][] = [
    ...Object.entries(properties).map(([name, member]): [string, JsonSchema] => [`.${name}`, member]),
    ...[...anyOf, ...oneOf, ...allOf].map((one): [string, JsonSchema] => ['|', one]),
    ...(items ? [['[]', items] satisfies [string, JsonSchema]] : []),
    ...(typeof additionalProperties === 'object'
      ? [['{}', additionalProperties] satisfies [string, JsonSchema]]
      : []),
    ...(not ? [['!', not] satisfies [string, JsonSchema]] : []),
  ]
  return [{ place, schema }, ...named.flatMap(([step, one]) => inside(place + step, one))]
}

const parameters = [
  ...operations.flatMap((one) => one.parameters ?? []),
  ...Object.values(description.components.parameters),
]

/** Every schema there is. */
const nodes = [
  ...Object.entries(schemas).flatMap(([name, schema]) => inside(name, schema)),
  ...parameters.flatMap((one) => ('schema' in one ? inside(`${one.in} ${one.name}`, one.schema) : [])),
  ...[...operations.flatMap((one) => Object.values(one.responses)), ...Object.values(responses)].flatMap(
    (one) =>
      'content' in one
        ? Object.values(one.content ?? {}).flatMap(({ schema }) =>
            inside(`answer ${one.description}`, schema),
          )
        : [],
  ),
]
const answerNodes = inAnswers.flatMap((name) => inside(name, schemaOf(name)))
const placesOf = (found: Node[]) => found.map(({ place }) => place)

test('lists name their items: only the id of a listed product is always there, and all of a single one', () => {
  expect(schemaOf('ProductList').properties?.data?.items).toEqual({
    $ref: '#/components/schemas/ListedProduct',
  })
  expect(schemaOf('ListedProduct').required).toEqual(['id'])
  const { properties, required = [] } = schemaOf('Product')
  // The variants only where they are asked for.
  const all = [...PUBLIC_PRODUCT_FIELDS, 'options', 'variants']
  expect(required).toEqual(PLAIN_PRODUCT_FIELDS)
  expect(Object.keys(properties ?? {})).toEqual(all)
  expect(Object.keys(schemaOf('ListedProduct').properties ?? {})).toEqual(all)
})

test('no union except "or null" and the operations of a bulk request, which have `op` as their discriminator', () => {
  const unions = nodes.filter(({ schema: { anyOf, oneOf, allOf } }) => {
    const isNullable = anyOf?.length === 2 && anyOf.some(({ type }) => type === 'null')
    return (anyOf && !isNullable) || oneOf || allOf
  })
  expect(placesOf(unions)).toEqual(['BulkOperation'])
  const { oneOf = [], discriminator } = schemaOf('BulkOperation')
  expect(Object.values(discriminator?.mapping ?? {})).toEqual(oneOf.map(({ $ref }) => $ref))
  for (const [op, reference] of Object.entries(discriminator?.mapping ?? {}))
    expect(schemaOf(reference.split('/').at(-1) ?? '').properties?.op?.const).toBe(op)
})

test('every object with members and every list of values has a name, except `previous` of an event', () => {
  const nameless = nodes.filter(
    ({ place, schema }) => !Object.hasOwn(schemas, place) && (schema.properties ?? schema.enum),
  )
  expect(placesOf(nameless)).toEqual(
    Object.keys(schemas)
      .filter((name) => /.Event$/.test(name))
      .map((name) => `${name}.previous`),
  )
})

test('no two names for one schema, and none that nothing uses', () => {
  const texts = Object.entries(schemas).map(([name, { description: _, ...schema }]): [string, string] => [
    JSON.stringify(schema),
    name,
  ])
  const twice = texts.filter(([text], at) => texts.findIndex(([other]) => other === text) !== at)
  expect(twice.map(([, name]) => name)).toEqual([])
  const used = reachedFrom([description.paths, description.webhooks, responses, parameters], schemas)
  expect(Object.keys(schemas).filter((name) => !used.has(name))).toEqual([])
})

test('responses are open: other members and values can come, longer and larger ones too', () => {
  const closed = answerNodes.filter(({ schema }) => schema.additionalProperties === false)
  expect(placesOf(closed)).toEqual([])
  const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'not']
  expect(placesOf(answerNodes.filter(({ schema }) => limits.some((name) => name in schema)))).toEqual([])
  const lists = answerNodes.filter(({ schema }) => schema.enum ?? schema['x-extensible-enum'])
  expect(placesOf(lists)).toEqual(expect.arrayContaining(['Scope', 'ProductStatus', 'Problem.code']))
  for (const { place, schema } of lists) {
    expect(schema.description, place).toContain('More values may be added')
    expect(schema['x-extensible-enum'], place).toEqual(schema.enum ?? expect.any(Array))
  }
})

test('every problem is one schema, and the words of a response name its codes', () => {
  const bodies = [
    ...operations.flatMap((one) => Object.values(one.responses)),
    ...Object.values(responses),
  ].flatMap((one) => ('content' in one ? [{ ...one, media: one.content?.['application/problem+json'] }] : []))
  const problems = bodies.flatMap(({ media, description: words }) => (media ? [{ media, words }] : []))
  expect(problems.length).toBeGreaterThan(50)
  for (const { media, words } of problems) {
    expect(media.schema).toEqual({ $ref: '#/components/schemas/Problem' })
    expect(words).toMatch(/^`\w+`(, `\w+`)*$/)
  }
})

test('patterns are such that every engine of regular expressions reads them', () => {
  const patterns = nodes.flatMap(({ schema }) =>
    [schema.pattern ?? [], schema.propertyNames?.pattern ?? []].flat(),
  )
  expect(patterns.length).toBeGreaterThan(20)
  for (const pattern of patterns) {
    expect(() => new RegExp(pattern, 'u')).not.toThrow()
    // Neither Go nor Rust looks around, refers back, or knows \u.
    expect(pattern).not.toMatch(/\(\?[=!<]|\\[1-9u]/)
  }
})

test('webhooks are not operations of a client', () => {
  const posts = Object.values(description.webhooks).map(({ post }) => post)
  expect(posts.length).toBeGreaterThan(10)
  for (const post of posts) expect(post?.['x-internal']).toBe(true)
})

const healthy: Exchange = {
  method: 'GET',
  path: '/health',
  status: 200,
  body: '{"status":"ok"}',
  headers: {
    'content-type': 'application/json',
    'x-request-id': '0e9b6a1c-6c5e-4d0f-9a53-0c5b5f1f7f55',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag',
  },
}

test('a member that is not described is a fault for our tests, and allowed for a client', () => {
  const more = { ...healthy, body: '{"status":"ok","region":"eu"}' }
  expect(createJudge(describeStrictly())(healthy).faults).toEqual([])
  expect(createJudge(describeStrictly())(more).faults.join()).toMatch(/additional properties.*region/)
  expect(createJudge(description)(more).faults).toEqual([])
})

test('values that were stored before a rule of texts existed are not faults', () => {
  const validate = validatorOf(describeStrictly()).compile({
    $ref: 'description#/components/schemas/AdminProduct',
  })
  expect(validate(ADMIN_PRODUCT)).toBe(true)
  expect(validate({ ...ADMIN_PRODUCT, name: 'two\nlines', tags: ['with\ttab'], slug: 'bulk' })).toBe(true)
  expect(validate({ ...ADMIN_PRODUCT, name: 1 })).toBe(false)
})

test('the check of all responses of a run notes a member that is not described', () => {
  const noted: [string, string][] = []
  const watch = watchAnswers((...note) => noted.push(note))
  const asked = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    url: `${BASE_PATH}/health`,
  })
  const answer = (body: string) => ({
    status: 200,
    headers: Object.entries(healthy.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: Buffer.from(body),
  })
  watch(asked, answer(healthy.body))
  expect(noted.map(([record]) => record)).toEqual(['seen'])
  watch(asked, answer('{"status":"ok","region":"eu"}'))
  expect(noted.filter(([record]) => record === 'misfits').join()).toContain('region')
})

test('a name in the place of an id is not checked as an id, but as a path without the method', () => {
  const judge = createJudge(describeStrictly())
  const ask = (method: string, name: string) =>
    judge({ ...healthy, method, path: `/admin/webhooks/one/deliveries/${name}` }).operationId
  expect(ask('GET', 'one')).toBe('getDelivery')
  expect(ask('POST', 'redeliver')).toBe('redeliverFailed')
  expect(ask('GET', 'redeliver')).toBeUndefined()
})

test('a problem whose code or status differs from that of its response is a fault', () => {
  const judge = createJudge(describeStrictly())
  const problem = (status: number, code: string): Exchange => ({
    ...healthy,
    status: 400,
    headers: { ...healthy.headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify({
      type: '/docs/problems',
      title: 'x',
      status,
      detail: 'x',
      code,
      instance: 'urn:uuid:0e9b6a1c',
      request_id: '0e9b6a1c-6c5e-4d0f-9a53-0c5b5f1f7f55',
    }),
  })
  expect(judge(problem(400, 'unknown_parameter')).faults).toEqual([])
  expect(judge(problem(400, 'invalid_cursor')).faults).toEqual(['code invalid_cursor is not declared'])
  expect(judge(problem(404, 'unknown_parameter')).faults).toEqual(['the problem says 404'])
  expect(judge(problem(400, 'no_such_code')).faults.join()).toContain('/code')
})
