import { isJsonObject } from '../../domain/body/json-object.ts'
import { REGION } from '../template/intrinsics.ts'
import type { Json, JsonObject } from '../template/json.ts'
import { type Fauxqs, openFauxqs } from './fauxqs.ts'
import type { QueueDefinition } from './queues.ts'

/** The queues of a stack. */
export interface QueueService {
  /** Makes the queues that are not there yet, and gives the others the template's attributes. */
  open(queues: QueueDefinition[]): Promise<void>
  /** Carries out a call of any caller. The body is JSON text. */
  handle(action: string, body: string): Promise<QueueAnswer>
  /** Carries out a call of the stack itself. Throws the error that SQS returns for a wrong one. */
  call(action: string, body: JsonObject): Promise<JsonObject>
  stop(): Promise<void>
}

export interface QueueAnswer {
  status: number
  headers: { [name: string]: string }
  body: string
}

/**
 * SQS on this machine, by fauxqs. It is loaded when the first queue is opened: a stack without queues has none. Messages
 * stay in the folder `dataDir`, or are in memory without one.
 */
export function createQueueService(dataDir: string | undefined): QueueService {
  let fauxqs: Promise<Fauxqs> | undefined

  async function handle(action: string, payload: string): Promise<QueueAnswer> {
    if (fauxqs === undefined) throw new Error('the template has no queue')
    const { app } = await fauxqs
    const answer = await app.inject({ method: 'POST', url: '/', headers: headersOf(action), payload })
    const type = { 'content-type': 'application/x-amz-json-1.0' }
    const error = answer.headers['x-amzn-query-error']
    const headers = error === undefined ? type : { ...type, 'x-amzn-query-error': String(error) }
    return { status: answer.statusCode, headers, body: answer.body }
  }

  async function call(action: string, body: JsonObject): Promise<JsonObject> {
    const answer = await handle(action, JSON.stringify(body))
    const json: Json = JSON.parse(answer.body || '{}')
    if (answer.status === 200 && isJsonObject(json)) return json
    throw new Error(`${action} of a queue: ${answer.body}`)
  }

  async function openQueue({ name, url, attributes }: QueueDefinition): Promise<void> {
    const { QueueUrls } = await call('ListQueues', { QueueNamePrefix: name })
    // A queue that is created again loses its messages.
    const isThere = Array.isArray(QueueUrls) && QueueUrls.some((one) => String(one).endsWith(`/${name}`))
    if (isThere) await call('SetQueueAttributes', { QueueUrl: url, Attributes: attributes })
    else await call('CreateQueue', { QueueName: name, Attributes: attributes })
  }

  return {
    async open(queues) {
      if (queues.length === 0) return
      fauxqs = openFauxqs(dataDir)
      for (const queue of queues) await openQueue(queue)
    },
    handle,
    call,
    async stop() {
      const { stop } = (await fauxqs) ?? {}
      await stop?.()
    },
  }
}

/** fauxqs takes the region of a queue from the signature. */
const headersOf = (action: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/sqs/aws4_request, SignedHeaders=host, Signature=0`,
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': `AmazonSQS.${action}`,
})
