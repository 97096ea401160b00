import { isUuid } from '../../domain/text/identifiers.ts'
import { queueUrl } from '../../environment.ts'
import { logLine } from '../../log.ts'
import { sendMessage } from '../sqs/send-message.ts'

/** A message in the queue: that a business needs a search index. */
export interface IndexRequest {
  business_id: string
  /** One that was read later fulfils it; in milliseconds since the epoch. */
  requested_at: number
}

/** A request that was lost is sent again after this time, and one that is waiting is not sent by each instance each second. */
const PAUSE_MS = 60_000

const sentAt = new Map<string, number>()

/** Requests an index of a business, at most once a minute. Never throws: the caller has another way, or tries again. */
export async function requestIndex(businessId: string, now: number): Promise<void> {
  if (now - (sentAt.get(businessId) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return
  sentAt.set(businessId, now)
  const request: IndexRequest = { business_id: businessId, requested_at: now }
  try {
    // Once: a shopper waits for the response, and the next search in a minute asks again.
    await sendMessage(queueUrl('search'), request, 1)
  } catch (error) {
    logLine('error', 'search_index', { business_id: businessId, error: String(error) })
  }
}

/** The request in a message, or undefined if the message is not one. */
export function readIndexRequest(body: string): IndexRequest | undefined {
  const [, business_id = '', requested_at] =
    /^\{"business_id":"([^"]+)","requested_at":(\d{1,15})\}$/.exec(body) ?? []
  return isUuid(business_id) ? { business_id, requested_at: Number(requested_at) } : undefined
}
