import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Resolve, resolveName } from '../../lib/delivery/send/resolve-name.ts'
import { listen, type Wire } from '../data/dynamodb/wire.ts'
import { type NameServer, nameServer, type Reply } from './name-server.ts'
import { connectsDuring, type Receiver, receive, status } from './receiver.ts'

let names: NameServer
beforeAll(async () => {
  names = await nameServer()
})
afterAll(() => names.close())

let receiver: Receiver
beforeEach(async () => {
  receiver = await receive()
  receiver.plan(status(204))
})
afterEach(() => receiver.close())

const resolve: Resolve = (name, signal) => resolveName(name, signal, [names.address])

/** Public ones, which nobody connects to here. */
const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07::1'] as const

describe('a name', () => {
  test.each<{ what: string; ipv4: Reply; ipv6: Reply; expected: readonly string[] | string }>([
    { what: 'of both families', ipv4: [PUBLIC[0]], ipv6: [PUBLIC[1]], expected: PUBLIC },
    { what: 'of IPv4 only', ipv4: ['8.8.8.8', '8.8.4.4'], ipv6: [], expected: ['8.8.8.8', '8.8.4.4'] },
    { what: 'of IPv6 only', ipv4: [], ipv6: [PUBLIC[1]], expected: [PUBLIC[1]] },
    { what: 'whose server fails for AAAA', ipv4: [PUBLIC[0]], ipv6: 'SERVFAIL', expected: [PUBLIC[0]] },
    { what: 'that has no address', ipv4: [], ipv6: [], expected: 'ENODATA' },
    { what: 'that is unknown', ipv4: 'NXDOMAIN', ipv6: 'NXDOMAIN', expected: 'ENOTFOUND' },
    { what: 'whose server fails', ipv4: 'SERVFAIL', ipv6: 'SERVFAIL', expected: 'ESERVFAIL' },
  ])('$what', async ({ ipv4, ipv6, expected }) => {
    names.plan(ipv4, ipv6)
    const found = resolve('shop.example', new AbortController().signal)
    expect(await found.catch(({ code }) => code)).toEqual(expected)
    expect(new Set(names.questions)).toEqual(new Set(['A shop.example', 'AAAA shop.example']))
  })

  test('is not looked up if it is localhost', async () => {
    names.plan(PUBLIC.slice(0, 1), [])
    expect(await resolve('localhost', new AbortController().signal)).toEqual(['127.0.0.1', '::1'])
    expect(names.questions).toEqual([])
  })
})

