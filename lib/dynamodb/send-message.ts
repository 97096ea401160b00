import { awsTarget, sqsEndpoint } from '../environment.ts'
import { signedHeaders } from './signature.ts'

const TIMEOUT_MS = 3000

/**
 * Puts a message into a queue, once. Small as the client for DynamoDB is, for the same functions; a function that sends
 * often has the SDK's client. Throws if the queue does not take it.
 */
export async function sendMessage(queueUrl: string, message: object): Promise<void> {
  const { region, credentials } = awsTarget()
  const endpoint = new URL(sqsEndpoint() ?? queueUrl)
  const body = JSON.stringify({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) })
  const call = { service: 'sqs', host: endpoint.host, region, target: 'AmazonSQS.SendMessage', body } as const
  // `fetch` sets the host itself.
  const { host: _, ...headers } = signedHeaders(call, credentials, new Date())
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(endpoint.origin, { method: 'POST', headers, body, signal })
  const text = await response.text()
  if (!response.ok) throw new Error(`the queue did not take a message: ${response.status} ${text}`)
}
