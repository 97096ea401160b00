import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { certificateFor } from '../../data/dynamodb/certificate.ts'
import { type ViewerResponse, viewerFunctionIn } from '../../support/edge-template.ts'
import { templateOf } from '../../support/settings.ts'

type Headers = Record<string, string>

interface Sent {
  method: string
  /** from the root, with the query */
  path: string
  headers: Headers
}

interface Reply {
  status: number
  headers: Headers
  body: Buffer
}

/** The ways in which an edge can be wrong. */
export interface EdgeFault {
  /** A status that it stores besides 200. */
  alsoStores?: number
  storesNothing?: boolean
  hasNoAge?: boolean
  /** It does not run the viewer function. */
  letsKeysThrough?: boolean
  /** It serves these methods. */
  methods?: readonly string[]
  /** It leaves this header of a request away. */
  drops?: string
  /** The cache key has no coding. */
  ignoresCodings?: boolean
  /** It changes a response on its way to the client. */
  changes?: (reply: Reply, path: string) => Reply
  isWithoutHttp2?: boolean
}

const OF_A_BUSINESS = ['x-public-business-slug', 'x-public-business-uuid']
const WRONG_METHOD: Reply = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<p>'),
}

/**
 * A server that plays an edge in front of the stack of the suite: it has a certificate, HTTP/2, the viewer function of the
 * template and a cache. Its clock counts the requests that it gets: each is a second.
 */
export async function playingEdge() {
  const { cert, key } = certificateFor('localhost')
  const target = new URL(inject('baseUrl'))
  const viewerFunction = viewerFunctionIn(templateOf({ edge: {} }, inject('assemblyDir')))
  const cache = new Map<string, Reply & { at: number }>()
  let fault: EdgeFault = {}
  let second = 0

  async function reply({ method, path, headers }: Sent): Promise<Reply> {
    if (!(fault.methods ?? ['GET', 'HEAD', 'OPTIONS']).includes(method)) return WRONG_METHOD
    const request = { method, uri: path, headers: mapped(headers, (value) => ({ value })) }
    const viewed = viewerFunction({ context: { requestId: `E${second}` }, request })
    if ('statusCode' in viewed && !fault.letsKeysThrough) return replyOf(viewed)
    const found = await cached({ method, path, headers: keyed(headers) }, headers['if-none-match'])
    const { etag } = found.headers
    return etag && headers['if-none-match'] === etag ? { ...found, status: 304 } : found
  }

  /** The headers of the cache key. */
  function keyed(headers: Headers): Headers {
    const coding = ['br', 'gzip'].filter((one) => headers['accept-encoding']?.includes(one)).join(', ')
    const named = Object.entries(headers).filter(([name]) => OF_A_BUSINESS.includes(name))
    return { ...Object.fromEntries(named), ...(coding && { 'accept-encoding': coding }) }
  }

  async function cached(sent: Sent, ifNoneMatch: string | undefined): Promise<Reply> {
    const { 'accept-encoding': coding, ...others } = sent.headers
    const entry = JSON.stringify({ ...sent, headers: fault.ignoresCodings ? others : { ...others, coding } })
    const stored = cache.get(entry)
    if (stored) {
      const age: Headers = fault.hasNoAge ? {} : { age: String(second - stored.at) }
      return { ...stored, headers: { ...stored.headers, ...age } }
    }
    const condition: Headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
    const fresh = await forward(target, { ...sent, headers: { ...sent.headers, ...condition } })
    const isCacheable = fresh.status === 200 && fresh.headers['cache-control']?.includes('s-maxage')
    if (sent.method === 'GET' && !fault.storesNothing && (isCacheable || fresh.status === fault.alsoStores))
      cache.set(entry, { ...fresh, at: second })
    return fresh
  }

  const server = createSecureServer({ cert, key, allowHTTP1: true }, async (request, response) => {
    if (fault.isWithoutHttp2 && request.httpVersion === '2.0') return response.stream.close()
    second++
    const { method, url: path } = request
    const lines = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
    const headers = Object.fromEntries(
      lines.filter(([name]) => !name.startsWith(':') && name !== fault.drops),
    )
    const found = await reply({ method, path, headers })
    const { status, headers: sent, body } = fault.changes?.(found, path) ?? found
    response.writeHead(status, sent)
    response.end(method === 'HEAD' || status === 304 ? '' : body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    baseUrl: `https://localhost:${(server.address() as AddressInfo).port}${target.pathname}`,
    certificate: cert,
    /** From now on it has this fault, and nothing in its cache. */
    break(next: EdgeFault) {
      fault = next
      cache.clear()
    },
    close: () => server.close(),
  }
}

const replyOf = ({ statusCode, headers, body }: ViewerResponse): Reply => ({
  status: statusCode,
  headers: mapped(headers, ({ value }) => value),
  body: Buffer.from(body.data),
})

const mapped = <A, B>(object: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

/** Headers of a connection, which HTTP/2 does not have. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']

function forward({ hostname, port }: URL, { method, path, headers }: Sent): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  sendRequest({ hostname, port, path, method, headers }, async (response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(response))
    const kept = Object.entries(response.headers).filter(([name]) => !OF_A_CONNECTION.includes(name))
    resolve({ status: response.statusCode ?? 0, headers: mapped(Object.fromEntries(kept), String), body })
  })
    .on('error', reject)
    .end()
  return promise
}
