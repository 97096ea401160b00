import { randomUUID } from 'node:crypto'
import type { QueueAnswer, QueueService } from '../sqs/queue-service.ts'
import type { Json } from '../template/json.ts'
import { startAnswering } from './answering-server.ts'
import { type Demand, denialText, INVALID_TOKEN, type Judge, type Refusal } from './judge.ts'
import type { PermissionProxy } from './proxy.ts'
import { neededForQueue } from './queue-calls.ts'

/**
 * SQS for the functions. It refuses what the role of the calling function does not allow, as SQS does; the queues carry
 * out everything else.
 */
export const startQueueProxy = (
  judge: Judge,
  queues: Pick<QueueService, 'handle'>,
): Promise<PermissionProxy> =>
  startAnswering('queue proxy', async ({ headers: sent }, bytes) => {
    const body = bytes.toString()
    const action = String(sent['x-amz-target']).replace(/^AmazonSQS\./, '')
    const refusal = judge.refusalOf(sent.authorization, queueDemand(action, body))
    const answer = refusal ? refusalAnswer(refusal) : await queues.handle(action, body)
    return { ...answer, headers: { ...answer.headers, 'x-amzn-requestid': randomUUID() } }
  })

function queueDemand(action: string, body: string): Demand {
  const needed = neededForQueue(action, parse(body))
  // A call that cannot be read needs a permission that no role here has.
  return { permissions: [needed ?? { action: `sqs:${action}`, resource: '*' }], leadingKeys: [] }
}

function parse(body: string): Json {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/**
 * SDKs read the name of the error in `x-amzn-query-error`, which SQS has kept from its former protocol.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-json-faqs.html
 */
function refusalAnswer(refusal: Refusal): QueueAnswer {
  const [code, type, message] =
    refusal === 'unknown caller'
      ? ['InvalidClientTokenId', 'com.amazon.coral.service#UnrecognizedClientException', INVALID_TOKEN]
      : ['AccessDenied', 'com.amazon.coral.service#AccessDeniedException', inLowerCase(refusal)]
  return {
    status: 403,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-query-error': `${code};Sender` },
    body: JSON.stringify({ __type: type, message }),
  }
}

/** SQS writes the action in lower case, which no other service does. */
function inLowerCase({ permission, ...refusal }: Exclude<Refusal, string>): string {
  return denialText({ ...refusal, permission: { ...permission, action: permission.action.toLowerCase() } })
}
