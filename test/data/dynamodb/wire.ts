import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import * as tls from 'node:tls'
import { vi } from 'vitest'

/** The reaction of a server, on the connection on which a request has arrived. */
export type Reaction = (socket: Socket) => unknown

/** A server that speaks no more HTTP than it is told to. */
export interface Wire {
  endpoint: string
  port: number
  /** Every connection it was ever sent, whether something came by it or not. */
  readonly sockets: readonly Socket[]
  /** The requests since the last plan, and by which of the connections each came. */
  readonly requests: readonly { by: number; text: string }[]
  /** The n-th request from now on has the n-th reaction; those that come later have the last one. */
  plan(...reactions: Reaction[]): void
  /** From now on a connection has this done to it before anything was read. */
  greet(greeting: Reaction | undefined): void
  /** How many connections are open. */
  open(): number
  close(): Promise<void>
}

/** Listens on a port of its own, with TLS if it is given a certificate. */
export async function listen(secure?: tls.TlsOptions, port = 0, host = '127.0.0.1'): Promise<Wire> {
  const sockets: Socket[] = []
  let requests: { by: number; text: string }[] = []
  let reactions: Reaction[] = [ok]
  let greeting: Reaction | undefined
  const accept = (socket: Socket) => {
    const by = sockets.push(socket) - 1
    // It is the caller that is looked at.
    socket.on('error', () => {})
    if (greeting?.(socket) === CLOSED) return
    let text = ''
    socket.on('data', (part) => {
      text += part.toString('latin1')
      if (!isWhole(text)) return
      requests.push({ by, text })
      text = ''
      reactions[Math.min(requests.length, reactions.length) - 1]?.(socket)
    })
  }
  const server = secure ? tls.createServer(secure, accept) : createServer(accept)
  await once(server.listen(port, host), 'listening')
  const own = (server.address() as AddressInfo).port
  return {
    endpoint: secure ? `https://localhost:${own}` : `http://127.0.0.1:${own}`,
    port: own,
    sockets,
    get requests() {
      return requests
    },
    plan(...next) {
      requests = []
      reactions = next
    },
    greet(next) {
      greeting = next
    },
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const CLOSED = Symbol('closed')

function isWhole(request: string): boolean {
  const [head = '', body] = request.split('\r\n\r\n')
  return body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
}

interface Head {
  /** A wrong `Content-Length`, in place of the true one. */
  length?: number
  headers?: string
}

/** A whole answer, on a connection that stays open. */
export const answer =
  (status: number, body: string, { length = Buffer.byteLength(body), headers = '' }: Head = {}): Reaction =>
  (socket) =>
    socket.write(
      `HTTP/1.1 ${status} Status\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: ${length}\r\n${headers}\r\n${body}`,
    )

/** These bytes and no more, on a connection that stays open. */
export const bytes =
  (text: string): Reaction =>
  (socket) =>
    socket.write(text)

export const OUTPUT = { Item: { sk: { S: 'é🍵' } } }
export const ok = answer(200, JSON.stringify(OUTPUT))

export const reset: Reaction = (socket) => {
  socket.resetAndDestroy()
  return CLOSED
}

/** Does something, and ends the connection behind it. */
export const thenEnd =
  (reaction: Reaction): Reaction =>
  (socket) => {
    reaction(socket)
    socket.end()
  }

/** Does something, and when it has arrived breaks the connection. */
export const thenReset =
  (reaction: Reaction): Reaction =>
  async (socket) => {
    reaction(socket)
    await turns(20)
    socket.resetAndDestroy()
  }

/** Does something, and then nothing until the caller hangs up: time passes, on a stopped clock. */
export const thenSilence =
  (reaction: Reaction): Reaction =>
  async (socket) => {
    await reaction(socket)
    await turns(20)
    await untilHungUp(socket)
  }

export const silence = thenSilence(() => {})

/** Answers when so many calls have come, all of them. */
export function together(count: number): Reaction {
  const waiting: Parameters<Reaction>[0][] = []
  return (socket) => {
    if (waiting.push(socket) === count) for (const each of waiting.splice(0)) ok(each)
  }
}

/** Does one thing to connections that are there, and another on those that come: it answers. */
export function onOld({ sockets }: Wire, reaction: Reaction, otherwise: Reaction = ok): Reaction {
  const old = new Set(sockets)
  return (socket) => (old.has(socket) ? reaction(socket) : otherwise(socket))
}

/** The ways in which a connection that lies idle ends when it is used again. */
export const IDLE_ENDS = [
  { how: 'reset', reaction: reset },
  { how: 'ended', reaction: thenEnd(() => {}) },
]

/** Never says nothing for long, and never comes to an end. */
export const drip: Reaction = (socket) => {
  answer(200, '', { length: 1_000_000 })(socket)
  return untilHungUp(socket, () => socket.write(' '))
}

/** More than any caller should wait: so that a test of one that does not hang up ends. */
const LONGEST_MS = 20_000

async function untilHungUp(socket: Socket, meanwhile = () => {}): Promise<void> {
  for (let ms = 0; ms < LONGEST_MS && !socket.destroyed && !socket.readableEnded; ms += 100) {
    meanwhile()
    vi.advanceTimersByTime(100)
    await turns(5)
  }
  socket.destroy()
}

/** Lets everything happen that is already on its way. */
export async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets a call come to its end on a stopped clock, where its pauses are no longer than 0 ms. */
export async function settled<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    await turns(1)
    vi.advanceTimersByTime(0)
  }
  return work
}
