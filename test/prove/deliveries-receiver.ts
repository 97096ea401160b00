/** The endpoints of webhooks: a server that verifies every call, and remembers what came for which webhook. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Merchant } from './merchant.ts'
import { hold } from './run.ts'

/** Listens for as long as `work` takes. */
export async function withReceiver(
  respond: Respond,
  work: (receiver: Receiver) => Promise<void>,
): Promise<void> {
  const receiver = new Receiver(respond)
  await receiver.open()
  try {
    await work(receiver)
  } finally {
    receiver.close()
  }
}

/** A webhook, and where it delivers to. */
export interface ReceivedWebhook {
  id: string
  endpoint: Endpoint
}

/** The deliveries that one endpoint has received. */
export interface Endpoint {
  url: string
  /** The secret of its webhook, once that is made. */
  secret: string
  /** By `webhook-id`. */
  events: Map<string, { calls: number; accepted: number; bodies: Set<string> }>
}

/** The response to a call, and after how long it is sent. */
interface ChosenResponse {
  status: number
  afterMs: number
}

/** Chooses the response to a call; `n` says how often this event has come to this endpoint, from 1. */
export type Respond = (endpoint: Endpoint, eventId: string, n: number) => ChosenResponse

export class Receiver {
  readonly endpoints: Endpoint[] = []
  #fault: string | undefined
  readonly #server = createServer()
  readonly #respond: Respond

  constructor(respond: Respond) {
    this.#respond = respond
  }

  async open(): Promise<void> {
    this.#server.on('request', async (message, response) => {
      const { status, afterMs } = await this.#take(message)
      await wait(afterMs)
      response.writeHead(status).end()
    })
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Makes a webhook with an endpoint of its own. */
  async addWebhook({ call }: Merchant, ...events: string[]): Promise<ReceivedWebhook> {
    const { port } = this.#server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/${this.endpoints.length}`
    const endpoint: Endpoint = { url, secret: '', events: new Map() }
    this.endpoints.push(endpoint)
    const { status, body } = await call('POST', '/admin/webhooks', { url, events })
    hold(status === 201, () => `a webhook is refused: ${JSON.stringify(body)}`)
    endpoint.secret = String(body.secret)
    return { id: String(body.id), endpoint }
  }

  /** Holds when every call until now was signed by the webhook of its endpoint. */
  judge(): void {
    hold(this.#fault === undefined, () => String(this.#fault))
  }

  async #take(message: IncomingMessage): Promise<ChosenResponse> {
    const body = Buffer.concat(await Array.fromAsync(message)).toString()
    const endpoint = this.endpoints[Number(message.url?.slice(1))]
    const id = String(message.headers['webhook-id'])
    const fault = endpoint ? faultOf(endpoint, message, body) : `a call to ${message.url}`
    this.#fault ??= fault
    if (!endpoint || fault !== undefined) return { status: 400, afterMs: 0 }
    const event = endpoint.events.get(id) ?? { calls: 0, accepted: 0, bodies: new Set() }
    endpoint.events.set(id, event)
    event.calls++
    event.bodies.add(body)
    const response = this.#respond(endpoint, id, event.calls)
    if (response.status < 300) event.accepted++
    return response
  }
}

function faultOf({ url, secret }: Endpoint, message: IncomingMessage, body: string): string | undefined {
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)])
  try {
    new Webhook(secret).verify(body, Object.fromEntries(headers))
    return undefined
  } catch (error) {
    return `${url} got a call that is not signed by its webhook: ${error}: ${body}`
  }
}
