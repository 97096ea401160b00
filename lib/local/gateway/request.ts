import type { IncomingMessage } from 'node:http'

/** The part of an incoming message that is read. */
export interface SentRequest
  extends Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>,
    AsyncIterable<Buffer> {
  socket: { remoteAddress?: string | undefined }
}

/** A request as it came, with its body complete. */
export interface GatewayRequest {
  method: string
  /** percent-encoded, without the query */
  path: string
  /** as sent, without the question mark */
  rawQueryString: string
  /** every header line in its order, names lower-cased */
  headers: [string, string][]
  protocol: string
  sourceIp: string
  body: Buffer
  time: Date
}

/** A response that the gateway makes itself: `{"message": …}` with this status. */
export class GatewayRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const HEAD_LIMIT_BYTES = 10_240
const BODY_LIMIT_BYTES = 10 * 1024 * 1024

/**
 * Reads a request whole, within the quotas of an HTTP API. Throws GatewayRefusal: 400 for a malformed one, 431 when
 * request line and header values are over 10,240 bytes, 413 when the body is over 10 MB.
 */
export async function readRequest(message: SentRequest): Promise<GatewayRequest> {
  const time = new Date()
  const method = message.method ?? ''
  const target = message.url ?? ''
  // rawHeaders keeps what message.headers drops: repeated Authorization and Content-Type lines, for one.
  const headers = pairs(message.rawHeaders)
  const body = await readBody(message)
  refuseLargeHead(`${method} ${target} HTTP/${message.httpVersion}`, headers)
  // A proxy's absolute form carries the same path.
  const [beforeQuery = '', ...query] = (target.replace(/^https?:\/\/[^/?#]*/i, '').split('#')[0] ?? '').split(
    '?',
  )
  const hosts = headers.filter(([name]) => name === 'host')
  if (!beforeQuery.startsWith('/') || hosts.length !== 1) throw new GatewayRefusal(400, 'Bad Request')
  return {
    method,
    path: beforeQuery,
    rawQueryString: query.join('?'),
    headers,
    protocol: `HTTP/${message.httpVersion}`,
    sourceIp: (message.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    body,
    time,
  }
}

function pairs(rawHeaders: string[]): [string, string][] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return names.map((name, index) => [name.toLowerCase(), rawHeaders[index * 2 + 1] ?? ''])
}

function refuseLargeHead(requestLine: string, headers: [string, string][]): void {
  const values = headers.reduce((bytes, [, value]) => bytes + value.length, 0)
  if (requestLine.length + values > HEAD_LIMIT_BYTES)
    throw new GatewayRefusal(431, 'Request Header Fields Too Large')
}

/** Reads a body that is too large to its end as well: a client that is still sending would lose an earlier response. */
async function readBody(message: SentRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message) {
    bytes += chunk.length
    if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk)
  }
  if (bytes > BODY_LIMIT_BYTES) throw new GatewayRefusal(413, 'Request Entity Too Large')
  return Buffer.concat(chunks)
}
