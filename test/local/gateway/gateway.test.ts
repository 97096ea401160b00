import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { sendRaw, temporaryFolder, writeAssembly } from '../fixture.ts'

const resources = new AsyncDisposableStack()
let stack: RunningStack
let root: string

beforeAll(async () => {
  const assembly = resources.use(await temporaryFolder())
  await writeAssembly(assembly.path)
  stack = await startStack({ assemblyDir: assembly.path, port: 0 })
  resources.defer(stack.stop)
  root = stack.baseUrl.replace('/api/v1', '')
})
afterAll(() => resources.disposeAsync())

/** The event that the Echo function got for these lines. */
async function eventOf(lines: string[], body = '') {
  const answer = await sendRaw(root, lines, body)
  expect(answer.status).toBe(200)
  return JSON.parse(answer.body)
}

/** The response to the client when a function returns this. */
function answering(answer: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${root}/answer`, { method: 'POST', headers, body: JSON.stringify(answer) ?? '' })
}

const message = (text: string) => JSON.stringify({ message: text })

test('an event has the shape of payload format 2.0', async () => {
  const event = await eventOf(['GET /api/v1/items/7 HTTP/1.1', 'User-Agent: probe'])
  const { requestContext, headers } = event
  expect(event).toEqual({
    version: '2.0',
    routeKey: 'GET /api/v1/items/{item}',
    rawPath: '/api/v1/items/7',
    rawQueryString: '',
    headers: {
      host: new URL(root).host,
      'content-length': '0',
      'user-agent': 'probe',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': new URL(root).port,
      'x-forwarded-proto': 'http',
    },
    pathParameters: { item: '7' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'localapi',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: {
        method: 'GET',
        path: '/api/v1/items/7',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'probe',
      },
      requestId: expect.stringMatching(/^[\w+/]{15}=$/),
      routeKey: 'GET /api/v1/items/{item}',
      stage: '$default',
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      timeEpoch: expect.any(Number),
    },
    isBase64Encoded: false,
  })
  expect(headers.connection).toBeUndefined()
  expect(Math.abs(requestContext.timeEpoch - Date.now())).toBeLessThan(10_000)
})

test('repeated headers are joined with commas, credentials too, and cookies have a list of their own', async () => {
  const { headers, cookies } = await eventOf([
    'GET /api/v1/items/7 HTTP/1.1',
    'X-Probe: first',
    'x-probe: second',
    'Authorization: Bearer a',
    'AUTHORIZATION: Bearer b',
    'Cookie: a=1; b=2',
    'Cookie: c=3',
    'X-Forwarded-For: 203.0.113.7',
  ])
  expect(headers).toMatchObject({
    'x-probe': 'first,second',
    authorization: 'Bearer a,Bearer b',
    'x-forwarded-for': '203.0.113.7,127.0.0.1',
  })
  expect(headers).not.toHaveProperty('cookie')
  expect(cookies).toEqual(['a=1', 'b=2', 'c=3'])
})

test('the path arrives decoded and cut at a decoded question mark, the raw query as sent', async () => {
  const decoded = await eventOf(['GET /api/v1/items/caf%C3%A9%20%26?q=a%20b&q=c+d&e=&f&__proto__=x HTTP/1.1'])
  expect(decoded).toMatchObject({
    rawPath: '/api/v1/items/café &',
    pathParameters: { item: 'café &' },
    rawQueryString: 'q=a%20b&q=c+d&e=&f&__proto__=x',
  })
  expect(Object.entries(decoded.queryStringParameters)).toEqual([
    ['q', 'a b,c d'],
    ['e', ''],
    ['f', ''],
    ['__proto__', 'x'],
  ])
  const cut = await eventOf(['GET /api/v1/items/a%3Fb HTTP/1.1'])
  expect(cut).toMatchObject({ rawPath: '/api/v1/items/a', pathParameters: { item: 'a' }, rawQueryString: '' })
  expect(cut).not.toHaveProperty('queryStringParameters')
})

test('bodies of text types arrive as text, all others as base64', async () => {
  const post = (type: string[], body: string) =>
    eventOf(['POST /api/v1/items HTTP/1.1', ...type, `Content-Length: ${Buffer.byteLength(body)}`], body)
  const base64 = Buffer.from('{"ä":1}').toString('base64')
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'text/csv', 'application/xml']) {
    const event = await post([`Content-Type: ${type}`], '{"ä":1}')
    expect(event).toMatchObject({ body: '{"ä":1}', isBase64Encoded: false })
  }
  for (const type of [
    ['Content-Type: application/merge-patch+json'],
    ['Content-Type: application/x-www-form-urlencoded'],
    [],
  ]) {
    expect(await post(type, '{"ä":1}')).toMatchObject({ body: base64, isBase64Encoded: true })
  }
  expect(await post([], '')).not.toHaveProperty('body')
})

test('a chunked body arrives whole, with its length', async () => {
  const lines = ['POST /api/v1/items HTTP/1.1', 'Content-Type: text/plain', 'Transfer-Encoding: chunked']
  const event = await eventOf(lines, '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n')
  expect(event).toMatchObject({ body: 'abcde', headers: { 'content-length': '5' } })
  expect(event.headers).not.toHaveProperty('transfer-encoding')
})

test('a full match is routed before a variable, HEAD on its own and without a body', async () => {
  expect((await eventOf(['GET /api/v1/items/fixed HTTP/1.1'])).routeKey).toBe('GET /api/v1/items/fixed')
  const head = await sendRaw(root, ['HEAD /api/v1/items/7 HTTP/1.1'])
  expect(head).toMatchObject({ status: 200, body: '' })
  expect(Number(head.head.match(/content-length: (\d+)/i)?.[1])).toBeGreaterThan(100)
  expect(await sendRaw(root, ['HEAD /api/v1/items HTTP/1.1'])).toMatchObject({ status: 404, body: '' })
})

test('without a route the gateway responds alone', async () => {
  const answer = await fetch(`${root}/nowhere`)
  expect([answer.status, await answer.text()]).toEqual([404, message('Not Found')])
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('apigw-requestid')).toBeNull()
})

test('the authorizer sees the request, and its context reaches the function', async () => {
  const event = await eventOf(['GET /api/v1/guarded/a%20b?x=1 HTTP/1.1', 'Cookie: a=1'])
  const { seen, nested } = event.requestContext.authorizer.lambda
  const { authorizer: _, ...requestContext } = event.requestContext
  const { isBase64Encoded: __, ...request } = event
  expect(nested).toEqual({ list: [1, true] })
  expect(seen).toEqual({
    ...request,
    type: 'REQUEST',
    routeArn: 'arn:aws:execute-api:local:000000000000:localapi/$default/GET/api/v1/guarded/a b',
    identitySource: null,
    requestContext,
  })
})

test('an authorizer without a context adds none, and one that denies is 403', async () => {
  const bare = await eventOf(['GET /api/v1/guarded/1 HTTP/1.1', 'X-Authorizer: bare'])
  expect(bare.requestContext).not.toHaveProperty('authorizer')
  const denied = await sendRaw(root, ['GET /api/v1/guarded/1 HTTP/1.1', 'X-Authorizer: deny'])
  expect(denied).toMatchObject({ status: 403, body: message('Forbidden') })
})

test.each([
  'throw',
  'hang',
  'null',
  '"yes"',
  '{}',
  '{"isAuthorized":"true"}',
  '{"isAuthorized":true,"context":[1]}',
])('an authorizer that returns %s denies the request', async (wanted) => {
  const answer = await sendRaw(root, ['GET /api/v1/guarded/1 HTTP/1.1', `X-Authorizer: ${wanted}`])
  expect(answer).toMatchObject({ status: 500, body: message('Internal Server Error') })
})

test('status, headers, cookies and a binary body come back', async () => {
  const answer = await answering({
    statusCode: 201,
    headers: { 'Content-Type': 'image/png', 'X-Number': 7, 'Content-Length': '99', Location: '/x' },
    cookies: ['a=1; Path=/', 'b=2'],
    body: Buffer.from([0, 255, 1]).toString('base64'),
    isBase64Encoded: true,
  })
  expect(answer.status).toBe(201)
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 255, 1])
  expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-number')).toBe('7')
  expect(answer.headers.get('location')).toBe('/x')
  expect(answer.headers.get('content-length')).toBe('3')
})

test('WWW-Authenticate keeps its name, as AWS documents it for HTTP APIs', async () => {
  const { headers } = await answering({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
  expect(headers.get('www-authenticate')).toBe('Bearer')
})

test('a response without a status code is the JSON body of a 200', async () => {
  for (const [answer, body] of [
    [{ data: [1] }, '{"data":[1]}'],
    ['plain', 'plain'],
    [[1, 2], '[1,2]'],
    [null, 'null'],
  ]) {
    const response = await answering(answer)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      body,
    ])
  }
})

test.each([
  { statusCode: 'many' },
  { statusCode: 99 },
  { statusCode: 200, body: { an: 'object' } },
  { statusCode: 200, headers: { a: ['list'] } },
  { statusCode: 200, headers: { a: 'line\nbreak' } },
  { statusCode: 200, cookies: 'a=1' },
])('a malformed response is a 500: %j', async (answer) => {
  const response = await answering(answer)
  expect([response.status, await response.text()]).toEqual([500, message('Internal Server Error')])
})

test('request line and header values may take 10,240 bytes, not more', async () => {
  const requestLine = 'GET /api/v1/items/7 HTTP/1.1'
  const used = requestLine.length + new URL(root).host.length + 'close'.length
  const withHeaderOf = (bytes: number) => sendRaw(root, [requestLine, `X-Long: ${'a'.repeat(bytes)}`])
  expect((await withHeaderOf(10_240 - used)).status).toBe(200)
  expect(await withHeaderOf(10_241 - used)).toMatchObject({
    status: 431,
    body: message('Request Header Fields Too Large'),
  })
  expect((await withHeaderOf(500_000)).status).toBe(431)
  expect((await sendRaw(root, [`GET /api/v1/items/${'a'.repeat(10_240)} HTTP/1.1`])).status).toBe(431)
})

test('a body over 10 MB, or one that makes an event over 6 MB, is refused', async () => {
  const post = (bytes: number) =>
    fetch(`${root}/api/v1/items`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'a'.repeat(bytes),
    })
  for (const bytes of [10 * 1024 * 1024 + 1, 7 * 1024 * 1024]) {
    const answer = await post(bytes)
    expect([answer.status, await answer.text()]).toEqual([413, message('Request Entity Too Large')])
  }
})

test('a response over 6 MB is a 500', async () => {
  const size = 5 * 1024 * 1024
  const doubled = await fetch(`${root}/api/v1/items`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    // Escaped twice, a quotation mark takes four bytes in the Echo function's answer and two in its event.
    body: '"'.repeat(size / 2),
  })
  expect(doubled.status).toBe(500)
})

test('what cannot be read is a 400', async () => {
  expect(await sendRaw(root, ['GET /api/v1/items/%zz HTTP/1.1'])).toMatchObject({
    status: 400,
    body: message('Bad Request'),
  })
  expect((await sendRaw(root, ['GET /api/v1/items/%E0%A4%A HTTP/1.1'])).status).toBe(400)
  expect((await sendRaw(root, ['GET /api/v1/items/7 HTTP/1.1', 'Host: twice'])).status).toBe(400)
  expect(await sendRaw(root, ['nonsense'])).toMatchObject({ status: 400, body: message('Bad Request') })
})
