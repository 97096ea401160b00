import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request as open } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { agent } from '../../../support/send.ts'
import { type ApiRequest, bytesOf, targetOf } from './request.ts'

/** An answer with its content coding taken away. */
export interface ApiAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Longer than any function may run. */
const NO_ANSWER_MS = 40_000

/** Sends a request exactly as it stands. Throws if there is no answer. */
export async function exchange(baseUrl: string, request: ApiRequest): Promise<ApiAnswer> {
  const { port, pathname } = new URL(baseUrl)
  const bytes = bytesOf(request.body)
  const headers: Record<string, string[]> = Object.create(null)
  for (const [name, value] of request.headers) headers[name] = [...(headers[name] ?? []), value]
  const sent = open({
    host: '127.0.0.1',
    port,
    agent,
    method: request.method,
    path: pathname + targetOf(request),
    headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
    signal: AbortSignal.timeout(NO_ANSWER_MS),
  })
  // A server that responds before all of a body has arrived can close the connection on the rest of it.
  sent.on('error', () => {})
  sent.end(bytes)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
  return { status: response.statusCode ?? 0, headers: response.headers, body: decoded(response, body) }
}

function decoded({ headers }: IncomingMessage, body: Buffer): string {
  if (body.length === 0) return ''
  const { 'content-encoding': coding } = headers
  if (coding === 'gzip') return gunzipSync(body).toString()
  return (coding === 'br' ? brotliDecompressSync(body) : body).toString()
}
