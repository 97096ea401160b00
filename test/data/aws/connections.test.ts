import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openAhead, type Pool, poolTo, post } from '../../../lib/data/aws/connections.ts'
import { stopClock } from '../../faults/clock.ts'
import {
  answer,
  bytes,
  IDLE_ENDS,
  listen,
  ok,
  type Reaction,
  reset,
  thenEnd,
  thenReset,
  turns,
  type Wire,
} from '../dynamodb/wire.ts'
import { aRead } from './read.ts'

let wire: Wire
let pool: Pool
beforeEach(async () => {
  stopClock()
  wire = await listen()
  pool = poolTo(new URL(wire.endpoint))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await wire.close()
})

const ways = () => wire.requests.map(({ by }) => by)
const aWrite = { ...aRead(1_000), isRead: false }
/** An answer that is recognized. */
const of = (who: string) => answer(200, JSON.stringify({ who }))
const whoAnswers = async () => (await post(pool, aRead(1_000))).answer?.who

describe.each(IDLE_ENDS)('a connection that was idle is $how as it is used', ({ reaction }) => {
  test.each([
    { when: 'after another call', begin: () => post(pool, aRead(1_000)) },
    {
      when: 'opened ahead',
      begin: async () => {
        openAhead(pool)
        while (wire.sockets.length < 1) await turns(1)
      },
    },
  ])('$when: a write is not sent again, and what comes next has another', async ({ begin }) => {
    await begin()
    wire.plan(reaction, of('next'))
    await expect(post(pool, aWrite)).rejects.toHaveProperty('code', 'ECONNRESET')
    expect(await whoAnswers()).toBe('next')
    expect(ways()).toEqual([0, 1])
  })
})

test('a write that nobody takes is tried once', async () => {
  wire.greet(reset)
  await expect(post(pool, aWrite)).rejects.toHaveProperty('code', 'ECONNRESET')
  expect(wire.sockets).toHaveLength(1)
})

test('a reply that comes after its call was given up is read by nobody', async () => {
  let late: Parameters<Reaction>[0] | undefined
  wire.plan((socket) => {
    late = socket
  }, of('next'))
  const first = post(pool, aRead(1_000))
  while (!late) await turns(1)
  vi.advanceTimersByTime(1_000)
  await expect(first).rejects.toHaveProperty('name', 'TimeoutError')
  of('first')(late)
  expect(await whoAnswers()).toBe('next')
  await turns(20)
  expect([ways(), wire.open()]).toEqual([[0, 1], 1])
})

test('nor is the rest of one that has begun', async () => {
  let late: Parameters<Reaction>[0] | undefined
  const whole = JSON.stringify({ who: 'first' })
  wire.plan((socket) => {
    late = socket
    answer(200, whole.slice(0, 5), { length: whole.length })(socket)
  }, of('next'))
  const first = post(pool, aRead(1_000))
  while (!late) await turns(1)
  await turns(20)
  vi.advanceTimersByTime(1_000)
  await expect(first).rejects.toHaveProperty('name', 'TimeoutError')
  late.write(whole.slice(5))
  expect(await whoAnswers()).toBe('next')
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  { when: 'later', reply: of('mine'), more: of('another') },
  {
    when: 'at once',
    reply: bytes('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"who":"mine"}'.repeat(2)),
    more: () => {},
  },
])('a second reply that comes $when is not that of the next call', async ({ reply, more }) => {
  wire.plan(reply, of('next'))
  expect(await whoAnswers()).toBe('mine')
  await turns(20)
  const [socket] = wire.sockets
  if (socket) more(socket)
  await turns(20)
  expect(await whoAnswers()).toBe('next')
  expect(ways()).toEqual([0, 1])
})

const JSON_TEXT = '{"who":"é🍵","list":[{"a":1}]}'
const LENGTH = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(JSON_TEXT)}\r\n\r\n${JSON_TEXT}`
const CHUNKED = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${[
  JSON_TEXT.slice(0, 9),
  JSON_TEXT.slice(9),
  '',
]
  .map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
  .join('')}`
const TO_THE_END = `HTTP/1.1 200 OK\r\n\r\n${JSON_TEXT}`

describe.each([
  { how: 'ends', cut: thenEnd },
  { how: 'breaks', cut: thenReset },
])('a reply whose connection $how', ({ cut }) => {
  test.each([
    { form: 'with a length', reply: LENGTH },
    { form: 'in chunks', reply: CHUNKED },
    { form: 'without a length', reply: TO_THE_END },
  ])('$form: is whole or a fault, wherever that is', async ({ reply }) => {
    const whole = Buffer.from(reply)
    for (let length = 0; length < whole.length; length++) {
      wire.plan(cut((socket) => socket.write(whole.subarray(0, length))))
      const outcome = await post(pool, aRead(1_000)).then(
        ({ answer }) => answer,
        () => undefined,
      )
      expect({ length, outcome }).toEqual({ length, outcome: undefined })
    }
    wire.plan(thenEnd((socket) => socket.write(whole)))
    expect((await post(pool, aRead(1_000))).answer).toEqual(JSON.parse(JSON_TEXT))
    expect(vi.getTimerCount()).toBe(0)
  })
})

const MOST_BODY = 16_000_000

test.each([
  {
    form: 'with a length',
    head: (length: number) => `Content-Length: ${length}`,
    framed: (body: string) => body,
  },
  {
    form: 'in chunks',
    head: () => 'Transfer-Encoding: chunked',
    framed: (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  },
])('a reply may be 16 MB long and no longer, $form', async ({ head, framed }) => {
  const reply = (length: number): Reaction => {
    const body = `{"who":"${'-'.repeat(length - 10)}"}`
    return bytes(`HTTP/1.1 200 OK\r\n${head(length)}\r\n\r\n${framed(body)}`)
  }
  wire.plan(reply(MOST_BODY), reply(MOST_BODY + 1), of('next'))
  expect(await whoAnswers()).toHaveLength(MOST_BODY - 10)
  await expect(post(pool, aRead(1_000))).rejects.toThrow('too long')
  expect(await whoAnswers()).toBe('next')
  expect(ways()).toEqual([0, 0, 1])
})

test.each(['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'])(
  'a change of protocol is not a reply of the service: %j',
  async (headers) => {
    wire.plan(bytes(`HTTP/1.1 101 Switching\r\n${headers}\r\n`), of('next'))
    const outcome = await post(pool, aRead(1_000)).then(
      ({ status, answer }) => ({ status, answer }),
      ({ code }) => code,
    )
    expect(headers ? 'ECONNRESET' : { status: 101, answer: undefined }).toEqual(outcome)
    expect(await whoAnswers()).toBe('next')
    expect(ways()).toEqual([0, 1])
  },
)

test('a header that cannot be sent is a fault of its call alone', async () => {
  openAhead(pool)
  const headers = { authorization: 'a\r\nb: c' }
  await expect(post(pool, { ...aRead(1_000), headers })).rejects.toHaveProperty('code', 'ERR_INVALID_CHAR')
  expect(vi.getTimerCount()).toBe(0)
  await post(pool, aRead(1_000))
  expect(wire.requests).toHaveLength(1)
})

test('where connections are not kept, each call has its own', async () => {
  pool = poolTo(new URL(wire.endpoint), false)
  wire.plan(ok)
  for (let n = 0; n < 3; n++) await post(pool, aWrite)
  await turns(20)
  expect([ways(), wire.open()]).toEqual([[0, 1, 2], 0])
})
