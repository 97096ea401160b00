import { randomUUID } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type KeyTypes, unknownLimit } from '../dynamodb/unknown-limits.ts'
import { endServer, listenOnLoopback } from '../loopback.ts'
import type { Json } from '../template/json.ts'
import { denialText, INVALID_TOKEN, type Judge, type Refusal } from './judge.ts'
import type { PartitionKeys } from './leading-keys.ts'
import { tableDemand } from './table-demand.ts'

/** A proxy between the functions and the engine of the table. */
export interface PermissionProxy {
  /** The address that functions send their calls to. */
  endpoint: string
  stop(): Promise<void>
}

/**
 * Refuses as DynamoDB does before it carries out a request, which no local engine does: what the role of the calling
 * function does not allow is refused, and what breaks a limit that Dynoxide does not know. Everything else reaches the engine,
 * which listens at `upstream`, and its response the caller, unchanged.
 */
export async function startPermissionProxy(
  upstream: string,
  judge: Judge,
  partitionKeys: PartitionKeys,
  keyTypes: KeyTypes,
): Promise<PermissionProxy> {
  // DynamoDB Local ends idle connections after 30 s. They end here first, so that no call meets one that is being closed.
  const agent = new Agent({ keepAlive: true, timeout: 10_000 })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
    const { authorization, 'x-amz-target': target } = incoming.headers
    const json = parse(body)
    const refusal = judge.refusalOf(authorization, tableDemand(String(target), json, partitionKeys))
    const broken = unknownLimit(json, keyTypes)
    if (refusal) refuse(response, contentOf(refusal))
    else if (broken !== undefined) refuse(response, { __type: VALIDATION, message: broken })
    else await forward(incoming, body, response)
  }

  async function forward(incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { method, url: path, rawHeaders: headers } = incoming
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sent = request(upstream, { method, path, headers, agent }, resolve)
    // It stays for what may still happen to the connection once the response has begun.
    sent.on('error', reject)
    sent.end(body)
    const answer = await promise
    // The caller has hung up. What is not read would keep the connection from the next call.
    if (response.closed) return void answer.resume()
    response.writeHead(answer.statusCode ?? 500, answer.statusMessage, answer.rawHeaders)
    await pipeline(answer, response)
  }

  // As long as AWS, like the gateway here.
  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, response) => {
    serve(incoming, response).catch((error) => breakOff(response, error))
  })
  const port = await listenOnLoopback(server)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      agent.destroy()
      await endServer(server)
    },
  }
}

function parse(body: Buffer): Json {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

const VALIDATION = 'com.amazon.coral.validate#ValidationException'

/** DynamoDB's services disagree on how to write `message`. */
const contentOf = (refusal: Refusal) =>
  refusal === 'unknown caller'
    ? { __type: 'com.amazon.coral.service#UnrecognizedClientException', message: INVALID_TOKEN }
    : { __type: 'com.amazon.coral.service#AccessDeniedException', Message: denialText(refusal) }

function refuse(response: ServerResponse, content: object): void {
  const body = JSON.stringify(content)
  response.writeHead(400, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amz-crc32': crc32(body),
    'x-amzn-requestid': randomUUID(),
  })
  response.end(body)
}

const BROKEN_CONNECTION = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Breaks the connection of the caller when that of the engine has broken, as without a proxy in between. */
function breakOff(response: ServerResponse, error: NodeJS.ErrnoException): void {
  response.destroy()
  if (!BROKEN_CONNECTION.has(error.code ?? '')) process.stderr.write(`permission proxy: ${error.stack}\n`)
}
