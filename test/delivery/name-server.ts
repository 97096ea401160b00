import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** The reply for a name: addresses, an error of RFC 1035, 4.1.1, or no response at all. */
export type Reply = readonly string[] | 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED' | 'silence'

const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const
const A = 1
const AAAA = 28

export interface NameServer {
  /** For `setServers`. */
  address: string
  /** The questions that came, such as `A shop.example`. */
  readonly questions: readonly string[]
  /** The replies to questions for A and AAAA from now on. */
  plan(ipv4: Reply, ipv6: Reply): void
  close(): Promise<void>
}

/** A name server on loopback that knows every name (RFC 1035). */
export async function nameServer(): Promise<NameServer> {
  const questions: string[] = []
  let replies: Record<number, Reply> = {}
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    questions.push(`${type === A ? 'A' : 'AAAA'} ${name}`)
    const reply = replies[type] ?? []
    if (reply !== 'silence') socket.send(responseTo(query.subarray(0, end), reply), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    plan(ipv4, ipv6) {
      questions.length = 0
      replies = { [A]: ipv4, [AAAA]: ipv6 }
    },
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function responseTo(question: Buffer, reply: Exclude<Reply, 'silence'>): Buffer {
  const addresses = typeof reply === 'string' ? [] : reply
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 + (typeof reply === 'string' ? CODES[reply] : 0), 2)
  head.writeUInt16BE(addresses.length, 6)
  // The copy has no OPT record, so none is announced.
  head.writeUInt16BE(0, 10)
  return Buffer.concat([head, ...addresses.map(record)])
}

/** A record for the name of the question, which is 12 bytes from the start. */
function record(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : bytesOfIpv6(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(isIPv4(address) ? A : AAAA, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** The 16 bytes of an address in hexadecimal groups. */
export function bytesOfIpv6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::').map((half) =>
    half
      .split(':')
      .map((group) => (group ? group.padStart(4, '0') : ''))
      .join(''),
  )
  return Buffer.from(head + tail.padStart(32 - head.length, '0'), 'hex')
}
