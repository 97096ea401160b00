import { once } from 'node:events'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, inject, test } from 'vitest'
import { freePort } from '../../../lib/local/free-port.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../../support/shop.ts'
import { fakeApi, type Received, type Reply } from './fake-imports.ts'
import { asKey, environment, program, storefront } from './installed.ts'

const TOKEN = `sfk_${'0'.repeat(49)}`
const REVISION = 'io.modelcontextprotocol/protocolVersion'

const request = (id: unknown, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params })
const INITIALIZE = request(0, 'initialize', { protocolVersion: '2025-11-25' })
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' }
const ping = (id: unknown) => request(id, 'ping')
const idOf = ({ body }: Received) => JSON.parse(String(body)).id

/** Sends messages, and returns the lines of stdout, read as JSON. */
async function passed(url: string, messages: (object | string)[], argv: string[] = []) {
  const lines = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)))
  const env = await asKey(TOKEN, { STOREFRONT_URL: url })
  const { code, stdout, notes } = await storefront(env, ['mcp', ...argv], `${lines.join('\n')}\n`)
  const answers = stdout === '' ? [] : stdout.trimEnd().split('\n')
  return { code, answers: answers.map((line) => JSON.parse(line)), notes }
}

/** An MCP server that agrees on any revision, and responds to everything else with its method. */
function answer({ body }: Received): Reply {
  const { id, method, params } = JSON.parse(String(body))
  if (id === undefined) return { status: 202, text: '' }
  const result = method === 'initialize' ? { protocolVersion: params.protocolVersion } : { method }
  return { json: { jsonrpc: '2.0', id, result } }
}

test('each message is sent with the key, and each response is a line', async () => {
  await using api = await fakeApi(answer)
  const messages = [INITIALIZE, INITIALIZED, '', request('a', 'tools/list')]
  const { code, answers, notes } = await passed(api.url, messages)
  expect([code, notes]).toEqual([0, []])
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25' } },
    { jsonrpc: '2.0', id: 'a', result: { method: 'tools/list' } },
  ])
  expect(api.received.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill('POST /mcp'))
  for (const { headers } of api.received)
    expect(headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    })
})

test('the revision is the one that a message names, or else the one that was agreed on', async () => {
  await using api = await fakeApi(answer)
  const named = (id: number, method: string, params: object = {}) =>
    request(id, method, { ...params, _meta: { [REVISION]: '2026-07-28' } })
  const messages = [
    ping(1),
    INITIALIZE,
    request(2, 'tools/call', { name: 'get_store' }),
    named(3, 'tools/list'),
    named(4, 'tools/call', { name: 'get_store' }),
    named(5, 'tools/call', { name: 'größe' }),
    named(6, 'tools/call', { name: '=?base64?YQ==?=' }),
    named(7, 'resources/read', { uri: 'file:///a' }),
  ]
  await passed(api.url, messages)
  const headers = new Map(
    api.received.map((one) => [
      idOf(one),
      ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => one.headers[name]),
    ]),
  )
  const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
  expect(headers).toEqual(
    new Map([
      [1, [undefined, undefined, undefined]],
      [0, [undefined, undefined, undefined]],
      [2, ['2025-11-25', undefined, undefined]],
      [3, ['2026-07-28', 'tools/list', undefined]],
      [4, ['2026-07-28', 'tools/call', 'get_store']],
      [5, ['2026-07-28', 'tools/call', encoded('größe')]],
      [6, ['2026-07-28', 'tools/call', encoded('=?base64?YQ==?=')]],
      [7, ['2026-07-28', 'resources/read', 'file:///a']],
    ]),
  )
})

test('several requests are under way at once, and all get their response after the end of stdin', async () => {
  const later = new EventTarget()
  await using api = await fakeApi(async (received) => {
    if (idOf(received) === 1) await once(later, 'second')
    else later.dispatchEvent(new Event('second'))
    return answer(received)
  })
  const { answers } = await passed(api.url, [ping(1), ping(2)])
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2])
  expect(answers.map(({ error }) => error)).toEqual([undefined, undefined])
})

const problem = { type: '/problems/unauthenticated', status: 401, code: 'unauthenticated', detail: 'No.' }

test.each<[string, Reply | undefined, string]>([
  ['a lost connection', undefined, 'no connection to the API: '],
  ['a problem', { status: 401, json: problem }, 'No. (unauthenticated)'],
  ['a page', { text: '<h1>Welcome</h1>', headers: { 'content-type': 'text/html' } }, 'status 200, text/html'],
  ['a redirect', { status: 307, text: '', headers: { location: '/elsewhere' } }, 'the API responded 307'],
  ['an empty response', { status: 202, text: '' }, 'it is empty'],
])(
  'after %s a request gets an error under its id, and a notification a line on stderr',
  async (_, reply, due) => {
    await using api = await fakeApi(() => reply)
    const { code, answers, notes } = await passed(api.url, [ping('a'), INITIALIZED])
    expect(code).toBe(0)
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 'a', error: { code: -32000, message: expect.stringContaining(due) } },
    ])
    // An empty response is what a notification gets.
    expect(notes).toEqual(due === 'it is empty' ? [] : [expect.stringMatching(/^error: /)])
  },
)

