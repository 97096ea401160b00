import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createJudge } from '../../../lib/local/permissions/judge.ts'
import { startPermissionProxy } from '../../../lib/local/permissions/proxy.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

const TableName = 'shop'
const resource = `arn:aws:dynamodb:local:000000000000:table/${TableName}`
const signed = {
  authorization: 'AWS4-HMAC-SHA256 Credential=Fn/20260101/local/dynamodb/aws4_request, Signature=0',
  'x-amz-target': 'DynamoDB_20120810.PutItem',
}

/** A proxy before a database that answers like this, where the function `Fn` may put items. */
async function proxyTo(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const upstream = createServer(answer).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const judge = createJudge()
  const { port } = upstream.address() as AddressInfo
  const proxy = await startPermissionProxy(
    `http://127.0.0.1:${port}`,
    judge,
    new Map(),
    new Map([['pk', 'HASH']]),
  )
  const stopUpstream = () => {
    upstream.close()
    upstream.closeAllConnections()
  }
  resources.defer(stopUpstream)
  resources.defer(proxy.stop)
  const permissions = [{ action: 'dynamodb:PutItem', resource }]
  judge.admit([{ functionId: 'Fn', arn: 'fn', permissions, denials: [] }])
  return { ...proxy, stopUpstream }
}

/** Calls as `Fn` and gives back the answer as it came over the wire. */
async function call(endpoint: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const sent = request(endpoint, { method: 'POST', headers: { ...signed, ...headers } })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
  return { status: answer.statusCode, reason: answer.statusMessage, rawHeaders: answer.rawHeaders, text }
}

test('a request of several megabytes arrives as it was sent, and its response comes back as it was given', async () => {
  const seen: { headers: string[]; body: string; path: string | undefined }[] = []
  const { endpoint } = await proxyTo(async (incoming, response) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString()
    seen.push({ headers: incoming.rawHeaders, body, path: incoming.url })
    response.writeHead(418, 'Some reason', ['X-Amz-CRC32', '7', 'Set-Cookie', 'a', 'Set-Cookie', 'b'])
    response.write(body.slice(0, 1000))
    response.end(body.slice(1000))
  })
  const body = `  {"TableName":"${TableName}", "Item":{"text":{"S":"${'ü'.repeat(2_000_000)}"}}}\n`
  const answer = await call(`${endpoint}/some/path?x=1`, body, {
    'X-Odd-Case': 'Kept',
    Connection: 'keep-alive',
  })
  expect(seen[0]?.body === body).toBe(true)
  expect(seen[0]?.path).toBe('/some/path?x=1')
  expect(seen[0]?.headers).toEqual(expect.arrayContaining(['X-Odd-Case', 'Kept', 'authorization']))
  expect(seen[0]?.headers).toContain(new URL(endpoint).host)
  expect(answer.text === body).toBe(true)
  expect(answer).toMatchObject({ status: 418, reason: 'Some reason' })
  expect(answer.rawHeaders).toEqual(
    expect.arrayContaining(['X-Amz-CRC32', '7', 'Set-Cookie', 'a', 'Set-Cookie', 'b']),
  )
})

test('calls one after the other take one connection to the database', async () => {
  const sockets = new Set<unknown>()
  const { endpoint } = await proxyTo((incoming, response) => {
    sockets.add(incoming.socket)
    incoming.resume().on('end', () => response.end('{}'))
  })
  for (let times = 0; times < 5; times++) await call(endpoint, JSON.stringify({ TableName }))
  expect(sockets.size).toBe(1)
})

test('before roles are known nobody may do anything', async () => {
  const proxy = await startPermissionProxy('http://127.0.0.1:9', createJudge(), new Map(), new Map())
  resources.defer(proxy.stop)
  expect(await call(proxy.endpoint, JSON.stringify({ TableName }))).toMatchObject({
    status: 400,
    text: expect.stringContaining('UnrecognizedClientException'),
  })
})

test.each(['not JSON', '', '[]', 'null'])('a body that says nothing (%j) is refused', async (body) => {
  const { endpoint } = await proxyTo((_incoming, response) => response.end('carried out'))
  const { status, text } = await call(endpoint, body)
  expect([status, JSON.parse(text)]).toEqual([
    400,
    expect.objectContaining({ Message: expect.stringContaining('dynamodb:PutItem on resource: *') }),
  ])
})

test.each([
  ['before its answer', (response: ServerResponse) => response.socket?.resetAndDestroy()],
  [
    'within its answer',
    (response: ServerResponse) => response.writeHead(200).write('{', () => response.socket?.destroy()),
  ],
])('where the database breaks off %s the caller sees a broken connection', async (_when, breakOff) => {
  const { endpoint } = await proxyTo((_incoming, response) => breakOff(response))
  await expect(call(endpoint, JSON.stringify({ TableName }))).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('where there is no database any more the caller sees a broken connection', async () => {
  const { endpoint, stopUpstream } = await proxyTo((_incoming, response) => response.end())
  stopUpstream()
  await expect(call(endpoint, JSON.stringify({ TableName }))).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a caller that hangs up half-way harms nobody', async () => {
  const { endpoint } = await proxyTo((_incoming, response) => response.end('{}'))
  const socket = connect(Number(new URL(endpoint).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"Table')
  await once(socket, 'ready')
  socket.destroy()
  await once(socket, 'close')
  expect(await call(endpoint, JSON.stringify({ TableName }))).toMatchObject({ status: 200, text: '{}' })
})

test('a caller that does not wait for its response harms nobody', async () => {
  const complaints = vi.spyOn(process.stderr, 'write')
  resources.defer(() => complaints.mockRestore())
  const asked = Promise.withResolvers<ServerResponse>()
  const { endpoint } = await proxyTo((_incoming, response) => asked.resolve(response))
  const sent = request(endpoint, { method: 'POST', headers: signed }).end(JSON.stringify({ TableName }))
  const late = await asked.promise
  const hungUp = expect(once(sent, 'response')).rejects.toMatchObject({ code: 'ECONNRESET' })
  sent.destroy()
  await hungUp
  // By the time it has answered somebody else the proxy knows that this one has gone.
  expect((await call(endpoint, '')).status).toBe(400)
  // Too much for any buffer: it is written only if somebody reads it, and only then is the connection free again.
  late.end(Buffer.alloc(32 * 1024 * 1024))
  await once(late, 'finish')
  expect(complaints).not.toHaveBeenCalled()
})

test('closing ends calls that are under way', async () => {
  const arrived = Promise.withResolvers<void>()
  const { endpoint, stop } = await proxyTo(() => arrived.resolve())
  const outcome = expect(call(endpoint, JSON.stringify({ TableName }))).rejects.toMatchObject({
    code: 'ECONNRESET',
  })
  await arrived.promise
  resources.defer(() => outcome)
  await stop()
  await outcome
  await expect(fetch(endpoint)).rejects.toThrow()
})

test('a call that breaks a limit which the engine does not know is refused as DynamoDB refuses it', async () => {
  const { endpoint } = await proxyTo(() => expect.unreachable('the engine is not called'))
  const item = { pk: { S: 'x'.repeat(2049) } }
  const answer = await call(endpoint, JSON.stringify({ TableName, Item: item }))
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.text)).toEqual({
    __type: 'com.amazon.coral.validate#ValidationException',
    message: expect.stringContaining('Size of hashkey'),
  })
})
