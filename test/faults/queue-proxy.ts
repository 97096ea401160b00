import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { ENVIRONMENT } from '../../lib/environment.ts'

/** The faults of a call to a queue, which is not carried out then. Silence ends when the caller hangs up. */
export const QUEUE_FAULTS = ['503', 'throttled', 'reset'] as const
type QueueFault = (typeof QUEUE_FAULTS)[number] | 'silence'

/** The queues of this process, behind a wire that can be cut. */
export interface FaultyQueues {
  /** The operations since the last fault. */
  readonly calls: readonly string[]
  /** The messages that were taken since then. */
  readonly messages: readonly string[]
  /** The next calls fail so, as many as are given; without a fault everything works. */
  fail(fault?: QueueFault, times?: number): void
  close(): void
}

interface Sent {
  MessageBody?: string
  Entries?: { Id: string; MessageBody: string }[]
  AttributeNames?: string[]
}

const AMZ_JSON = { 'content-type': 'application/x-amz-json-1.0' }

/**
 * Stands for the queues of SQS, which are empty, and points this process at them.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html
 */
export async function faultyQueues(): Promise<FaultyQueues> {
  let calls: string[] = []
  let messages: string[] = []
  let fault: QueueFault | undefined
  let left = 0

  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString()
    calls.push(String(incoming.headers['x-amz-target']).replace('AmazonSQS.', ''))
    if (fault && left-- > 0) react(fault, response)
    else response.writeHead(200, AMZ_JSON).end(JSON.stringify(answer(JSON.parse(body))))
  })

  function answer({ MessageBody, Entries, AttributeNames }: Sent): object {
    if (AttributeNames) return { Attributes: Object.fromEntries(AttributeNames.map((name) => [name, '0'])) }
    if (MessageBody !== undefined) return taken({ MessageBody })
    return { Successful: Entries?.map((entry) => ({ Id: entry.Id, ...taken(entry) })), Failed: [] }
  }

  function taken({ MessageBody }: { MessageBody: string }) {
    messages.push(MessageBody)
    return { MessageId: randomUUID(), MD5OfMessageBody: hash('md5', MessageBody) }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', origin)
  for (const [name, variable] of Object.entries(ENVIRONMENT.queueUrls))
    vi.stubEnv(variable, `${origin}/000000000000/${name}`)
  return {
    get calls() {
      return calls
    },
    get messages() {
      return messages
    },
    fail(next, times = Number.POSITIVE_INFINITY) {
      calls = []
      messages = []
      fault = next
      left = times
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function react(fault: QueueFault, response: ServerResponse): void {
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { ...AMZ_JSON, 'x-amzn-query-error': `${code};Sender` })
      .end(JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message: code }))
  if (fault === '503') refuse(503, 'ServiceUnavailable')
  else if (fault === 'throttled') refuse(403, 'RequestThrottled')
  else if (fault === 'reset') response.req.socket.resetAndDestroy()
}