test('without a server, a request gets an error under its id', async () => {
  const { code, answers } = await passed(`http://127.0.0.1:${await freePort()}`, [ping(7)])
  expect(code).toBe(0)
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 7, error: { code: -32000, message: expect.stringContaining('ECONNREFUSED') } },
  ])
})

test('an error of the server keeps its status to itself, and gets the id of its request', async () => {
  const error = { code: -32020, message: 'Header mismatch' }
  await using api = await fakeApi(() => ({ status: 400, json: { jsonrpc: '2.0', id: null, error } }))
  const { answers, notes } = await passed(api.url, [ping(1), 'no JSON', INITIALIZED])
  expect(answers).toEqual(
    expect.arrayContaining([
      { jsonrpc: '2.0', id: 1, error },
      { jsonrpc: '2.0', id: null, error },
    ]),
  )
  expect([answers.length, notes]).toEqual([2, []])
})

test('controls in the text of a shop are escaped, and the text stays the same', async () => {
  const text = 'a\u0085b\u2028c\u202ed'
  await using api = await fakeApi(() => ({ json: { jsonrpc: '2.0', id: 1, result: { text } } }))
  const env = await asKey(TOKEN, { STOREFRONT_URL: api.url })
  const { stdout } = await storefront(env, ['mcp'], `${JSON.stringify(ping(1))}\n`)
  expect(stdout).not.toMatch(/[\u0085\u202e]/)
  expect(JSON.parse(stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: { text } })
})

test('a message ends with its line, whatever ends a line in a text, and the last one without', async () => {
  await using api = await fakeApi(answer)
  const env = await asKey(TOKEN, { STOREFRONT_URL: api.url })
  const name = 'a\u2028b\u2029c\u0085d\ve'
  const input = `${JSON.stringify(request(1, 'tools/call', { name }))}\r\n\r\n${JSON.stringify(ping(2))}`
  const { code, stdout, notes } = await storefront(env, ['mcp'], input)
  expect([code, notes]).toEqual([0, []])
  const answers = stdout.trimEnd().split('\n')
  expect(answers.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2])
  expect(api.received.map(({ body }) => JSON.parse(String(body)).params?.name).filter(Boolean)).toEqual([
    name,
  ])
})

test('--business sends no key, and needs none', async () => {
  await using api = await fakeApi(answer)
  const env = await environment({ STOREFRONT_URL: api.url })
  const argv = ['mcp', '--business', 'a b']
  const { code, stdout } = await storefront(env, argv, `${JSON.stringify(ping(1))}\n`)
  expect([code, JSON.parse(stdout).id]).toEqual([0, 1])
  const [{ headers, query } = { headers: {}, query: undefined }] = api.received
  expect([headers.authorization, query?.get('business')]).toEqual([undefined, 'a b'])
})

test.each([
  [['mcp'], 'you are not logged in'],
  [['mcp', '--business', 'demo'], 'there is no base URL'],
])('%j ends at once without an address', async (argv, line) => {
  const { code, stdout, notes } = await storefront(await environment(), argv)
  expect([code, stdout]).toEqual([1, ''])
  expect(notes).toEqual([expect.stringContaining(line)])
})

test.each<[string, ClientOptions]>([
  ['as it is by default', {}],
  ['that asks for the version', { versionNegotiation: { mode: 'auto' } }],
  ['pinned to the new version', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
])('the official client %s plans a change through it, as a desktop app does', async (_, options) => {
  const business = await makeBusiness()
  const { id: category_id } = await makeCategory(business)
  const { id } = await makeProduct(business, { category_id, name: 'Sencha', price: 1250 })
  const { HOME = '', PATH = '' } = await environment()
  const key = { STOREFRONT_URL: inject('baseUrl'), STOREFRONT_API_KEY: await makeToken(business) }
  const transport = new StdioClientTransport({
    command: await program(),
    args: ['mcp'],
    env: { HOME, PATH, ...key },
  })
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(transport)
  try {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search_products', 'plan_changes', 'apply_plan']),
    )
    const operations = [{ op: 'reprice', id, percent: -10 }]
    const { content, isError } = await client.callTool({ name: 'plan_changes', arguments: { operations } })
    expect(isError).toBeFalsy()
    expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('1125') }])
  } finally {
    await client.close()
  }
})
