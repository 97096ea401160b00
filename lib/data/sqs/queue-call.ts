import { awsTarget, sqsEndpoint } from '../../environment.ts'
import { poolTo, post } from '../aws/connections.ts'
import { signedCall } from '../aws/signature.ts'

const TIMEOUT_MS = 3000
/** Full jitter: up to 200 ms before the second try, up to 400 ms before the third. */
const FIRST_WAIT_MS = 200

type Operation = 'SendMessage' | 'GetQueueAttributes'

/**
 * A call of SQS's JSON protocol to a queue, for functions that are too small for the SDK. Throws what the last try failed with.
 * Whatever it is, it is tried again: a message that comes twice does no harm, and a refusal for good comes at once.
 */
export async function callQueue(
  queueUrl: string,
  operation: Operation,
  members: object,
  tries = 1,
): Promise<Record<string, unknown>> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(queueUrl, operation, members)
    } catch (error) {
      if (tried >= tries) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * FIRST_WAIT_MS * tried))
    }
  }
}

async function attempt(queueUrl: string, operation: Operation, members: object) {
  const endpoint = new URL('/', sqsEndpoint() ?? queueUrl)
  const body = JSON.stringify({ QueueUrl: queueUrl, ...members })
  const headers = signedCall('sqs', { ...awsTarget(), endpoint }, `AmazonSQS.${operation}`, body)
  // So seldom that a connection would have been closed meanwhile, and a message is not sent twice to find that out.
  const pool = poolTo(endpoint, false)
  const isRead = operation === 'GetQueueAttributes'
  const { status, answer } = await post(pool, { headers, body, timeoutMs: TIMEOUT_MS, isRead })
  if (status === 200 && answer) return answer
  throw new Error(`the queue refused ${operation}: ${status} ${JSON.stringify(answer)}`)
}
