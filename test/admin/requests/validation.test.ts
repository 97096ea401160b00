import { expect, test } from 'vitest'
import { guardedRoutes } from '../../support/handlers.ts'
import { invoke } from '../in-process.ts'
import { ACTION } from '../marked-shop.ts'
import { faults, outcome, type Sent } from '../merchant.ts'
import { everythingOf, itemsThatHold } from '../table.ts'
import { makeShop, WRITES } from '../write-paths.ts'

/** Stands in every refused body and may be found nowhere afterwards. */
const CANARY = 'canary9d1e'

const shop = await makeShop()
const handlers = await guardedRoutes()

const nested = (depth: number) => `{"x":${'['.repeat(depth - 1)}"${CANARY}"${']'.repeat(depth - 1)}}`
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
/** As a byte of Latin-1 that is no UTF-8, which the gateway mends before a function sees it. */
const LATIN_1 = bytes(`{"name":"${CANARY} Caf`, [0xe9], '"}')
const BROKEN_UTF8 = bytes(`{"name":"${CANARY}`, [0xc3, 0x28], '"}')

const JSON_TYPE = { 'content-type': 'application/json' }
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' }

type Case = [label: string, body: Sent, outcome: string, headers?: Record<string, string>]

/** True where a call without a body says all there is to say. */
const isOptional = ({ path }: { path: string }) => ACTION.test(path)

/** Bodies that every endpoint refuses, whatever its fields are. */
const REFUSED: Case[] = [
  ['nothing at all', undefined, '415 unsupported_media_type'],
  ['nothing, called JSON', undefined, '400 invalid_json', JSON_TYPE],
  ['white space', ' \n', '400 invalid_json'],
  ['half an object', `{"name":"${CANARY}`, '400 invalid_json'],
  ['two objects', `{"name":"${CANARY}"}{}`, '400 invalid_json'],
  ['a comma too many', `{"name":"${CANARY}",}`, '400 invalid_json'],
  ['a comment', `{"name":"${CANARY}"/**/}`, '400 invalid_json'],
  ['single quotes', `{'name':'${CANARY}'}`, '400 invalid_json'],
  ['NaN', '{"price":NaN}', '400 invalid_json'],
  ['a bare control character in a text', `{"name":"${CANARY}\n"}`, '400 invalid_json'],
  ['a byte of Latin-1', LATIN_1, '400 invalid_json'],
  ['a replacement character', `{"name":"${CANARY} Caf\ufffd"}`, '400 invalid_json'],
  ['one in a name', `{"n\ufffd":"${CANARY}"}`, '400 invalid_json'],
  ['null', 'null', '422 validation_failed'],
  ['a text', `"${CANARY}"`, '422 validation_failed'],
  ['a number', '7', '422 validation_failed'],
  ['true', 'true', '422 validation_failed'],
  ['a list', `["${CANARY}"]`, '422 validation_failed'],
  ['a nesting of 33', nested(33), '422 validation_failed'],
  ['a nesting of 100,000', nested(100_000), '422 validation_failed'],
  ['a member __proto__', `{"__proto__":{"name":"${CANARY}"}}`, '422 validation_failed'],
  ['half a surrogate pair', `{"name":"${CANARY}\\ud83d"}`, '422 validation_failed'],
  ['the other half', `{"name":"${CANARY}\\udca9"}`, '422 validation_failed'],
  ['NUL', `{"name":"${CANARY}\\u0000"}`, '422 validation_failed'],
  ['a carriage return', `{"name":"${CANARY}\\r"}`, '422 validation_failed'],
  ['an escape character deep inside', `{"x":{"y":["${CANARY}\\u001b"]}}`, '422 validation_failed'],
  ['an unknown field', `{"nmae":"${CANARY}"}`, '422 validation_failed'],
  ['plain text', `{"name":"${CANARY}"}`, '415 unsupported_media_type', { 'content-type': 'text/plain' }],
  ['nearly JSON', '{}', '415 unsupported_media_type', { 'content-type': 'application/jsonp' }],
  ['a form', 'name=x', '415 unsupported_media_type', { 'content-type': 'multipart/form-data' }],
  ['two types', '{}', '415 unsupported_media_type', { 'content-type': 'application/json, application/json' }],
  ['an empty type', '{}', '415 unsupported_media_type', { 'content-type': '' }],
  ['Latin-1', '{}', '415 unsupported_media_type', { 'content-type': 'application/json; charset=latin1' }],
  ['UTF-16', '{}', '415 unsupported_media_type', { 'content-type': 'application/json;charset="utf-16"' }],
]

/** Of these each path has to refuse some; the rest is read in one place for all. */
const AT_EACH_PATH = [
  'nothing at all',
  'nothing, called JSON',
  'half an object',
  'a list',
  'a member __proto__',
  'NUL',
  'an unknown field',
  'plain text',
]

/** Two paths that stand for all where a body is read. */
const SOME_WRITES = ['POST /admin/products', 'PATCH /admin/business'].map((route) => {
  const write = WRITES.find(({ method, path }) => `${method} ${path}` === route)
  if (!write) throw new Error(`nothing is written by ${route}`)
  return write
})

