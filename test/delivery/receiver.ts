import { createHook } from 'node:async_hooks'
import type { TlsOptions } from 'node:tls'
import { type Outgoing, type SendOptions, sendWebhook } from '../../lib/delivery/send/send.ts'
import { listen, type Reaction, type Wire } from '../data/dynamodb/wire.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

/** Everything of a webhook but where it goes. */
export const WEBHOOK: Omit<Outgoing, 'url'> = {
  id: 'evt_01a2006a-7f5e-72a9-b4c1-eb92940a5da5',
  type: 'product.updated',
  tryNumber: 3,
  body: JSON.stringify({ type: 'product.updated', data: { name: 'Tee é🍵' } }),
  secrets: [SECRET],
  at: new Date('2026-11-21T23:21:49.150Z'),
}

/** A server on loopback, and a webhook sent to it. */
export interface Receiver extends Wire {
  send(options?: Partial<SendOptions>, outgoing?: Partial<Outgoing>): ReturnType<typeof sendWebhook>
  /** Resolves when no connection is open. */
  allClosed(): Promise<void>
}

export async function receive(secure?: TlsOptions): Promise<Receiver> {
  const wire = await listen(secure)
  return Object.assign(wire, {
    send: (options: Partial<SendOptions> = {}, outgoing: Partial<Outgoing> = {}) =>
      sendWebhook(
        { ...WEBHOOK, url: `${wire.endpoint}/webhooks?shop=1`, ...outgoing },
        { loopback: true, ...options },
      ),
    async allClosed() {
      for (const socket of wire.sockets)
        if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
    },
  })
}

/** Sends these bytes, and nothing more, on a connection that stays open. */
export const says =
  (...parts: (string | Buffer)[]): Reaction =>
  (socket) => {
    for (const part of parts) socket.write(part)
  }

/** A response with an empty body. */
export const status = (code: number, headers = '') =>
  says(`HTTP/1.1 ${code} Status\r\nContent-Length: 0\r\n${headers}\r\n`)

/** Sends a byte every few milliseconds until the client hangs up. */
export const drips =
  (head: string): Reaction =>
  (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write('x'), 5)
    socket.on('close', () => clearInterval(timer))
  }

/** Counts every attempt of this process to connect, while `work` lasts, whoever makes it and in whatever way. */
export async function connectsDuring(work: () => Promise<unknown>): Promise<number> {
  let connects = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'TCPCONNECTWRAP') connects += 1
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return connects
}
