import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { isJsonObject } from '../domain/body/json-object.ts'
import { isUuid } from '../domain/text/identifiers.ts'
import { queueUrl } from '../environment.ts'

/**
 * A message in the queue: that there may be something to do for a webhook. It says nothing that is not in the table, so
 * that one too many does no harm; one too few is made up for by the sweep.
 */
export interface WakeUp {
  business_id: string
  webhook_id: string
  /** The oldest event that it is sent for. */
  from?: string
  /** When it is for: one whose time is not the one in the webhook's state is out of date. */
  at?: string
  /** True if the sweep sent it: then something has been lost. */
  swept?: true
}

/** The longest that SQS keeps a message back: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
export const LONGEST_DELAY_S = 900

/** The most messages of one call. */
const BATCH = 10

/** One try has 3 s, and a call two tries: without an end a queue that does not respond would hold up the caller. */
const TRY_MS = 3_000
const CALL_MS = 10_000

let client: SQSClient | undefined

/** Made on first use, once per process. */
function queue(): SQSClient {
  client ??= new SQSClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: TRY_MS, throwOnRequestTimeout: true },
  })
  return client
}

/** The queue responded, and did not take some of the wake-ups: others may be taken. */
export class WakeUpsRefused extends Error {
  override name = 'WakeUpsRefused'

  constructor(codes: readonly unknown[]) {
    super(`the queue did not take ${codes.length} wake-ups: ${codes[0]}`)
  }
}

/** Puts wake-ups into the queue, and says whether it still responds: one that does not would be waited for again and again. */
export function watched(send: typeof sendWakeUps) {
  const queue = {
    isAnswering: true,
    wake: async (wakeUps: readonly WakeUp[], delayS: number): Promise<void> => {
      try {
        await send(wakeUps, delayS)
      } catch (error) {
        queue.isAnswering = error instanceof WakeUpsRefused
        throw error
      }
    },
  }
  return queue
}

/**
 * Puts wake-ups into the queue, to arrive after a delay in seconds. Throws if it does not take all of them: `WakeUpsRefused` if it refuses one,
 * when it has been sent all, so that this one does not hold up those behind it; if a call fails, at once, because the next one
 * would wait as long.
 */
export async function sendWakeUps(wakeUps: readonly WakeUp[], delayS: number): Promise<void> {
  const codes: unknown[] = []
  for (let start = 0; start < wakeUps.length; start += BATCH)
    codes.push(...(await sendBatch(wakeUps.slice(start, start + BATCH), delayS)))
  if (codes.length > 0) throw new WakeUpsRefused(codes)
}

/** Returns the codes of those that the queue refused. */
async function sendBatch(batch: readonly WakeUp[], DelaySeconds: number): Promise<unknown[]> {
  const Entries = batch.map((wakeUp, n) => ({
    Id: String(n),
    MessageBody: JSON.stringify(wakeUp),
    // Fair queues: the wake-ups of one webhook do not hold up those of others.
    MessageGroupId: wakeUp.webhook_id,
    DelaySeconds,
  }))
  const { Failed = [] } = await queue().send(
    new SendMessageBatchCommand({ QueueUrl: queueUrl('wake'), Entries }),
    // The timeout of a try ends with the headers.
    { abortSignal: AbortSignal.timeout(CALL_MS) },
  )
  return Failed.map(({ Code }) => Code)
}

/** The wake-up in a message, or undefined if the message is not a wake-up. */
export function readWakeUp(body: string): WakeUp | undefined {
  const json = parsed(body)
  if (!isJsonObject(json)) return undefined
  const { business_id, webhook_id, from, at, swept } = json
  if (typeof business_id !== 'string' || !isUuid(business_id)) return undefined
  if (typeof webhook_id !== 'string' || !isUuid(webhook_id)) return undefined
  return {
    business_id,
    webhook_id,
    ...(typeof from === 'string' && { from }),
    ...(typeof at === 'string' && { at }),
    ...(swept === true && { swept }),
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
