import { signedHeaders } from '../aws/signature.ts'
import { awsTarget, sqsEndpoint } from '../environment.ts'

const TIMEOUT_MS = 3000
/** Full jitter: up to 200 ms before the second try, up to 400 ms before the third. */
const FIRST_WAIT_MS = 200

type Operation = 'SendMessage' | 'GetQueueAttributes'

/**
 * A call of SQS's JSON protocol to a queue. Small as the client for DynamoDB is, for the same functions. Returns the response as
 * text. Throws what the last try failed with. Whatever it is, it is tried again: a message that comes twice does no harm, and a
 * refusal for good comes at once.
 */
export async function callQueue(
  queueUrl: string,
  operation: Operation,
  members: object,
  tries = 1,
): Promise<string> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(queueUrl, operation, members)
    } catch (error) {
      if (tried >= tries) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * FIRST_WAIT_MS * tried))
    }
  }
}

async function attempt(queueUrl: string, operation: Operation, members: object): Promise<string> {
  const { region, credentials } = awsTarget()
  const endpoint = new URL(sqsEndpoint() ?? queueUrl)
  const body = JSON.stringify({ QueueUrl: queueUrl, ...members })
  const call = {
    service: 'sqs',
    host: endpoint.host,
    region,
    target: `AmazonSQS.${operation}`,
    body,
  } as const
  // `fetch` sets the host itself.
  const { host: _, ...headers } = signedHeaders(call, credentials, new Date())
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(endpoint.origin, { method: 'POST', headers, body, signal })
  const text = await response.text()
  if (!response.ok) throw new Error(`the queue refused ${operation}: ${response.status} ${text}`)
  return text
}
