import * as tls from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { poolTo, post } from '../../../lib/data/aws/connections.ts'
import { certificateFor } from '../dynamodb/certificate.ts'
import { listen, type Reaction, turns, type Wire } from '../dynamodb/wire.ts'
import { aRead } from './read.ts'

const certificate = certificateFor('localhost')
tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), certificate.cert])

let wire: Wire
afterEach(() => wire.close())

const COUNT = 20

/** The response to the n-th call: megabytes, which differ from those of all others at every place. */
const ANSWERS = Array.from({ length: COUNT }, (_, n) => {
  const rows = Array.from({ length: 40_000 }, (_, row) => ({
    S: `${n} é🍵 ${(row * COUNT + n).toString(36)} ${'-'.repeat(n)}`,
  }))
  return JSON.stringify({ Items: rows })
})

/** The bytes of a reply: of a length, of a length on a connection that then ends, or in chunks. */
function replyTo(n: number): Buffer {
  const body = Buffer.from(ANSWERS[n] ?? '')
  const head = (line: string) => Buffer.from(`HTTP/1.1 200 OK\r\n${line}\r\n`)
  const close = n % 3 === 1 ? 'Connection: close\r\n' : ''
  if (n % 3 < 2) return Buffer.concat([head(`${close}Content-Length: ${body.length}\r\n`), body])
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; at += 10_007) {
    const part = body.subarray(at, at + 10_007)
    chunks.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([head('Transfer-Encoding: chunked\r\n'), ...chunks, Buffer.from('0\r\n\r\n')])
}

test.each([{ how: 'plain' }, { how: 'with TLS' }])(
  '20 long replies at once are each whole, $how',
  async ({ how }) => {
    wire = await listen(how === 'plain' ? undefined : certificate)
    const callers = new Map<number, Parameters<Reaction>[0]>()
    wire.plan((socket) =>
      callers.set(Number(/"n":(\d+)/.exec(wire.requests.at(-1)?.text ?? '')?.[1]), socket),
    )
    const pool = poolTo(new URL(wire.endpoint))
    for (const round of [1, 2]) {
      const answers = Promise.all(
        Array.from({ length: COUNT }, (_, n) => post(pool, aRead(60_000, `{"n":${n}}`))),
      )
      while (callers.size < COUNT) await turns(1)
      const replies = [...callers].map(([n, socket]) => ({ socket, n, bytes: replyTo(n) }))
      callers.clear()
      // A part of each in turn, so that each arrives in the midst of all others.
      for (let at = 0; replies.some(({ bytes }) => at < bytes.length); at += 30_011) {
        for (const { socket, bytes } of replies) socket.write(bytes.subarray(at, at + 30_011))
        await turns(1)
      }
      for (const { socket, n } of replies) if (n % 3 === 1) socket.end()
      const wrong = (await answers).flatMap(({ answer }, n) =>
        JSON.stringify(answer) === ANSWERS[n] ? [] : [n],
      )
      expect({ round, wrong }).toEqual({ round, wrong: [] })
    }
    // Those whose reply ended with their connection have had another.
    const closed = Array.from({ length: COUNT }).filter((_, n) => n % 3 === 1).length
    expect(wire.sockets).toHaveLength(COUNT + closed)
  },
)
