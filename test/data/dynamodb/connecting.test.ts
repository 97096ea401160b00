import dns from 'node:dns'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poolTo, post } from '../../../lib/data/aws/connections.ts'
import { stopClock } from '../../faults/clock.ts'
import { aRead } from '../aws/read.ts'
import { GET, newClient } from './client.ts'
import { answer, listen, ok, reset, settled, turns, type Wire } from './wire.ts'

let wire: Wire
beforeEach(async () => {
  stopClock()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  wire = await listen()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await wire.close()
})

const failureOf = (work: Promise<unknown>) =>
  settled(work).then(
    () => ({ code: 'none' }),
    (error: NodeJS.ErrnoException) => error,
  )

test('nobody listens: three tries, and when somebody does it works', async () => {
  const { call, mayPass } = await newClient(wire.endpoint)
  await wire.close()
  const error = await failureOf(call(...GET))
  expect([error.code, mayPass(error)]).toEqual(['ECONNREFUSED', true])
  wire = await listen(undefined, wire.port)
  await settled(call(...GET))
  expect(wire.requests).toHaveLength(1)
})

test.each([
  { endpoint: 'http://nobody.example', port: 80 },
  { endpoint: 'https://nobody.example', port: 443 },
  { endpoint: 'https://nobody.example:8443', port: 8443 },
])('$endpoint, a name that nobody knows: three tries', async ({ endpoint, port }) => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...args) => {
    const done = args.at(-1) as (error: Error) => void
    done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
  })
  const { call, mayPass } = await newClient(endpoint)
  const error = await failureOf(call(...GET))
  expect([error.code, mayPass(error)]).toEqual(['ENOTFOUND', true])
  expect(lookup).toHaveBeenCalledTimes(3)
  expect(JSON.stringify(connect.mock.calls[0])).toMatch(new RegExp(`"port":"?${port}\\b`))
})

test('a server that resets every connection before it reads: three connections', async () => {
  wire.greet(reset)
  const { call, mayPass } = await newClient(wire.endpoint)
  const error = await failureOf(call(...GET))
  expect([error.code, mayPass(error)]).toEqual(['ECONNRESET', true])
  expect(wire.sockets).toHaveLength(3)
  wire.greet(undefined)
  await settled(call(...GET))
})

test('an endpoint that is not an address is a fault of each call, until it is one', async () => {
  const { call } = await newClient('nowhere')
  await expect(settled(call(...GET))).rejects.toThrow('Invalid URL')
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', wire.endpoint)
  await settled(call(...GET))
  vi.unstubAllEnvs()
})

test('a connection that cannot even be begun is a fault of its call alone', async () => {
  const pool = poolTo(new URL(wire.endpoint))
  const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementationOnce(() => {
    throw new Error('no such cipher')
  })
  await expect(post(pool, aRead(1_000))).rejects.toThrow('no such cipher')
  expect(vi.getTimerCount()).toBe(0)
  connect.mockRestore()
  // None of the 50 was lost.
  wire.plan((socket) => setImmediate(() => ok(socket)))
  await Promise.all(Array.from({ length: 60 }, () => post(pool, aRead(1_000))))
  expect(wire.sockets).toHaveLength(50)
})

test('a server that ends while a long call is still being sent has hung up', async () => {
  const pool = poolTo(new URL(wire.endpoint))
  wire.greet((socket) => socket.pause().end())
  const error = await failureOf(post(pool, aRead(1_000, 'x'.repeat(20_000_000))))
  expect(error.code).toBe('ECONNRESET')
})

test('a connection that is gone without a word has hung up', async () => {
  const pool = poolTo(new URL(wire.endpoint))
  const connect = vi.spyOn(Socket.prototype, 'connect')
  wire.plan(() => (connect.mock.contexts[0] as Socket | undefined)?.destroy())
  const error = await failureOf(post(pool, aRead(1_000)))
  expect(error.code).toBe('ECONNRESET')
})

test('up to 50 and up to 100 ms pass between the tries', async () => {
  const { call } = await newClient(wire.endpoint)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  wire.plan(answer(503, '{}'))
  let error: unknown
  const work = call(...GET).catch((reason) => {
    error = reason
  })
  while (!error) {
    await turns(5)
    vi.advanceTimersByTime(5)
  }
  await work
  const waits = timers.mock.calls.map(([, ms]) => Number(ms)).filter((ms) => ms < 1_000)
  expect([waits, wire.requests.length]).toEqual([[25, 50], 3])
})

test('a process that was frozen until its time was over does not try again', async () => {
  const { call } = await newClient(wire.endpoint)
  wire.plan(answer(503, '{}'))
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const work = settled(call(...GET))
  while (wire.requests.length === 0) await turns(1)
  await turns(50)
  vi.advanceTimersByTime(8_000)
  await expect(work).rejects.toHaveProperty('$metadata.httpStatusCode', 503)
  expect(wire.requests).toHaveLength(1)
})

test('a response of a megabyte is whole', async () => {
  const { call } = await newClient(wire.endpoint)
  const output = { Items: Array.from({ length: 100 }, (_, n) => ({ n: { S: `${n}é🍵`.repeat(1_200) } })) }
  wire.plan(answer(200, JSON.stringify(output)), ok)
  expect(await settled(call(...GET))).toEqual(output)
  await settled(call(...GET))
  expect(wire.sockets).toHaveLength(1)
})

test('200 concurrent calls open 50 connections, and no more', async () => {
  const { call, prepare } = await newClient(wire.endpoint)
  prepare()
  wire.plan((socket) => setImmediate(() => ok(socket)))
  await settled(Promise.all(Array.from({ length: 200 }, () => call(...GET))))
  expect(wire.requests).toHaveLength(200)
  expect(wire.sockets).toHaveLength(50)
})

test('2,000 calls one after the other leave nothing behind', async () => {
  const warnings: Error[] = []
  const keep = (warning: Error) => warnings.push(warning)
  process.on('warning', keep)
  const { call, prepare } = await newClient(wire.endpoint)
  prepare()
  for (let n = 0; n < 2_000; n++) await call(...GET)
  process.off('warning', keep)
  expect(wire.sockets).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
  expect(warnings).toEqual([])
})