describe('no connection begins, and a webhook has failed', () => {
  const FORBIDDEN = { error: 'forbidden_target' }

  test.each<{ what: string; ipv4: Reply; ipv6: Reply; error: string }>([
    { what: 'a name of this machine', ipv4: ['127.0.0.1'], ipv6: [], ...FORBIDDEN },
    { what: 'a name of this machine, by IPv6', ipv4: [], ipv6: ['::1'], ...FORBIDDEN },
    {
      what: 'a name of the metadata service',
      ipv4: ['169.254.169.254'],
      ipv6: ['fd00:ec2::254'],
      ...FORBIDDEN,
    },
    { what: 'a public address, then a private one', ipv4: [PUBLIC[0], '10.0.0.1'], ipv6: [], ...FORBIDDEN },
    { what: 'a private address, then a public one', ipv4: ['10.0.0.1', PUBLIC[0]], ipv6: [], ...FORBIDDEN },
    { what: 'a public IPv4, a private IPv6', ipv4: [PUBLIC[0]], ipv6: ['fd00::1'], ...FORBIDDEN },
    { what: 'a private IPv4, a public IPv6', ipv4: ['192.168.0.1'], ipv6: [PUBLIC[1]], ...FORBIDDEN },
    { what: 'a mapped address', ipv4: [], ipv6: ['::ffff:7f00:1'], ...FORBIDDEN },
    { what: 'a NAT64 address', ipv4: [], ipv6: ['64:ff9b::7f00:1'], ...FORBIDDEN },
    { what: 'no address', ipv4: [], ipv6: [], error: 'name_not_found' },
    { what: 'no such name', ipv4: 'NXDOMAIN', ipv6: 'NXDOMAIN', error: 'name_not_found' },
    { what: 'a server that fails', ipv4: 'SERVFAIL', ipv6: 'SERVFAIL', error: 'name_not_resolved' },
    { what: 'a server that refuses', ipv4: 'REFUSED', ipv6: 'REFUSED', error: 'name_not_resolved' },
    { what: 'a silent server', ipv4: 'silence', ipv6: 'silence', error: 'timeout' },
  ])('$what', async ({ ipv4, ipv6, error }) => {
    names.plan(ipv4, ipv6)
    const connects = await connectsDuring(async () => {
      const sent = receiver.send(
        { resolve, timeoutMs: error === 'timeout' ? 300 : 15_000 },
        { url: 'https://shop.example/' },
      )
      expect(await sent).toMatchObject({ status_code: null, error })
    })
    expect(connects).toBe(0)
  })

  test('a silent server gets one query for each family, and no more when the time is over', async () => {
    names.plan('silence', 'silence')
    await receiver.send({ resolve, timeoutMs: 300 }, { url: 'https://shop.example/' })
    expect(names.questions.length).toBe(2)
  })

  test.each(
    [[], ['banana'], ['127.1'], ['2130706433'], [''], [PUBLIC[0], ''], ['fe80::1%eth0']].map((found) => ({
      found,
    })),
  )('a resolver that finds $found', async ({ found }) => {
    const connects = await connectsDuring(async () => {
      const sent = receiver.send({ resolve: async () => found }, { url: 'https://shop.example/' })
      expect(await sent).toMatchObject({ status_code: null, error: 'forbidden_target' })
    })
    expect(connects).toBe(0)
  })
})

describe('of a name that is allowed', () => {
  let other: Wire
  /** Two listeners on one port, at two addresses of loopback. */
  const PLACES = { first: '127.0.0.1', second: '127.0.0.2' }
  const url = () => `http://localhost:${receiver.port}/`
  beforeEach(async () => {
    other = await listen(undefined, receiver.port, PLACES.second)
    other.plan(status(204))
  })
  afterEach(() => other.close())

  test('the connection goes to the address that was checked, and nobody resolves it again', async () => {
    const answers = [[PLACES.second], [PLACES.first], ['10.0.0.1']]
    let asked = 0
    const changing: Resolve = async () => answers[asked++] ?? []
    expect(await receiver.send({ resolve: changing }, { url: url() })).toMatchObject({ status_code: 204 })
    expect([asked, other.requests.length, receiver.requests.length]).toEqual([1, 1, 0])
    expect(other.requests[0]?.text).toContain(`\r\nHost: localhost:${receiver.port}\r\n`)
    expect(await receiver.send({ resolve: changing }, { url: url() })).toMatchObject({ status_code: 204 })
    expect([asked, other.requests.length, receiver.requests.length]).toEqual([2, 1, 1])
    expect(await receiver.send({ resolve: changing }, { url: url() })).toMatchObject({
      error: 'forbidden_target',
    })
    expect([other.sockets.length, receiver.sockets.length]).toEqual([1, 1])
  })

  test('the next address has its turn when one refuses', async () => {
    await receiver.close()
    const both: Resolve = async () => [PLACES.first, PLACES.second]
    expect(await receiver.send({ resolve: both }, { url: url() })).toMatchObject({ status_code: 204 })
    expect(other.requests.length).toBe(1)
  })

  test('all refuse', async () => {
    await receiver.close()
    await other.close()
    const both: Resolve = async () => [PLACES.first, PLACES.second]
    expect(await receiver.send({ resolve: both }, { url: url() })).toMatchObject({
      error: 'connection_refused',
    })
    other = await listen()
  })
})
