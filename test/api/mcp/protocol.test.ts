import { expect, test } from 'vitest'
import { type McpReply, type McpServer, reply } from '../../../lib/api/mcp/protocol.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const META = { [VERSION]: '2026-07-28', [CAPABILITIES]: {} }

/** A tool with a name outside ASCII, as no tool of ours has. */
const TOOLS = ['find', 'prüfen', 'refuse', 'break'].map((name) => ({ name, inputSchema: { type: 'object' } }))

const bugs: unknown[] = []

const server: McpServer = {
  version: '1.2.3',
  instructions: 'Find first.',
  tools: TOOLS,
  call: async (name, args) => {
    if (name === 'break') throw new Error('a bug')
    return { text: `${name} ${JSON.stringify(args)}`, ...(name === 'refuse' && { isError: true }) }
  },
  noteBug(error) {
    bugs.push(error)
    return { request_id: 'b7f3' }
  },
}

interface Sent {
  /** Members of the message in the place of its own. */
  message?: object
  headers?: Record<string, string | undefined>
  params?: object
  meta?: object
}

/** A request of the new revision; its headers repeat what its body says. */
function ask(method: string, { message, headers, params = {}, meta = META }: Sent = {}): Promise<McpReply> {
  const body = { jsonrpc: '2.0', id: 7, method, params: { _meta: meta, ...params }, ...message }
  const own = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...('name' in params && { 'mcp-name': `${params.name}` }),
  }
  return reply({ ...own, ...headers }, JSON.stringify(body), server)
}

/** A request of an earlier revision. */
const askLegacy = (method: string, params?: object, header?: string) =>
  reply(
    { 'mcp-protocol-version': header },
    JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params }),
    server,
  )

const send = (text: string) => reply({}, text, server)

/** The status and the error of a refusal, with the id that it has. */
async function refusal(sent: Promise<McpReply>) {
  const { status, body } = await sent
  const { id, error } = body as { id?: unknown; error?: { code: number } }
  return [status, error?.code, id]
}

test('a body that is not JSON is an error without an id', async () => {
  expect(await send('{"jsonrpc":"2.0"')).toEqual({
    status: 400,
    body: {
      jsonrpc: '2.0',
      error: { code: -32700, message: expect.stringMatching(/^The body is not JSON/) },
    },
  })
  expect(await refusal(send(''))).toEqual([400, -32700, undefined])
})

test.each([
  ['null', undefined],
  ['7', undefined],
  ['"tools/list"', undefined],
  ['[]', undefined],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', undefined],
  ['{"id":1,"method":"ping"}', 1],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 1],
  ['{"jsonrpc":"2.0","id":1}', 1],
  ['{"jsonrpc":"2.0","id":"b","method":5}', 'b'],
  ['{"jsonrpc":"2.0","id":1,"result":{}}', 1],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', undefined],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', undefined],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', undefined],
  // It would come back as another number.
  ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', undefined],
  ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', undefined],
])('%s is not a request', async (text, id) => {
  expect(await refusal(send(text))).toEqual([400, -32600, id])
})

test('a batch is refused with a sentence that says so', async () => {
  const { body } = await send('[]')
  expect(body).toMatchObject({ error: { message: expect.stringContaining('Batches') } })
})

test.each([
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":7}}',
])('%s has parameters that cannot be read', async (text) => {
  expect(await refusal(send(text))).toEqual([400, -32602, 1])
})

