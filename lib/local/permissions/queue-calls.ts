import { isJsonObject } from '../../domain/body/json-object.ts'
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts'
import type { Json } from '../template/json.ts'
import type { Permission } from './permissions.ts'

/**
 * The action that each call needs. A batch needs the action of its entries.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html
 */
const ACTIONS = new Map([
  ['SendMessage', 'SendMessage'],
  ['SendMessageBatch', 'SendMessage'],
  ['ReceiveMessage', 'ReceiveMessage'],
  ['DeleteMessage', 'DeleteMessage'],
  ['DeleteMessageBatch', 'DeleteMessage'],
  ['ChangeMessageVisibility', 'ChangeMessageVisibility'],
  ['ChangeMessageVisibilityBatch', 'ChangeMessageVisibility'],
  ['GetQueueAttributes', 'GetQueueAttributes'],
])

/**
 * The permission that SQS demands for a call. The body is the request as SQS's JSON protocol has it. Undefined for an
 * operation that is not known here, and for a request that names no queue.
 */
export function neededForQueue(operation: string, body: Json): Permission | undefined {
  const action = ACTIONS.get(operation)
  const url = isJsonObject(body) ? body.QueueUrl : undefined
  if (action === undefined || typeof url !== 'string') return undefined
  return { action: `sqs:${action}`, resource: `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${url.split('/').at(-1)}` }
}
