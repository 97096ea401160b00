import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { INDEXES } from '../../lib/data/table/schema.ts'
import { callHeaders } from '../../lib/local/dynamodb/call-headers.ts'
import { type KeyTypes, unknownLimit } from '../../lib/local/dynamodb/unknown-limits.ts'

export interface Reply {
  status: number
  body: string
}

/** A call on its way to the table. */
interface ProxiedCall {
  /** Such as `GetItem`. */
  operation: string
  body: string
  /** Sends the call, or another of the same operation, to the engine. */
  send(body?: string): Promise<Reply>
  /** For whoever replies by hand, or cuts the connection. */
  response: ServerResponse<IncomingMessage>
}

export interface DynamoProxy {
  endpoint: string
  close(): Promise<void>
}

interface Options {
  /** The address of the engine. */
  endpoint: string
  /** Sends a call on, or does not, and gives the reply to it; undefined if it has replied or will not. */
  onCall(call: ProxiedCall): Promise<Reply | undefined>
}

const AMZ_JSON = 'application/x-amz-json-1.0'

const KEY_TYPES: KeyTypes = new Map<string, 'HASH' | 'RANGE'>([
  ['pk', 'HASH'],
  ['sk', 'RANGE'],
  ...Object.values(INDEXES).flatMap(({ partition, sort }): [string, 'HASH' | 'RANGE'][] => [
    [partition, 'HASH'],
    [sort, 'RANGE'],
  ]),
])

/** The refusal of a call that breaks a limit of DynamoDB which the engine does not know. */
function refusalOf(body: string): Reply | undefined {
  const message = unknownLimit(JSON.parse(body), KEY_TYPES)
  if (message === undefined) return undefined
  const __type = 'com.amazon.coral.validate#ValidationException'
  return { status: 400, body: JSON.stringify({ __type, message }) }
}

/** Stands before an engine and lets `onCall` see, change, delay or cut every call. */
export async function dynamoProxy({ endpoint, onCall }: Options): Promise<DynamoProxy> {
  // No `fetch`, whose timers stand still where a test fakes time.
  const agent = new Agent({ keepAlive: true, timeout: 10_000 })
  const server = createServer(async (incoming, response) => {
    try {
      const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? ''
      const body = await textOf(incoming)
      const send = async (sent = body) => refusalOf(sent) ?? forward(endpoint, agent, incoming, sent)
      const reply = await onCall({ operation, body, send, response })
      if (reply) answer(response, reply)
    } catch (error) {
      response.destroy()
      process.stderr.write(`dynamo proxy: ${error instanceof Error ? error.stack : error}\n`)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

const textOf = async (message: IncomingMessage) =>
  Buffer.concat(await Array.fromAsync(message as AsyncIterable<Buffer>)).toString()

async function forward(
  endpoint: string,
  agent: Agent,
  incoming: IncomingMessage,
  body: string,
): Promise<Reply> {
  const headers = { ...callHeaders(incoming), 'content-length': Buffer.byteLength(body) }
  const sent = request(endpoint, { method: 'POST', agent, headers })
  sent.end(body)
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: reply.statusCode ?? 500, body: await textOf(reply) }
}

/** As DynamoDB does, with the length and the checksum of the body. */
function answer(response: ServerResponse, { status, body }: Reply): void {
  response
    .writeHead(status, {
      'content-type': AMZ_JSON,
      'content-length': Buffer.byteLength(body),
      'x-amz-crc32': crc32(body),
    })
    .end(body)
}
