import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject, onTestFinished } from 'vitest'
import { runOnce } from '../../import/run/bench.ts'

/** A request on its way to the stack. */
interface Sent {
  method: string
  /** with the query, relative to the base URL */
  path: string
  /** names in lower case, as raw pairs */
  headers: [string, string][]
}

/** Its response on the way back. */
export interface Reply {
  status: number
  headers: [string, string][]
  body: Buffer
}

/** A fault of a deployment: what it does to requests before they arrive, and to responses. */
export interface Fault {
  request?: (sent: Sent) => void
  /** Sends a reply of its own instead of the stack's. */
  instead?: (sent: Sent) => Reply | undefined
  response?: (reply: Reply, sent: Sent) => void
}

const pairs = (raw: readonly string[]) =>
  raw.flatMap((name, n) => (n % 2 === 0 ? [[name.toLowerCase(), raw[n + 1] ?? ''] as [string, string]] : []))

/** A deployment with a fault: a proxy in front of the stack of the suite. */
export async function breakingProxy(fault: Fault): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const target = new URL(inject('baseUrl'))
  const server = createServer(async (incoming, response) => {
    const path = (incoming.url ?? '').slice(target.pathname.length)
    const sent: Sent = { method: incoming.method ?? '', path, headers: pairs(incoming.rawHeaders) }
    const body = Buffer.concat(await Array.fromAsync<Buffer>(incoming))
    fault.request?.(sent)
    const reply = fault.instead?.(sent) ?? (await forwardAndCarryOut(target, sent, body))
    const { body: whole } = reply
    fault.response?.(reply, sent)
    if (isBodiless(sent, reply) && reply.body !== whole) return void response.socket?.end(rawOf(reply))
    response.writeHead(reply.status, reply.headers.flat())
    response.end(sent.method === 'HEAD' ? undefined : reply.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${target.pathname}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The base URL of a deployment with a fault, or with none, which ends with its test. */
export async function deploymentWith(fault: Fault): Promise<string> {
  const proxy = await breakingProxy(fault)
  onTestFinished(proxy.close)
  return proxy.baseUrl
}

/** True for a response behind whose headers the next one begins. */
const isBodiless = ({ method }: Sent, { status }: Reply) =>
  method === 'HEAD' || status === 204 || status === 304

const isNewImport = ({ method, path }: Sent, { status }: Reply) =>
  method === 'POST' && /^\/admin\/imports(\?|$)/.test(path) && status === 202

const EMPTY = Buffer.alloc(0)

/** Forwards a request, and carries out the import that it begins: the stack of the suite runs nothing in the background. */
async function forwardAndCarryOut(target: URL, sent: Sent, body: Buffer): Promise<Reply> {
  const reply = await forward(target, sent, body)
  if (isNewImport(sent, reply)) await carryOut(target, sent, reply)
  return reply
}

async function carryOut(target: URL, { headers }: Sent, { body }: Reply): Promise<void> {
  const kept = headers.filter(([name]) => name === 'host' || name === 'authorization')
  const { body: profile } = await forward(target, { method: 'GET', path: '/business', headers: kept }, EMPTY)
  await runOnce({ business: JSON.parse(profile.toString()) }, JSON.parse(body.toString()).id)
}

/** A response in one piece, with a body that Node would leave out. */
const rawOf = ({ status, headers, body }: Reply) =>
  [`HTTP/1.1 ${status} Broken`, ...headers.map((pair) => pair.join(': ')), '', body].join('\r\n')

function forward(target: URL, { method, path, headers }: Sent, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { hostname: target.hostname, port: target.port, path: target.pathname + path, method }
    sendRequest({ ...options, headers: headers.flat() }, async (response) => {
      const chunks = await Array.fromAsync<Buffer>(response)
      resolve({
        status: response.statusCode ?? 0,
        headers: pairs(response.rawHeaders).filter(
          ([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name),
        ),
        body: Buffer.concat(chunks),
      })
    })
      .on('error', reject)
      .end(body)
  })
}

/** Takes a header away. */
export function drop(headers: [string, string][], name: string): void {
  const kept = headers.filter(([one]) => one !== name)
  headers.splice(0, headers.length, ...kept)
}

/** Gives a header another value, or another name. */
export function replace(
  headers: [string, string][],
  name: string,
  change: (value: string) => [string, string],
): void {
  for (const [n, [one, value]] of headers.entries()) if (one === name) headers[n] = change(value)
}

/** A response that the gateway makes itself. */
export const gatewayReply = (status: number, message: string): Reply => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify({ message })),
})