test.each(WRITES)('$method $path takes none of it, says so and keeps nothing', async (write) => {
  const before = await everythingOf(shop.business.id)
  const said: Record<string, string> = {}
  const refused = REFUSED.filter(
    ([label, body]) =>
      (body !== undefined || !isOptional(write)) &&
      (AT_EACH_PATH.includes(label) || SOME_WRITES.includes(write)),
  )
  for (const [label, body, , headers] of refused) {
    const answer = await shop.ask(write.method, shop.pathOf(write), body, headers)
    said[label] = outcome(answer)
    expect(answer.text, label).not.toContain(CANARY)
    expect(answer.headers.get('cache-control'), label).toBe('no-store')
    expect(answer.headers.get('content-type'), label).toBe('application/problem+json')
  }
  expect(said).toEqual(Object.fromEntries(refused.map(([label, , expected]) => [label, expected])))
  const after = await everythingOf(shop.business.id)
  expect(after).toEqual(before)
})

test('nothing of what was refused is anywhere in the table', async () => {
  expect(await itemsThatHold(shop.product.id)).not.toEqual([])
  expect(await itemsThatHold(CANARY)).toEqual([])
})

test.each(WRITES)('$method $path takes a patch’s media type only if it takes patches', async (write) => {
  const answer = await shop.ask(write.method, shop.pathOf(write), write.body, MERGE_PATCH)
  const plain = await shop.ask(write.method, shop.pathOf(write), '{}', { 'content-type': 'text/plain' })
  const isPatch = write.method === 'PATCH'
  expect(outcome(answer)).toBe(isPatch ? '200' : '415 unsupported_media_type')
  expect(plain.headers.get('accept-patch')).toBe(
    isPatch ? 'application/merge-patch+json, application/json' : null,
  )
})

test.each([
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
  'application/json; charset=utf8',
  'application/json ; x=y',
])('bodies can be %s', async (type) => {
  for (const write of SOME_WRITES) {
    const answer = await shop.ask(write.method, shop.pathOf(write), write.body, { 'content-type': type })
    expect(answer.status, write.path).toBeLessThan(300)
  }
})

test.each(WRITES)('$method $path takes base64 for what it is, and no broken UTF-8 in it', async (write) => {
  const { method, path: route } = write
  const handler = handlers.find((one) => one.method === method && one.path === route)?.handler
  if (!handler) throw new Error(`no handler of ${method} ${route}`)
  const path = shop.variablesOf(route)
  const question = { method, route, path, apiKeyId: shop.apiKeyId }
  const send = (body: Uint8Array) => invoke(handler, shop.business.id, { ...question, body })
  expect((await send(bytes(JSON.stringify(write.body)))).status).toBeLessThan(300)
  const refused = await send(BROKEN_UTF8)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_json'])
  if (!isOptional(write)) expect((await send(bytes())).body.code).toBe('invalid_json')
})

test('broken UTF-8 in a patch is refused over the wire too', async () => {
  const answer = await shop.ask('PATCH', '/admin/business', BROKEN_UTF8, MERGE_PATCH)
  expect(outcome(answer)).toBe('400 invalid_json')
})

test.each<[body: string, ...where: string[]]>([
  ['null', ' invalid'],
  ['[]', ' invalid'],
  ['["\\u0000", {"a/b~c": "\\u0001"}]', '/0 invalid', '/1/a~1b~0c invalid', ' invalid'],
  ['{"__proto__": 1, "name": "\\ud800"}', '/__proto__ invalid', '/name invalid'],
  ['{"metadata": {"__proto__": 1}}', '/metadata/__proto__ invalid'],
  ['{"metadata": {"a\\u0000": "x", "b": "y\\u0000"}}', '/metadata invalid', '/metadata/b invalid'],
  [nested(33), `/x${'/0'.repeat(31)} invalid`],
  [nested(100_000), `/x${'/0'.repeat(31)} invalid`],
  [`{"${'k'.repeat(1025)}": 1}`, ' invalid'],
])('the pointers of a body that is wrong all over: %#', async (body, ...where) => {
  for (const write of SOME_WRITES)
    expect(faults(await shop.ask(write.method, shop.pathOf(write), body)), write.path).toEqual(where)
})

test.each<[label: string, body: string]>([
  ['bad texts', `[${'"\\u0001",'.repeat(25_000)}1]`],
  ['bad texts below a long name', `{"${'k'.repeat(100_000)}":[${'"\\u0001",'.repeat(10_000)}1]}`],
  ['unknown fields', `{${Array.from({ length: 20_000 }, (_, n) => `"x${n}":1`)}}`],
  ['bad metadata', `{"metadata":{${Array.from({ length: 20_000 }, (_, n) => `"x${n}":1`)}}}`],
])('thousands of %s are answered with 200 faults at most', async (_, body) => {
  for (const write of SOME_WRITES) {
    const answer = await shop.ask(write.method, shop.pathOf(write), body)
    expect(outcome(answer), write.path).toBe('422 validation_failed')
    expect(answer.body.errors.length).toBeLessThanOrEqual(200)
    expect(answer.text.length).toBeLessThan(50_000)
  }
})

test('a nesting of 32 is judged by its fields, tab and newline are text, of two equal names the last counts', async () => {
  for (const write of SOME_WRITES) {
    const deep = await shop.ask(write.method, shop.pathOf(write), nested(32))
    expect(faults(deep)).toContain('/x unknown_field')
  }
  const body = '{"description":"first","description":"a\\tb\\nc\u007f\u0085 💩","name":null,"name":"Tea"}'
  const { body: category } = await shop.ask('PATCH', '/admin/categories/tea', body)
  expect(category).toMatchObject({ description: 'a\tb\nc\u007f\u0085 💩', name: 'Tea' })
})
