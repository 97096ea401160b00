import { isJsonObject } from '../../domain/body/json-object.ts'
import type { InvocationOutcome } from '../lambda/invocation.ts'
import type { QueueService } from '../sqs/queue-service.ts'
import { REGION } from '../template/intrinsics.ts'
import type { Json, JsonObject } from '../template/json.ts'
import type { QueueMapping } from './mappings.ts'
import { type EventSource, persistently, type Running, runUntilStopped } from './running.ts'

/** Lambda waits as long: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#sqs-polling-behavior */
const LONG_POLL_SECONDS = 20
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const MOST_RECEIVED = 10

/**
 * Invokes the function of a mapping with each message of its queue, and deletes the message if that succeeds. Another comes
 * again after the visibility timeout of the queue, as does one whose invocation ends with the stack. At most `mostAtOnce`
 * run at a time; no message is received before one of them can.
 */
export function pollQueue(
  { queue, mostAtOnce }: Pick<QueueMapping, 'queue' | 'mostAtOnce'>,
  queues: Pick<QueueService, 'call'>,
  invoke: (event: Json) => Promise<InvocationOutcome>,
): EventSource {
  const QueueUrl = queue.url
  const inFlight = new Set<Promise<void>>()

  async function receive(running: Running): Promise<JsonObject[]> {
    const { Messages } = await queues.call('ReceiveMessage', {
      QueueUrl,
      MaxNumberOfMessages: Math.min(MOST_RECEIVED, mostAtOnce - inFlight.size),
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
      WaitTimeSeconds: LONG_POLL_SECONDS,
    })
    const messages = (Array.isArray(Messages) ? Messages : []).filter((message) => isJsonObject(message))
    if (!running.isStopped) return messages
    for (const message of messages) await giveBack(message)
    return []
  }

  /** Lets a message be received at once that came after the end of the source: nobody works on it. */
  const giveBack = ({ ReceiptHandle = null }: JsonObject) =>
    queues.call('ChangeMessageVisibility', { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 })

  async function deliver(message: JsonObject, running: Running): Promise<void> {
    const outcome = await invoke({ Records: [recordOf(message, queue.arn)] })
    if ('error' in outcome || running.isStopped) return
    await queues.call('DeleteMessage', { QueueUrl, ReceiptHandle: message.ReceiptHandle ?? null })
  }

  return runUntilStopped(async (running) => {
    while (!running.isStopped) {
      if (inFlight.size >= mostAtOnce) await running.untilStopped(Promise.race(inFlight))
      const receiveOrStop = () => running.untilStopped(receive(running))
      const messages = (await persistently(`the queue ${queue.name}`, receiveOrStop, running)) ?? []
      for (const message of messages) {
        const delivery = deliver(message, running)
          .catch((error) => void process.stderr.write(`${error}\n`))
          .finally(() => inFlight.delete(delivery))
        inFlight.add(delivery)
      }
    }
  })
}

/** A message as functions get it: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event */
function recordOf(message: JsonObject, eventSourceARN: string): JsonObject {
  const attributes = isJsonObject(message.MessageAttributes) ? message.MessageAttributes : {}
  return {
    messageId: message.MessageId ?? null,
    receiptHandle: message.ReceiptHandle ?? null,
    body: message.Body ?? null,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => [name, inLowerCamelCase(attribute)]),
    ),
    md5OfBody: message.MD5OfBody ?? null,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: REGION,
  }
}

function inLowerCamelCase(attribute: Json): Json {
  const members = Object.entries(isJsonObject(attribute) ? attribute : {})
  return Object.fromEntries(
    members.map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  )
}
