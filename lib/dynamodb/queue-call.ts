import { awsTarget, sqsEndpoint } from '../environment.ts'
import { signedHeaders } from './signature.ts'

const TIMEOUT_MS = 3000

/**
 * A call of SQS's JSON protocol to a queue, tried once. Small as the client for DynamoDB is, for the same functions. Returns
 * the response as text. Throws if the queue refuses it or does not respond.
 */
export async function callQueue(
  queueUrl: string,
  operation: 'SendMessage' | 'GetQueueAttributes',
  members: object,
): Promise<string> {
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
