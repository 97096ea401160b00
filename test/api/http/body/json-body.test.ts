/** How bodies are read, by the step that all administrative endpoints share; each path calls it (`admin/requests/validation`). */
import { describe, expect, test } from 'vitest'
import {
  type BodyKind,
  emptyBody,
  listBody,
  newBodyOf,
  patchBodyOf,
} from '../../../../lib/api/http/body/body-kinds.ts'
import { pipeline } from '../../../../lib/api/http/pipeline/pipeline.ts'
import { Problem } from '../../../../lib/api/http/problems/problem.ts'
import type { JsonObject } from '../../../../lib/domain/body/json-object.ts'
import { apiEvent, lambdaContext } from '../../../support/events.ts'

const NEW = newBodyOf((sent) => sent)
const PATCH = patchBodyOf(() => {})

const JSON_TYPE = { 'content-type': 'application/json' }

/** The value that a body is read as, or the problem that it is. */
async function read(
  body: string | Buffer | undefined,
  headers: Record<string, string> = JSON_TYPE,
  kind: BodyKind<unknown> = NEW,
): Promise<JsonObject | Problem | undefined> {
  let found: JsonObject | undefined
  const run = pipeline()
    .use(kind.read)
    .handler(async ({ call }) => {
      found = call.sent
      return { statusCode: 200, headers: {}, body: '' }
    })
  const sent = Buffer.isBuffer(body) ? { body: body.toString('base64'), isBase64Encoded: true } : { body }
  const event = { ...apiEvent({ route: '/admin/products', headers }), call: { headers: {} } }
  try {
    await run({ ...event, ...(sent.body !== undefined && { ...sent, body: sent.body }) }, lambdaContext())
    return found
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const codeOf = (result: unknown) => (result instanceof Problem ? result.code : 'none')
const faultsIn = (result: unknown) => (result instanceof Problem ? (result.options.errors ?? []) : [])
const placesIn = (result: unknown) =>
  faultsIn(result).map((fault) => ('pointer' in fault ? `${fault.pointer} ${fault.code}` : fault))

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const nested = (depth: number) => `{"x":${'['.repeat(depth - 1)}"a"${']'.repeat(depth - 1)}}`

test.each<[string, string | Buffer | undefined]>([
  ['nothing', undefined],
  ['nothing in base64', bytes()],
  ['white space', ' \n'],
  ['a byte order mark alone', '\ufeff'],
  ['half an object', '{"name":"x'],
  ['two objects', '{"name":"x"}{}'],
  ['a comma too many', '{"name":"x",}'],
  ['a comment', '{"name":"x"/**/}'],
  ['single quotes', "{'name':'x'}"],
  ['NaN', '{"price":NaN}'],
  ['a bare control character in a text', '{"name":"x\n"}'],
  ['a replacement character, which stands for bytes that were not UTF-8', '{"name":"Caf\ufffd"}'],
  ['one in a name', '{"n\ufffd":"x"}'],
  ['bytes that are not UTF-8', bytes('{"name":"', [0xc3, 0x28], '"}')],
  ['a byte of Latin-1', bytes('{"name":"Caf', [0xe9], '"}')],
])('%s is no JSON', async (_, body) => {
  expect(codeOf(await read(body))).toBe('invalid_json')
})

test.each<[string, string, ...string[]]>([
  ['null', 'null', ' invalid'],
  ['a text', '"x"', ' invalid'],
  ['a number', '7', ' invalid'],
  ['true', 'true', ' invalid'],
  ['a list', '[]', ' invalid'],
  [
    'a list, and what is in it',
    '["\\u0000", {"a/b~c": "\\u0001"}]',
    '/0 invalid',
    '/1/a~1b~0c invalid',
    ' invalid',
  ],
  ['a nesting of 33', nested(33), `/x${'/0'.repeat(31)} invalid`],
  ['a nesting of 100,000', nested(100_000), `/x${'/0'.repeat(31)} invalid`],
  ['a member __proto__', '{"__proto__": 1, "name": "\\ud800"}', '/__proto__ invalid', '/name invalid'],
  ['one below', '{"metadata": {"__proto__": 1}}', '/metadata/__proto__ invalid'],
  ['half a surrogate pair', '{"name":"\\ud83d"}', '/name invalid'],
  ['the other half', '{"name":"\\udca9"}', '/name invalid'],
  ['NUL', '{"metadata": {"a\\u0000": "x", "b": "y\\u0000"}}', '/metadata invalid', '/metadata/b invalid'],
  ['a carriage return', '{"name":"\\r"}', '/name invalid'],
  ['an escape character deep inside', '{"x":{"y":["\\u001b"]}}', '/x/y/0 invalid'],
  ['a long name', `{"${'k'.repeat(1_025)}": 1}`, ' invalid'],
])('%s cannot be stored', async (_, body, ...places) => {
  const result = await read(body)
  expect([codeOf(result), placesIn(result)]).toEqual(['validation_failed', places])
})

test('a nesting of 32, tab, newline and what is not of ASCII are read, and of two equal names the last counts', async () => {
  expect(await read(nested(32))).toEqual(JSON.parse(nested(32)))
  expect(await read('{"d":"first","d":"a\\tb\\nc\u007f\u0085 💩","e":"\\ufffd"}')).toEqual({
    d: 'a\tb\nc\u007f\u0085 💩',
    e: '\ufffd',
  })
  expect(await read(bytes('\ufeff{"name":"é"}'))).toEqual({ name: 'é' })
  for (const name of ['k', '🍵'].map((one) => one.repeat(1_024)))
    expect(await read(`{"${name}": 1}`)).toEqual({ [name]: 1 })
})

test.each<[string, string]>([
  ['bad texts', `[${'"\\u0001",'.repeat(25_000)}1]`],
  ['bad texts below a long name', `{"${'k'.repeat(1_000)}":[${'"\\u0001",'.repeat(10_000)}1]}`],
])('thousands of %s are answered with 200 faults, and a long name in 40 characters', async (_, body) => {
  const faults = faultsIn(await read(body))
  expect(faults).toHaveLength(200)
  expect(JSON.stringify(faults).length).toBeLessThan(50_000)
})

describe('the media type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json ; x=y',
  ])('can be %s', async (type) => {
    expect(await read('{}', { 'content-type': type })).toEqual({})
    expect(await read('{}', { 'content-type': type }, PATCH)).toEqual({})
  })

  test.each([
    'text/plain',
    'application/jsonp',
    'multipart/form-data',
    'application/json, application/json',
    '',
    'application/json; charset=latin1',
    'application/json;charset="utf-16"',
    'application/merge-patch+json',
    undefined,
  ])('cannot be %s', async (type) => {
    const result = await read('{}', type === undefined ? {} : { 'content-type': type })
    expect(codeOf(result)).toBe('unsupported_media_type')
    expect(result instanceof Problem && result.options.headers).toBeFalsy()
  })

  test('of a patch can be that of patches, and a refusal names both', async () => {
    const type = 'application/merge-patch+json'
    expect(await read('{}', { 'content-type': type }, PATCH)).toEqual({})
    expect(await read('{}', { 'content-type': 'text/plain' }, PATCH)).toMatchObject({
      code: 'unsupported_media_type',
      options: { headers: { 'accept-patch': 'application/merge-patch+json, application/json' } },
    })
  })
})

