import * as tls from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { certificateFor } from '../data/dynamodb/certificate.ts'
import { reset } from '../data/dynamodb/wire.ts'
import { type Receiver, receive, says, status } from './receiver.ts'

const trusted = certificateFor('localhost')
const ofAddress = certificateFor('127.0.0.1')
const ofAnother = certificateFor('another.example')
const expired = certificateFor('localhost', '200102000000Z')
const own = [trusted, ofAddress, ofAnother, expired].map(({ cert }) => cert)
tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), ...own])

let receiver: Receiver
afterEach(() => receiver.close())

test.each([
  { host: 'localhost', certificate: trusted, name: 'localhost' },
  // RFC 6066, 3: an address is no name of a server.
  { host: '127.0.0.1', certificate: ofAddress, name: false },
])('a certificate must be for $host, and TLS names that host', async ({ host, certificate, name }) => {
  receiver = await receive(certificate)
  receiver.plan(status(204))
  const handshakes: unknown[] = []
  receiver.greet((socket) => {
    const { servername } = socket as { servername?: unknown }
    handshakes.push([servername, (socket as tls.TLSSocket).isSessionReused()])
  })
  const url = `https://${host}:${receiver.port}/`
  for (let n = 0; n < 2; n++)
    expect(await receiver.send({}, { url })).toMatchObject({ status_code: 204, error: null })
  expect(handshakes).toEqual([
    [name, false],
    [name, true],
  ])
  expect(receiver.requests[0]?.text).toContain(`\r\nHost: ${host}:${receiver.port}\r\n`)
})

test.each([
  { what: 'nobody vouches for', certificate: certificateFor('localhost') },
  { what: 'is for another name', certificate: ofAnother },
  { what: 'is for its address only', certificate: ofAddress },
  { what: 'has expired', certificate: expired },
])('a server whose certificate $what gets no byte of a webhook', async ({ certificate }) => {
  receiver = await receive(certificate)
  expect(await receiver.send()).toMatchObject({ status_code: null, error: 'tls_failed' })
  await receiver.allClosed()
  expect(receiver.sockets.map(({ bytesRead }) => bytesRead)).toEqual(receiver.sockets.map(() => 0))
  expect(receiver.requests).toEqual([])
})

test('nor does the environment change that', async () => {
  receiver = await receive(certificateFor('localhost'))
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    expect(await receiver.send()).toMatchObject({ status_code: null, error: 'tls_failed' })
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
  expect(receiver.requests).toEqual([])
})

test.each([
  { what: 'speaks plain HTTP', react: says('HTTP/1.1 400 Bad Request\r\n\r\n'), error: 'tls_failed' },
  { what: 'says nothing', react: says(), error: 'timeout' },
  { what: 'resets', react: reset, error: 'connection_reset' },
])('a server that $what where TLS is expected', async ({ react, error }) => {
  receiver = await receive()
  receiver.greet((socket) => {
    // It would keep a half-open connection.
    socket.on('end', () => socket.destroy())
    return react(socket)
  })
  const options = error === 'timeout' ? { timeoutMs: 300 } : {}
  const sent = await receiver.send(options, { url: `https://localhost:${receiver.port}/` })
  expect(sent).toMatchObject({ status_code: null, error })
  await receiver.allClosed()
})

test.each([
  { what: 'an old version', options: { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' } as const },
  { what: 'a certificate of the client', options: { requestCert: true } },
  {
    what: 'a certificate of the client, in TLS 1.2',
    options: { requestCert: true, maxVersion: 'TLSv1.2' } as const,
  },
])('a server that wants $what', async ({ options }) => {
  receiver = await receive({ ...trusted, ...options })
  expect(await receiver.send()).toMatchObject({ status_code: null, error: 'tls_failed' })
  await receiver.allClosed()
})
