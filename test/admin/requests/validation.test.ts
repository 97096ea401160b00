/** How a body is read is proven in `http/body/json-body`; here each path has to read its own so. */
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

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
/** As a byte of Latin-1 that is no UTF-8, which the gateway mends before a function sees it. */
const LATIN_1 = bytes(`{"name":"${CANARY} Caf`, [0xe9], '"}')
const BROKEN_UTF8 = bytes(`{"name":"${CANARY}`, [0xc3, 0x28], '"}')

const JSON_TYPE = { 'content-type': 'application/json' }
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' }

/** True where a call without a body says all there is to say. */
const isOptional = ({ path }: { path: string }) => ACTION.test(path)

/** Bodies that every path refuses, one for each thing that is asked of a body, whatever its fields are. */
const REFUSED: [label: string, body: Sent, outcome: string, headers?: Record<string, string>][] = [
  ['nothing at all', undefined, '415 unsupported_media_type'],
  ['nothing, called JSON', undefined, '400 invalid_json', JSON_TYPE],
  ['half an object', `{"name":"${CANARY}`, '400 invalid_json'],
  ['a byte of Latin-1', LATIN_1, '400 invalid_json'],
  ['a list', `["${CANARY}"]`, '422 validation_failed'],
  ['a member __proto__', `{"__proto__":{"name":"${CANARY}"}}`, '422 validation_failed'],
  ['NUL', `{"name":"${CANARY}\\u0000"}`, '422 validation_failed'],
  ['an unknown field', `{"nmae":"${CANARY}"}`, '422 validation_failed'],
  ['plain text', `{"name":"${CANARY}"}`, '415 unsupported_media_type', { 'content-type': 'text/plain' }],
]

test.each(WRITES)('$method $path takes none of it, says so and keeps nothing', async (write) => {
  const before = await everythingOf(shop.business.id)
  for (const [label, body, expected, headers] of REFUSED) {
    if (body === undefined && isOptional(write)) continue
    const answer = await shop.ask(write.method, shop.pathOf(write), body, headers)
    expect(outcome(answer), label).toBe(expected)
    expect(answer.text, label).not.toContain(CANARY)
    expect(answer.headers.get('cache-control'), label).toBe('no-store')
    expect(answer.headers.get('content-type'), label).toBe('application/problem+json')
  }
  expect(await everythingOf(shop.business.id)).toEqual(before)
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

test.each<[label: string, body: string]>([
  ['unknown fields', `{${Array.from({ length: 20_000 }, (_, n) => `"x${n}":1`)}}`],
  ['bad metadata', `{"metadata":{${Array.from({ length: 20_000 }, (_, n) => `"x${n}":1`)}}}`],
])('thousands of %s are answered with 200 faults at most', async (_, body) => {
  const answer = await shop.ask('POST', '/admin/products', body)
  expect(outcome(answer)).toBe('422 validation_failed')
  expect(answer.body.errors.length).toBeLessThanOrEqual(200)
  expect(answer.text.length).toBeLessThan(50_000)
})

test('a body of the largest depth is checked by its fields, and texts are stored as they were sent', async () => {
  const deep = `{"x":${'['.repeat(31)}"a"${']'.repeat(31)}}`
  expect(faults(await shop.ask('POST', '/admin/products', deep))).toContain('/x unknown_field')
  const body = '{"description":"first","description":"a\\tb\\nc\u007f\u0085 💩","name":null,"name":"Tea"}'
  const { body: category } = await shop.ask('PATCH', '/admin/categories/tea', body)
  expect(category).toMatchObject({ description: 'a\tb\nc\u007f\u0085 💩', name: 'Tea' })
})
