import * as tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stopClock } from '../../faults/clock.ts'
import { certificateFor } from './certificate.ts'
import { GET, newClient } from './client.ts'
import { listen, OUTPUT, ok, settled, thenEnd, turns, type Wire } from './wire.ts'

const trusted = certificateFor('localhost')
const ofAddress = certificateFor('127.0.0.1')
const ofAnother = certificateFor('another.example')
const own = [trusted, ofAddress, ofAnother].map(({ cert }) => cert)
tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), ...own])

let wire: Wire
beforeEach(() => {
  stopClock()
  // A pause passes at once.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await wire.close()
})

/** Of each connection: which name was asked for, and whether the handshake was that of one before. */
const handshakes: { name: unknown; isShort: boolean }[] = []

const ways = () => wire.requests.map(({ by }) => by)

describe.each([{ isPrepared: false }, { isPrepared: true }])('prepared: $isPrepared', ({ isPrepared }) => {
  async function start(certificate: ReturnType<typeof certificateFor>, host = 'localhost') {
    wire = await listen(certificate)
    handshakes.length = 0
    wire.greet((socket) => {
      const { servername: name } = socket as { servername?: string }
      handshakes.push({ name, isShort: (socket as tls.TLSSocket).isSessionReused() })
    })
    const client = await newClient(`https://${host}:${wire.port}`)
    if (isPrepared) client.prepare()
    return client
  }

  test('a connection is kept and used again', async () => {
    const { call } = await start(trusted)
    for (let n = 0; n < 3; n++) expect(await settled(call(...GET))).toEqual(OUTPUT)
    expect(ways()).toEqual([0, 0, 0])
    expect(handshakes).toEqual([{ name: 'localhost', isShort: false }])
  })

  test('one that is closed as it is used again is replaced, with a short handshake', async () => {
    const { call } = await start(trusted)
    wire.plan(
      ok,
      thenEnd(() => {}),
      ok,
      thenEnd(() => {}),
      ok,
    )
    for (let n = 0; n < 3; n++) expect(await settled(call(...GET))).toEqual(OUTPUT)
    expect(ways()).toEqual([0, 0, 1, 1, 2])
    expect(handshakes).toEqual([
      { name: 'localhost', isShort: false },
      { name: 'localhost', isShort: true },
      { name: 'localhost', isShort: true },
    ])
  })

  test('TLS names no host for a server that has an address and no name', async () => {
    const { call } = await start(ofAddress, '127.0.0.1')
    expect(await settled(call(...GET))).toEqual(OUTPUT)
    expect(handshakes).toEqual([{ name: false, isShort: false }])
  })

  test('nor is one believed that has a name, and a certificate for its address', async () => {
    const { call } = await start(ofAddress)
    await expect(settled(call(...GET))).rejects.toHaveProperty('code', 'ERR_TLS_CERT_ALTNAME_INVALID')
    expect(wire.requests).toEqual([])
  })

  test.each([
    {
      what: 'nobody has vouched for',
      certificate: certificateFor('localhost'),
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    },
    { what: 'names another host', certificate: ofAnother, code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  ])('a server whose certificate $what is told nothing', async ({ certificate, code }) => {
    const { call, mayPass } = await start(certificate)
    await turns(50)
    const error = await settled(call(...GET)).then(
      () => ({ code: 'none' }),
      (error: NodeJS.ErrnoException) => error,
    )
    expect([error.code, mayPass(error)]).toEqual([code, true])
    expect(wire.requests).toEqual([])
    expect(wire.sockets.map(({ bytesRead }) => bytesRead)).toEqual(wire.sockets.map(() => 0))
  })
})
