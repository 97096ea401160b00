/** Part of the bundle: it has the real clock. */
import { METHODS } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { GatewayAnswer } from '../../../lib/local/gateway/answer.ts'
import type { SentRequest } from '../../../lib/local/gateway/request.ts'

/** A request to an address of the API, and the response as `fetch` would make it; undefined for `fetch` itself to send. */
export type FetchByCall = (url: string, init?: RequestInit) => Promise<Response | undefined>

/** The headers that Node's `fetch` adds to a request over http without them. */
const ADDED: [string, string][] = [
  ['accept', '*/*'],
  ['accept-language', '*'],
  ['sec-fetch-mode', 'cors'],
  ['user-agent', 'node'],
  ['accept-encoding', 'gzip, deflate'],
]

/** Sends requests to the API without a connection. One that the API redirects is sent again, to be followed. */
export function fetchByCall(
  origin: string,
  answerTo: (request: SentRequest) => Promise<GatewayAnswer>,
): FetchByCall {
  const { host } = new URL(origin)
  return async (url, init = {}) => {
    const body = bodyOf(init)
    if (!url.startsWith(`${origin}/api/`) || !body || init.signal) return undefined
    const request = new Request(url, init)
    if (!isPlain(request)) return undefined
    const answer = await answerTo(sentRequest(request, host, body))
    const isRedirect = [301, 302, 303, 307, 308].includes(answer.status)
    return isRedirect && init.redirect !== 'manual' ? undefined : responseTo(request, answer)
  }
}

/** Headers that `fetch` and Node's server have a word in. */
const OF_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect']

/** False for a request that only a connection can judge. */
const isPlain = ({ method, headers }: Request) =>
  METHODS.includes(method) && !OF_CONNECTION.some((name) => headers.has(name))

/** The bytes of a body; undefined for one that has to be read first. */
function bodyOf({ body }: RequestInit): Buffer | undefined {
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (typeof body === 'string') return Buffer.from(body)
  return body instanceof Uint8Array ? Buffer.from(body) : undefined
}

/** Node's `fetch` closes a connection on which it has sent a HEAD. */
const connectionOf = (method: string) => (method === 'HEAD' ? 'close' : 'keep-alive')

/** The request as it would come over http. */
function sentRequest({ method, url, headers }: Request, host: string, body: Buffer): SentRequest {
  const { pathname, search } = new URL(url)
  const sent: [string, string][] = [['host', host], ['connection', connectionOf(method)], ...headers]
  for (const [name, value] of ADDED) if (!headers.has(name)) sent.push([name, value])
  if (body.length > 0 || method === 'POST' || method === 'PUT')
    sent.push(['content-length', String(body.length)])
  return {
    method,
    url: pathname + search,
    httpVersion: '1.1',
    rawHeaders: sent.flat(),
    socket: { remoteAddress: '127.0.0.1' },
    async *[Symbol.asyncIterator]() {
      if (body.length > 0) yield body
    },
  }
}

/** The response with its content coding taken away, and with the headers that Node's server adds. */
function responseTo({ method, url }: Request, { status, headers: said, body }: GatewayAnswer): Response {
  const headers = new Headers(said)
  const isEmpty = method === 'HEAD' || status === 204 || status === 304
  if (status !== 204 && status !== 304 && (body.length > 0 || method !== 'HEAD'))
    headers.set('content-length', String(body.length))
  headers.set('date', new Date().toUTCString())
  headers.set('connection', connectionOf(method))
  if (method !== 'HEAD') headers.set('keep-alive', 'timeout=75')
  const text = isEmpty ? null : new Uint8Array(withoutCoding(body, headers.get('content-encoding')))
  return Object.defineProperty(new Response(text, { status, headers }), 'url', { value: url })
}

function withoutCoding(body: Buffer, coding: string | null): Buffer {
  if (coding === 'gzip') return gunzipSync(body)
  return coding === 'br' ? brotliDecompressSync(body) : body
}
