import { beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../../../lib/api/mcp/tools.ts'
import { isJsonObject, type JsonObject } from '../../../lib/domain/body/json-object.ts'
import { call, makeBusiness, makeKey } from '../../support/shop.ts'

let authorization: string
beforeAll(async () => {
  const { token } = await makeKey(await makeBusiness())
  authorization = `Bearer ${token}`
})

const UNSEEN = '\u{e0041}\u200b\u202e'

/** Values that are long, of many parts or deep, as JSON of at most 240 KB. */
const VALUES: [what: string, json: string][] = [
  ['a long text', JSON.stringify('x'.repeat(200_000))],
  ['a long text of quotes', JSON.stringify('"'.repeat(100_000))],
  ['an unseen text', JSON.stringify(UNSEEN.repeat(20_000))],
  ['many texts', JSON.stringify(Array.from({ length: 3_000 }, (_, n) => `${n}${UNSEEN.repeat(5)}`))],
  ['a few long texts', JSON.stringify(Array.from({ length: 24 }, () => UNSEEN.repeat(900)))],
  [
    'many names',
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`${UNSEEN}name_${n}`.padEnd(50, 'x'), n])),
    ),
  ],
  ['a long name', JSON.stringify({ [`${'x'.repeat(200_000)}${UNSEEN}`]: 1 })],
  ['a deep list', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['a deep object', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
]

/** Is replaced by one of the values in the text of a message: a deep one overflows the stack of who writes it. */
const PLACE = 'the value'

/** The arguments of a tool with the value in each place where its schema knows one, and in the place of all. */
function* argumentsOf({ properties, items }: JsonObject): Generator<unknown> {
  yield PLACE
  if (isJsonObject(items)) for (const item of argumentsOf(items)) yield [item]
  for (const [name, member] of Object.entries(isJsonObject(properties) ? properties : {}))
    if (isJsonObject(member)) for (const value of argumentsOf(member)) yield { [name]: value }
}

/** The faults of the response to a message that has a value in its place. */
async function faultsOf(message: unknown, value: string, headers: Record<string, string> = {}) {
  const sent = JSON.stringify(message).replaceAll(JSON.stringify(PLACE), value)
  expect(sent.length).toBeLessThan(256 * 1024)
  const response = await call('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body: sent,
  })
  const text = await response.text()
  const bytes = Buffer.byteLength(text)
  const faults = [
    ...(response.status < 500 ? [] : [`status ${response.status}`]),
    ...(bytes < 20 * 1024 ? [] : [`${bytes} bytes`]),
    ...(/\p{Default_Ignorable_Code_Point}|\\u[0-9a-f]{4}/u.test(text) ? ['unseen characters'] : []),
    ...(text.includes('Invalid type') ? ['a sentence that repeats a value'] : []),
  ]
  return faults.map((fault) => `${fault}: ${JSON.stringify(message)}`)
}

const message = (members: object) => ({ jsonrpc: '2.0', id: 1, ...members })

test.each(TOOLS)('whatever $name is called with, the response is short', async ({ name, inputSchema }) => {
  const faults: string[] = []
  for (const args of argumentsOf(inputSchema))
    for (const [what, value] of VALUES) {
      const params = { name, arguments: args }
      const found = await faultsOf(message({ method: 'tools/call', params }), value)
      faults.push(...found.map((fault) => `${what}: ${fault}`))
    }
  expect(faults).toEqual([])
})

const METHODS = ['tools/call', 'tools/list', 'ping', 'initialize', 'server/discover', 'notifications/x']
const PARAMS = ['name', 'arguments', 'cursor', 'protocolVersion', '_meta', 'other']
const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

test.each(VALUES)('the response to any message with %s is short', async (_, value) => {
  const faults: string[] = []
  const earlier = [
    PLACE,
    { jsonrpc: PLACE },
    ...['id', 'method', 'params'].map((name) => message({ method: 'ping', [name]: PLACE })),
    ...METHODS.flatMap((method) => PARAMS.map((name) => message({ method, params: { [name]: PLACE } }))),
  ]
  for (const one of earlier) faults.push(...(await faultsOf(one, value)))
  for (const method of METHODS) {
    const headers = { 'mcp-protocol-version': VERSION, 'mcp-method': method }
    const modern = [
      message({ method, params: { _meta: META, name: PLACE } }),
      message({ method: PLACE, params: { _meta: META } }),
      ...Object.keys(META).map((name) => message({ method, params: { _meta: { ...META, [name]: PLACE } } })),
    ]
    for (const one of modern) faults.push(...(await faultsOf(one, value, headers)))
  }
  expect(faults).toEqual([])
})

test('a header that is as long as the gateway lets through comes back cut', async () => {
  const headers = { 'mcp-protocol-version': `v${'9'.repeat(8_000)}` }
  expect(await faultsOf(message({ method: 'ping' }), '', headers)).toEqual([])
  const response = await call('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body: JSON.stringify(message({ method: 'ping' })),
  })
  expect((await response.text()).length).toBeLessThan(500)
})
