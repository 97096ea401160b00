import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poolTo, post } from '../../../lib/data/aws/connections.ts'
import { stopClock } from '../../faults/clock.ts'
import { aRead } from '../aws/read.ts'
import { GET, newClient } from './client.ts'
import {
  answer,
  bytes,
  IDLE_ENDS,
  listen,
  OUTPUT,
  ok,
  onOld,
  type Reaction,
  reset,
  settled,
  silence,
  thenReset,
  together,
  turns,
  type Wire,
} from './wire.ts'

let wire: Wire
beforeEach(async () => {
  stopClock()
  wire = await listen()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await wire.close()
})

/** A pause never ends on a stopped clock, or passes at once. */
const pauses = (length: 'never end' | 'pass at once') =>
  vi.spyOn(Math, 'random').mockReturnValue(length === 'never end' ? 0.5 : 0)

const ways = () => wire.requests.map(({ by }) => by)

const many = (call: Awaited<ReturnType<typeof newClient>>['call'], count: number) =>
  settled(Promise.all(Array.from({ length: count }, () => call(...GET))))

test.each(IDLE_ENDS)(
  'a connection that is $how as it is used again is replaced at once',
  async ({ reaction }) => {
    pauses('never end')
    const { call } = await newClient(wire.endpoint)
    wire.plan(ok, reaction, ok)
    await settled(call(...GET))
    expect(await settled(call(...GET))).toEqual(OUTPUT)
    expect(ways()).toEqual([0, 0, 1])
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('so is one that turns out to be broken as it is written to', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const pool = poolTo(new URL(wire.endpoint))
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  wire.plan(ok, () => (connect.mock.contexts[0] as Socket | undefined)?.destroy(broken), ok)
  await post(pool, aRead(1_000))
  expect(await post(pool, aRead(1_000))).toMatchObject({ status: 200, answer: OUTPUT })
  expect(ways()).toEqual([0, 0, 1])
})

test('one that falls silent as it is used again is not: the call ends in time', async () => {
  const pool = poolTo(new URL(wire.endpoint))
  wire.plan(ok, silence, ok)
  await post(pool, aRead(1_000))
  await expect(post(pool, aRead(1_000))).rejects.toHaveProperty('name', 'TimeoutError')
  expect(ways()).toEqual([0, 0])
})

test('a replaced connection is not a try: three are left, and no more', async () => {
  pauses('pass at once')
  const { call } = await newClient(wire.endpoint)
  wire.plan(ok, reset)
  await settled(call(...GET))
  await expect(settled(call(...GET))).rejects.toHaveProperty('code', 'ECONNRESET')
  expect(ways()).toEqual([0, 0, 1, 2, 3])
})

test('a connection that was closed long before it would be used again is not', async () => {
  pauses('never end')
  const { call } = await newClient(wire.endpoint)
  await settled(call(...GET))
  wire.sockets[0]?.end()
  await turns(20)
  await settled(call(...GET))
  expect(ways()).toEqual([0, 1])
})

test('one call finds out for 50 idle connections', async () => {
  pauses('never end')
  const { call } = await newClient(wire.endpoint)
  wire.plan(together(50))
  await many(call, 50)
  expect(wire.sockets).toHaveLength(50)
  wire.plan(onOld(wire, reset))
  await settled(call(...GET))
  expect(ways()).toEqual([expect.any(Number), 50])
  await turns(20)
  expect(wire.open()).toBe(1)
})

test('50 calls find out for 50 idle connections, each for its own', async () => {
  pauses('never end')
  const { call } = await newClient(wire.endpoint)
  wire.plan(together(50))
  await many(call, 50)
  wire.plan(onOld(wire, reset))
  await many(call, 50)
  expect(wire.requests).toHaveLength(100)
})

test.each([
  { what: 'breaks off', reaction: thenReset(answer(200, '{', { length: 10 })) },
  { what: 'is no HTTP', reaction: bytes('220 mail.example ESMTP\r\n') },
])('an answer that $what was an answer: that is a try', async ({ reaction }) => {
  pauses('pass at once')
  const { call } = await newClient(wire.endpoint)
  wire.plan(ok, reaction)
  await settled(call(...GET))
  await expect(settled(call(...GET))).rejects.toThrow()
  expect(ways()).toEqual([0, 0, 1, 2])
})

test('a connection that is replaced gives the call no more time', async () => {
  pauses('pass at once')
  const { call } = await newClient(wire.endpoint)
  const late: Reaction = (socket) => {
    vi.advanceTimersByTime(2_900)
    socket.resetAndDestroy()
  }
  wire.plan(ok, late, silence, ok)
  await settled(call(...GET))
  const before = Date.now()
  await settled(call(...GET))
  expect(ways()).toEqual([0, 0, 1, 2])
  expect(Date.now() - before).toBe(3_000)
  await turns(50)
  expect(wire.open()).toBe(1)
})

test('other connections that were idle when one failed are not used either', async () => {
  pauses('pass at once')
  const { call } = await newClient(wire.endpoint)
  wire.plan(together(3))
  await many(call, 3)
  wire.plan(silence, ok)
  await settled(call(...GET))
  expect(ways()[1]).toBe(3)
  await turns(20)
  expect(wire.open()).toBe(1)
})

test('a call ends in time that waits for a connection', async () => {
  const pool = poolTo(new URL(wire.endpoint))
  wire.plan(() => {})
  const patient = Promise.allSettled(Array.from({ length: 50 }, () => post(pool, aRead(10_000))))
  while (wire.requests.length < 50) await turns(1)
  const hasty = post(pool, aRead(1_000))
  const next = post(pool, aRead(20_000))
  wire.plan(ok)
  vi.advanceTimersByTime(1_000)
  await expect(hasty).rejects.toHaveProperty('name', 'TimeoutError')
  vi.advanceTimersByTime(9_000)
  await patient
  expect(await next).toMatchObject({ status: 200, answer: OUTPUT })
  // Nothing is asked for those who have stopped waiting.
  expect(wire.requests).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a call that waits for a connection is not given one that has just talked nonsense', async () => {
  const pool = poolTo(new URL(wire.endpoint))
  const waiting: Parameters<Reaction>[0][] = []
  wire.plan((socket) => {
    if (waiting.push(socket) === 50) answer(200, 'nonsense')(socket)
    else if (waiting.length > 50) for (const each of waiting) ok(each)
  })
  const replies = await Promise.all(Array.from({ length: 51 }, () => post(pool, aRead(1_000))))
  expect(replies.filter(({ answer }) => !answer)).toHaveLength(1)
  expect(ways()[50]).toBe(50)
})

test('calls that wait for a connection have one in the end, whatever is replaced meanwhile', async () => {
  const pool = poolTo(new URL(wire.endpoint))
  const posts = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => post(pool, aRead(1_000, `{"n":${n}}`))))
  wire.plan(together(50))
  await posts(50)
  wire.plan(onOld(wire, reset))
  await posts(53)
  const answered = wire.requests.filter(({ by }) => by >= 50).map(({ text }) => /\{"n":(\d+)/.exec(text)?.[1])
  expect(answered.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 53 }, (_, n) => n))
})