test.each<[string, BodyKind<unknown>, number]>([
  ['most bodies', NEW, 256 * 1024],
  ['lists', listBody(1_000, (sent) => sent), 1_000],
])('the bytes of %s are counted as they were sent', async (_, kind, most) => {
  const padded = (size: number) => `{"a":"é"${' '.repeat(size - 10)}}`
  expect(Buffer.byteLength(padded(most))).toBe(most)
  expect(codeOf(await read(padded(most), JSON_TYPE, kind))).toBe('none')
  for (const body of [padded(most + 1), Buffer.from(padded(most + 1)), ' '.repeat(most + 1)])
    expect(codeOf(await read(body, JSON_TYPE, kind))).toBe('body_too_large')
  expect(codeOf(await read(Buffer.from(padded(most)), JSON_TYPE, kind))).toBe('none')
})

test('where no body is needed, an empty one of any type is accepted; one that is sent is read', async () => {
  for (const body of [undefined, '']) expect(await read(body, {}, emptyBody)).toBeUndefined()
  expect(await read('\ufeff', JSON_TYPE, emptyBody)).toBeUndefined()
  expect(codeOf(await read('{', JSON_TYPE, emptyBody))).toBe('invalid_json')
  expect(codeOf(await read('{}', {}, emptyBody))).toBe('unsupported_media_type')
})
