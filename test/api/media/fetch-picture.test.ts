import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fetchPicture } from '../../../lib/api/media/fetch-picture.ts'
import { MAX_SOURCE_BYTES } from '../../../lib/domain/media.ts'

let origin = ''
let requests: (string | undefined)[] = []

const PIECE = Buffer.alloc(1024 * 1024)

const server = createServer(async ({ url = '' }, response) => {
  requests.push(url)
  const [, name, value = ''] = url.split('/')
  if (name === 'bytes') return void response.end(Buffer.alloc(Number(value)))
  if (name === 'status') return void response.writeHead(Number(value)).end()
  if (name === 'hop')
    return void response
      .writeHead(302, { location: value === '0' ? '/bytes/3' : `/hop/${Number(value) - 1}` })
      .end()
  if (name === 'to') return void response.writeHead(301, { location: decodeURIComponent(value) }).end()
  if (name === 'coded') return void response.writeHead(200, { 'content-encoding': value }).end('a')
  if (name === 'silent') return
  // Without a length, and without an end.
  response.on('error', () => {})
  while (!response.destroyed) if (!response.write(PIECE)) await once(response, 'drain').catch(() => {})
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const fetched = (path: string, timeoutMs?: number) =>
  fetchPicture(origin + path, { loopback: true, ...(timeoutMs !== undefined && { timeoutMs }) })

test('up to three redirects are followed', async () => {
  expect(await fetched('/bytes/5')).toEqual({ bytes: Buffer.alloc(5) })
  expect(await fetched('/hop/2')).toEqual({ bytes: Buffer.alloc(3) })
  expect(await fetched('/hop/3')).toEqual({ fault: 'redirects more than 3 times' })
})

test('20 MB are read, and one byte more is not, whatever the head says', async () => {
  const whole = await fetched(`/bytes/${MAX_SOURCE_BYTES}`)
  expect('bytes' in whole && whole.bytes.length).toBe(MAX_SOURCE_BYTES)
  expect(await fetched(`/bytes/${MAX_SOURCE_BYTES + 1}`)).toEqual({ fault: 'has more than 20 MB' })
  expect(await fetched('/endless')).toEqual({ fault: 'has more than 20 MB' })
})

test.each([
  ['/status/404', 'responds with the status 404'],
  ['/status/302', 'responds with the status 302'],
  ['/coded/gzip', 'responds with a content coding, "gzip"'],
  ['/to/http%3A%2F%2F', 'redirects to an address that cannot be read'],
])('%s %s', async (path, fault) => {
  expect(await fetched(path)).toEqual({ fault })
})

test('a server that stays silent ends with the time', async () => {
  expect(await fetched('/silent', 50)).toEqual({ fault: 'took more than 0.05 s' })
})

/** Addresses that a deployment refuses; the local stack allows loopback. */
const FORBIDDEN = [
  'http://shop.example/a.png',
  'https://127.0.0.1/a.png',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://localhost/',
  'https://user:secret@shop.example/',
  'https://shop.example:8443/',
  'file:///etc/passwd',
]

test.each(FORBIDDEN)('%s opens no connection, first or behind a redirect', async (address) => {
  const resolve = async () => ['93.184.216.34']
  expect(await fetchPicture(address, { loopback: false, resolve })).toEqual({
    fault: 'leads to an address that is not allowed',
  })
})

test.each(FORBIDDEN.filter((address) => !/127|localhost|2130706433|file/.test(address)))(
  'a redirect to %s is not followed',
  async (address) => {
    requests = []
    expect(await fetched(`/to/${encodeURIComponent(address)}`)).toEqual({
      fault: 'leads to an address that is not allowed',
    })
    expect(requests).toHaveLength(1)
  },
)

test('the name is not looked up again: the connection uses the addresses that were checked', async () => {
  const elsewhere = vi.spyOn(dns, 'lookup')
  const resolve = async () => ['127.0.0.1']
  const { port } = new URL(origin)
  expect(await fetchPicture(`http://localhost:${port}/bytes/5`, { loopback: true, resolve })).toEqual({
    bytes: Buffer.alloc(5),
  })
  expect(elsewhere).not.toHaveBeenCalled()
})

test('a name with one private address among its addresses is not connected to', async () => {
  const resolve = async () => ['93.184.216.34', '10.0.0.1']
  expect(await fetchPicture('https://shop.example/', { loopback: false, resolve })).toEqual({
    fault: 'leads to an address that is not allowed',
  })
})
