import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reset, thenEnd, thenReset } from '../data/dynamodb/wire.ts'
import { catchLog } from '../support/log.ts'
import { drips, type Receiver, receive, SECRET, says, status, WEBHOOK } from './receiver.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await receive()
})
afterEach(() => receiver.close())

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'
/** Long enough for a machine that has much to do, and only waited for where nothing else ends a try. */
const SHORT = { timeoutMs: 300 }

test('a webhook is a POST with a signature, on a connection of its own', async () => {
  receiver.plan(status(204))
  const { duration_ms: durationMs, ...sent } = await receiver.send()
  expect(sent).toEqual({ status_code: 204, error: null, retry_after_s: null })
  expect(durationMs).toBeGreaterThanOrEqual(0)
  const [head = '', body = ''] = receiver.requests[0]?.text.split('\r\n\r\n') ?? []
  expect(new Set(head.replace(/v1,[0-9A-Za-z+/]{43}=$/m, 'v1,…').split('\r\n'))).toEqual(
    new Set([
      'POST /webhooks?shop=1 HTTP/1.1',
      'content-type: application/json',
      'user-agent: Storefront/1',
      `webhook-id: ${WEBHOOK.id}`,
      'webhook-timestamp: 1795303309',
      'webhook-type: product.updated',
      'webhook-try: 3',
      'webhook-signature: v1,…',
      `Host: 127.0.0.1:${receiver.port}`,
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(WEBHOOK.body)}`,
    ]),
  )
  expect(Buffer.from(body, 'latin1').toString()).toBe(WEBHOOK.body)
  await receiver.send()
  expect(receiver.sockets.length).toBe(2)
})

/** Every way to react, and what becomes of the try. */
const REACTIONS = [
  ...[200, 204, 299, 301, 302, 307, 308, 400, 401, 410, 429, 500, 503, 599].map((code) => ({
    what: `a ${code}`,
    react: status(code, 'Location: https://elsewhere.example/\r\n'),
    expected: code,
  })),
  { what: 'a 200 and its body', react: says(`${OK}ok`), expected: 200 },
  { what: 'a 200, and the end', react: thenEnd(says('HTTP/1.1 200 OK\r\n\r\nok')), expected: 200 },
  { what: 'a 200 of HTTP/1.0', react: thenEnd(says('HTTP/1.0 200 OK\r\n\r\n')), expected: 200 },
  {
    what: 'a 200 that keeps the connection',
    react: says(`HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n`),
    expected: 200,
  },
  { what: 'half a body, then a reset', react: thenReset(says(`${OK}o`)), expected: 200 },
  { what: 'half a body, then the end', react: thenEnd(says(`${OK}o`)), expected: 200 },
  { what: 'more than it announced', react: says(`${OK}okok${OK}`), expected: 200 },
  {
    what: 'a chunk that is none',
    react: says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbanana\r\n'),
    expected: 200,
  },
  {
    what: 'a body that is not gzip',
    react: says('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok'),
    expected: 200,
  },
  {
    what: 'early hints first',
    react: says(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}ok`),
    expected: 200,
  },
  { what: 'a 100 first', react: says(`HTTP/1.1 100 Continue\r\n\r\n${OK}ok`), expected: 200 },
  { what: 'a 102 first', react: says(`HTTP/1.1 102 Processing\r\n\r\n${OK}ok`), expected: 200 },
  { what: 'a reset', react: reset, expected: 'connection_reset' },
  { what: 'the end', react: thenEnd(says()), expected: 'connection_reset' },
  {
    what: 'half a head, then a reset',
    react: thenReset(says('HTTP/1.1 200 OK\r\nA: ')),
    expected: 'connection_reset',
  },
  {
    what: 'half a head, then the end',
    react: thenEnd(says('HTTP/1.1 200 OK\r\nA: ')),
    expected: 'connection_reset',
  },
  { what: 'a status of 99', react: says('HTTP/1.1 99 Odd\r\n\r\n'), expected: 'bad_response' },
  {
    what: 'a status of 099',
    react: says('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'),
    expected: 'bad_response',
  },
  { what: 'a status of 600', react: status(600), expected: 'bad_response' },
  { what: 'a status of 999', react: status(999), expected: 'bad_response' },
  { what: 'a status of 1000', react: status(1000), expected: 'bad_response' },
  {
    what: 'another protocol',
    react: says('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    expected: 'bad_response',
  },
  { what: 'HTTP/0.9', react: thenEnd(says('<p>hello</p>\r\n\r\n')), expected: 'bad_response' },
  {
    what: 'the frame of HTTP/2',
    react: says(Buffer.from('000012040000000000', 'hex')),
    expected: 'bad_response',
  },
  {
    what: 'a head of 100 KB',
    react: says(`HTTP/1.1 200 OK\r\n${`A: ${'x'.repeat(1_000)}\r\n`.repeat(100)}\r\n`),
    expected: 'bad_response',
  },
  {
    what: 'two lengths',
    react: says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),
    expected: 'bad_response',
  },
]

test.each(REACTIONS)('$what is $expected, and its connection is closed', async ({ react, expected }) => {
  receiver.plan(react)
  const { status_code, error, retry_after_s } = await receiver.send()
  expect(error ?? status_code).toBe(expected)
  expect([status_code, error]).toContain(null)
  expect(retry_after_s).toBeNull()
  await receiver.allClosed()
  expect(receiver.requests.length).toBeLessThanOrEqual(1)
  expect(receiver.sockets.length).toBe(1)
})

describe('when the time is over', () => {
  test.each([
    { what: 'silence', react: says() },
    { what: 'a status line that never ends', react: drips('HTTP/1.1 200 ') },
    { what: 'headers that never end', react: drips('HTTP/1.1 200 OK\r\nA: ') },
    { what: 'early hints without a response', react: says('HTTP/1.1 103 Early Hints\r\n\r\n') },
  ])('$what is a timeout', async ({ react }) => {
    receiver.plan(react)
    expect(await receiver.send(SHORT)).toMatchObject({
      status_code: null,
      error: 'timeout',
      retry_after_s: null,
    })
    await receiver.allClosed()
  })

  test.each([200, 500])('a %i is the outcome, though its body drips', async (code) => {
    receiver.plan(drips(`HTTP/1.1 ${code} Status\r\n\r\n`))
    expect(await receiver.send(SHORT)).toMatchObject({ status_code: code, error: null })
    await receiver.allClosed()
  })
})

test('a port where nobody listens refuses', async () => {
  await receiver.close()
  expect(await receiver.send()).toMatchObject({ status_code: null, error: 'connection_refused' })
})

describe('a body is read up to 64 KB', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n'
  const part = Buffer.alloc(1_000_000, 'x')

  test.each([
    { what: '100 MB', head: `${HEAD}Content-Length: 100000000\r\n\r\n`, parts: 100 },
    { what: 'an endless body', head: `${HEAD}\r\n`, parts: Number.POSITIVE_INFINITY },
  ])('$what', async ({ head, parts }) => {
    let taken = 0
    receiver.plan((socket) => {
      socket.write(head)
      const more = () => {
        taken += 1
        if (taken <= parts && !socket.destroyed) socket.write(part, more)
      }
      more()
    })
    expect(await receiver.send()).toMatchObject({ status_code: 200, error: null })
    await receiver.allClosed()
    // Some are in the buffers of the two sockets.
    expect(taken).toBeLessThan(20)
  })
})

describe('never rejects, but returns the error', () => {
  test.each([
    { what: 'no secret', outgoing: { secrets: [] } },
    { what: 'a secret that is none', outgoing: { secrets: [SECRET, 'whsec_*'] } },
    { what: 'an id that no header can hold', outgoing: { id: 'evt_1\r\nx: y' } },
  ])('$what', async ({ outgoing }) => {
    const lines = catchLog()
    expect(await receiver.send({}, outgoing)).toMatchObject({ status_code: null, error: 'internal_error' })
    vi.restoreAllMocks()
    expect(receiver.sockets.length).toBe(0)
    expect(lines).toMatchObject([
      { level: 'error', message: 'a webhook was not sent', reason: expect.any(String) },
    ])
    expect(JSON.stringify(lines)).not.toContain('whsec_')
  })
})
