import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** One request as the API gets it. */
export interface Received {
  method: string
  path: string
  query: URLSearchParams
  key: string | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A response; without one the connection is cut off, as if the response were lost. */
export interface Reply {
  status?: number
  json?: unknown
  text?: string
  headers?: Record<string, string>
}

/** An API that responds as a test says: for that which a real one does too fast, or only when it fails. */
export async function fakeApi(reply: (request: Received) => Reply | undefined | Promise<Reply | undefined>) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const one = await readRequest(request)
    received.push(one)
    const outcome = await reply(one)
    if (!outcome) return void request.socket.destroy()
    const { status = 200, json, text, headers } = outcome
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'content-type': type, ...headers }).end(text ?? JSON.stringify(json))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    received,
    [Symbol.asyncDispose]: async () => void server.close().closeAllConnections(),
  }
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  const { pathname, searchParams } = new URL(String(request.url), 'http://fake')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  return {
    method: String(request.method),
    path: pathname.replace('/api/v1', ''),
    query: searchParams,
    key: request.headers['idempotency-key']?.toString(),
    headers: request.headers,
    body: body[0] === 0x1f ? gunzipSync(body) : body,
  }
}

/** An import as the API shows it. */
export function importOf(status: string, progress: object = {}, more: object = {}) {
  const counts = { products: 0, created: 0, updated: 0, unchanged: 0, refused: 0, left_out: 0 }
  return {
    id: 'imp_1',
    status,
    reason: null,
    detail: null,
    dry_run: false,
    parameters: {},
    rows: null,
    progress: { products_total: null, ...counts, ...progress },
    faults_total: 0,
    notices: [],
    ...more,
  }
}
