import { execFile } from 'node:child_process'
import dns from 'node:dns'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stopClock } from '../../faults/clock.ts'
import { GET, newClient } from './client.ts'
import {
  bytes,
  listen,
  OUTPUT,
  ok,
  type Reaction,
  reset,
  settled,
  thenEnd,
  turns,
  type Wire,
} from './wire.ts'

let wire: Wire
beforeEach(async () => {
  stopClock()
  // A pause never ends.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  wire = await listen()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await wire.close()
})

const ways = () => wire.requests.map(({ by }) => by)

/** Waits until the server has so many connections, and what it did to them has arrived. */
async function connected(count = 1) {
  while (wire.sockets.length < count) await turns(1)
  await turns(20)
}

test('one connection is opened, and the first call has it', async () => {
  const { call, prepare } = await newClient(wire.endpoint)
  prepare()
  await connected()
  expect(wire.requests).toEqual([])
  await settled(call(...GET))
  await settled(call(...GET))
  expect([wire.sockets.length, ways()]).toEqual([1, [0, 0]])
})

test('the first call has it while it is still being opened', async () => {
  const { call, prepare } = await newClient(wire.endpoint)
  prepare()
  await settled(call(...GET))
  expect([wire.sockets.length, ways()]).toEqual([1, [0]])
})

test('the second at the same time has one of its own', async () => {
  const { call, prepare } = await newClient(wire.endpoint)
  prepare()
  await settled(Promise.all([call(...GET), call(...GET)]))
  expect(ways().toSorted()).toEqual([0, 1])
})

test('who prepares again and again has prepared once', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  const { call, prepare } = await newClient(wire.endpoint)
  for (let n = 0; n < 20; n++) prepare()
  await connected()
  await settled(call(...GET))
  prepare()
  await settled(call(...GET))
  await turns(20)
  process.off('warning', warned)
  expect([wire.sockets.length, warned.mock.calls]).toEqual([1, []])
})

test('nothing waits for the first packet to be confirmed', async () => {
  const { call, prepare } = await newClient(wire.endpoint)
  const connect = vi.spyOn(Socket.prototype, 'connect')
  prepare()
  await settled(call(...GET))
  expect(connect).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(connect.mock.calls[0])).toContain('"noDelay":true')
})

test.each<{ what: string; greeting: Reaction }>([
  { what: 'closed again', greeting: thenEnd(() => {}) },
  { what: 'reset', greeting: reset },
  {
    what: 'given an answer that nobody asked for',
    greeting: bytes('HTTP/1.1 408 Timeout\r\nContent-Length: 2\r\n\r\n{}'),
  },
])('one that is $what before it is used is replaced', async ({ greeting }) => {
  const { call, prepare } = await newClient(wire.endpoint)
  wire.greet(greeting)
  prepare()
  await connected()
  wire.greet(undefined)
  expect(await settled(call(...GET))).toEqual(OUTPUT)
  await turns(20)
  expect([wire.sockets.length, ways(), wire.open()]).toEqual([2, [1], 1])
})

test.each([
  { how: 'reset', reaction: reset },
  { how: 'ended', reaction: thenEnd(() => {}) },
])('one that is $how as it is first used is replaced at once', async ({ reaction }) => {
  const { call, prepare } = await newClient(wire.endpoint)
  wire.plan(reaction, ok)
  prepare()
  await connected()
  expect(await settled(call(...GET))).toEqual(OUTPUT)
  expect(ways()).toEqual([0, 1])
})

test('nobody listens: the first call works when somebody does', async () => {
  await wire.close()
  const { call, prepare } = await newClient(wire.endpoint)
  prepare()
  // Long enough to be refused: who asks later is refused later.
  await expect(fetch(wire.endpoint)).rejects.toThrow()
  await turns(20)
  wire = await listen(undefined, wire.port)
  await settled(call(...GET))
  expect(ways()).toEqual([0])
})

test('nobody knows the name: the first call works when somebody does', async () => {
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...args) => {
    const done = args.at(-1) as (error: Error) => void
    done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
  })
  const { call, prepare } = await newClient(`http://localhost:${wire.port}`)
  prepare()
  expect(lookup).toHaveBeenCalledTimes(1)
  await turns(20)
  lookup.mockRestore()
  await settled(call(...GET))
  expect(ways()).toEqual([0])
})

test.each(['', 'nowhere', 'http://127.0.0.1:99999', 'ftp://127.0.0.1'])(
  'with %j for an endpoint it does not fail',
  async (endpoint) => {
    const { prepare } = await newClient(endpoint)
    expect(prepare()).toBeUndefined()
    await turns(20)
  },
)

/** Carries out a script in a process of its own, which ends when it has nothing to wait for. */
async function inProcess(script: string) {
  const client = join(import.meta.dirname, '../../../lib/data/dynamodb/client.ts')
  const whole = `import { call, prepare } from ${JSON.stringify(client)}\n${script}`
  const env = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: wire.endpoint }
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', whole], { env })
}

test.each([
  { what: 'Lambda starts it', env: { AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' }, isLoaded: true },
  { what: 'it is no Lambda', env: {}, isLoaded: false },
  {
    what: 'DynamoDB Local is asked',
    env: { AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' },
    isLoaded: false,
  },
])('TLS is loaded with the client: $isLoaded, if $what', async ({ env, isLoaded }) => {
  const client = join(import.meta.dirname, '../../../lib/data/dynamodb/client.ts')
  const script = `await import(${JSON.stringify(client)}); console.log(process.moduleLoadList.includes('NativeModule tls'))`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { AWS_REGION: 'eu-central-1', ...env },
  })
  expect(stdout.trim()).toBe(String(isLoaded))
})

test('a process that only prepares comes to its end, though the connection stays', async () => {
  const { stderr } = await inProcess('prepare()')
  expect([wire.sockets.length, stderr]).toEqual([1, ''])
})

test('a process that has sent requests ends after the last response, and not before', async () => {
  wire.plan(async (socket) => {
    await turns(50)
    ok(socket)
  })
  const script = `prepare()
    for (let n = 0; n < 60; n++) call('GetItem', {}).then(() => console.log('answered'))`
  const { stdout, stderr } = await inProcess(script)
  expect([stdout, stderr]).toEqual(['answered\n'.repeat(60), ''])
  expect(wire.sockets).toHaveLength(50)
})