test.each(['{"toString":1}', '[{"toString":1}]', '7', 'null', '["find"]'])(
  'no tool has the name %s',
  async (name) => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name}}}`
    const { status, body } = await send(text)
    expect([status, body]).toMatchObject([200, { id: 1, error: { code: -32602 } }])
  },
)

test('a notification is taken, and nothing is done', async () => {
  for (const method of ['notifications/initialized', 'notifications/cancelled', 'tools/call'])
    expect(await send(JSON.stringify({ jsonrpc: '2.0', method, params: { name: 'break' } }))).toEqual({
      status: 202,
    })
})

test('an id comes back as it was sent', async () => {
  for (const id of [0, -1, '', '7', 'a b'])
    expect((await ask('tools/list', { message: { id } })).body).toMatchObject({ id })
})

test('an id has at most 1,024 characters, for it comes back', async () => {
  expect((await ask('tools/list', { message: { id: 'x'.repeat(1_024) } })).status).toBe(200)
  expect(await refusal(ask('tools/list', { message: { id: 'x'.repeat(1_025) } }))).toEqual([
    400,
    -32600,
    undefined,
  ])
})

test('a name that there is not comes back as people see it, and cut', async () => {
  const name = `ap\u200bply${'x'.repeat(200)}`
  const start = `apply${'x'.repeat(35)}… (cut, 205 characters)`
  expect((await askLegacy('tools/call', { name })).body).toMatchObject({
    error: { message: `Unknown tool: ${start}` },
  })
  expect((await askLegacy(name)).body).toMatchObject({ error: { message: `Unknown method: ${start}` } })
  expect((await askLegacy('ping', {}, name)).body).toMatchObject({ error: { data: { requested: start } } })
})

test('the server says what it is and can do', async () => {
  expect(await ask('server/discover')).toEqual({
    status: 200,
    body: {
      jsonrpc: '2.0',
      id: 7,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        instructions: 'Find first.',
        ttlMs: 300_000,
        cacheScope: 'private',
        _meta: {
          'io.modelcontextprotocol/serverInfo': { name: 'storefront', title: 'Storefront', version: '1.2.3' },
        },
      },
    },
  })
})

test('the tools are listed as they are, for one client alone', async () => {
  const { body } = await ask('tools/list')
  expect(body).toMatchObject({ result: { tools: TOOLS, ttlMs: 300_000, cacheScope: 'private' } })
  expect((await askLegacy('tools/list')).body).toEqual({ jsonrpc: '2.0', id: 'a', result: { tools: TOOLS } })
})

test('a tool is called with its arguments, or none', async () => {
  const called = await ask('tools/call', { params: { name: 'find', arguments: { q: 'tea' } } })
  expect(called).toMatchObject({
    status: 200,
    body: { result: { resultType: 'complete', content: [{ type: 'text', text: 'find {"q":"tea"}' }] } },
  })
  expect(called.body).not.toHaveProperty('result.isError')
  expect((await askLegacy('tools/call', { name: 'find' })).body).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    result: { content: [{ type: 'text', text: 'find {}' }] },
  })
})

test('a refusal of a tool is a result, which a model can read', async () => {
  for (const called of [
    ask('tools/call', { params: { name: 'refuse' } }),
    askLegacy('tools/call', { name: 'refuse' }),
  ])
    expect(await called).toMatchObject({
      status: 200,
      body: { result: { isError: true, content: [{ text: 'refuse {}' }] } },
    })
})

test('what a tool throws is an internal error: a model does not see it, and a program finds the id of its request', async () => {
  const error = { code: -32603, message: 'Internal error', data: { request_id: 'b7f3' } }
  for (const [called, id] of [
    [ask('tools/call', { params: { name: 'break' } }), 7],
    [askLegacy('tools/call', { name: 'break' }), 'a'],
  ] as const)
    expect(await called).toEqual({ status: 200, body: { jsonrpc: '2.0', id, error } })
  expect(bugs).toEqual([new Error('a bug'), new Error('a bug')])
})

test.each([undefined, 'delete_everything', '__proto__', 7])('there is no tool %j', async (name) => {
  expect(
    await refusal(ask('tools/call', { params: { name }, headers: { 'mcp-name': name as string } })),
  ).toEqual([400, -32602, 7])
  expect(await refusal(askLegacy('tools/call', { name }))).toEqual([200, -32602, 'a'])
})

test('arguments are an object', async () => {
  for (const args of [[], null, 'tea', 7]) {
    expect(await refusal(ask('tools/call', { params: { name: 'find', arguments: args } }))).toEqual([
      400, -32602, 7,
    ])
    expect(await refusal(askLegacy('tools/call', { name: 'find', arguments: args }))).toEqual([
      200,
      -32602,
      'a',
    ])
  }
})

test.each(['initialize', 'ping', 'logging/setLevel', 'resources/list', 'prompts/list', 'constructor', ''])(
  'the new revision has no method %j',
  async (method) => {
    expect(await refusal(ask(method))).toEqual([404, -32601, 7])
  },
)

test.each(['server/discover', 'logging/setLevel', 'resources/list', 'constructor', ''])(
  'the earlier ones have no method %j',
  async (method) => {
    expect(await refusal(askLegacy(method))).toEqual([200, -32601, 'a'])
  },
)

test.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2026-07-28', '2025-11-25'],
  ['2024-11-05', '2025-11-25'],
  [undefined, '2025-11-25'],
])('a client that begins with version %s gets %s', async (protocolVersion, agreed) => {
  for (const header of [undefined, '2025-06-18', '2024-11-05'])
    expect((await askLegacy('initialize', { protocolVersion }, header)).body).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: {
        protocolVersion: agreed,
        capabilities: { tools: {} },
        serverInfo: { name: 'storefront', title: 'Storefront', version: '1.2.3' },
        instructions: 'Find first.',
      },
    })
})

test('an earlier client can ping, with the header of its version or without', async () => {
  for (const header of [undefined, '2025-11-25', '2025-06-18'])
    expect(await askLegacy('ping', {}, header)).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 'a', result: {} },
    })
})

test('a version that is not supported is named together with those that are', async () => {
  expect(await askLegacy('ping', {}, '2025-03-26')).toMatchObject({
    status: 400,
    body: {
      error: {
        code: -32022,
        data: { requested: '2025-03-26', supported: ['2026-07-28', '2025-11-25', '2025-06-18'] },
      },
    },
  })
  for (const version of ['v999.0.0', '2025-11-25', ''])
    expect(
      await ask('tools/list', {
        meta: { ...META, [VERSION]: version },
        headers: { 'mcp-protocol-version': version },
      }),
    ).toMatchObject({
      status: 400,
      body: { id: 7, error: { code: -32022, data: { requested: version, supported: ['2026-07-28'] } } },
    })
})

test.each([
  ['nothing', {}],
  ['no version', { [CAPABILITIES]: {} }],
  ['a version that is not a text', { ...META, [VERSION]: 20260728 }],
  ['no capabilities', { [VERSION]: '2026-07-28' }],
  ['capabilities that are a list', { ...META, [CAPABILITIES]: [] }],
])('a request of the new revision with %s in _meta is refused', async (_, meta) => {
  expect(await refusal(ask('tools/list', { meta }))).toEqual([400, -32602, 7])
})

test.each<[string, Sent['headers']]>([
  ['no version', { 'mcp-protocol-version': undefined }],
  ['another version', { 'mcp-protocol-version': '2025-11-25' }],
  ['no method', { 'mcp-method': undefined }],
  ['another method', { 'mcp-method': 'tools/list' }],
  ['a method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
  ['no name', { 'mcp-name': undefined }],
  ['another name', { 'mcp-name': 'refuse' }],
  ['a name that is encoded badly', { 'mcp-name': '=?base64?ZmluZA?=' }],
  ['a name that is half encoded', { 'mcp-name': '=?base64?ZmluZA==' }],
])('headers with %s are refused', async (_, headers) => {
  expect(await refusal(ask('tools/call', { params: { name: 'find' }, headers }))).toEqual([400, -32020, 7])
})

test('a name can be encoded, and must be where it is not ASCII', async () => {
  const encoded = (name: string) => `=?base64?${Buffer.from(name).toString('base64')}?=`
  for (const name of ['find', 'prüfen'])
    expect(
      await ask('tools/call', { params: { name }, headers: { 'mcp-name': encoded(name) } }),
    ).toMatchObject({ status: 200 })
})

test('the headers of other methods have no name', async () => {
  expect(await ask('tools/list', { headers: { 'mcp-name': 'find' } })).toMatchObject({ status: 200 })
})
