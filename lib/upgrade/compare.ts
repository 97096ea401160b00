import { isDeepStrictEqual } from 'node:util'
import { distributionFaults } from './distribution-faults.ts'
import type { Fault, Finding } from './finding.ts'
import { STATEFUL, type StatefulType } from './stateful.ts'
import { tableFaults } from './table-faults.ts'
import { tableMoves } from './table-moves.ts'
import type { StackResource, StackTemplate } from './template.ts'

/**
 * Everything that an update from one template to the other would do to what must be kept: functions that leave their table,
 * resources that are lost or replaced, protections that end, index changes that CloudFormation refuses. In the order of the
 * old template.
 */
export const compareTemplates = (before: StackTemplate, after: StackTemplate): Finding[] => [
  ...tableMoves(before, after),
  ...[...before].flatMap(([logicalId, old]) =>
    faultsOf(logicalId, old, before, after).map(
      ({ what, why, todo, isAcceptable = false, isWarning = false }) => ({
        logicalId,
        type: old.type,
        isWarning,
        what,
        why,
        todo,
        isAcceptable,
      }),
    ),
  ),
]

function faultsOf(
  logicalId: string,
  old: StackResource,
  before: StackTemplate,
  after: StackTemplate,
): Fault[] {
  const now = after.get(logicalId)
  const isThere = now?.type === old.type
  if (old.type === 'AWS::Logs::LogGroup') return isThere || isKept(old.deletionPolicy) ? [] : [LOST_LOGS]
  if (old.type === 'AWS::SQS::Queue') return queueFaults(old, now)
  const kind = STATEFUL[old.type]
  if (!kind) return []
  if (!isThere) return [lost(kind, old, now, newOfType(old.type, before, after))]
  return [
    ...kind.replacedBy.filter(differs(old, now)).map((property) => replaced(kind, property, now)),
    ...(kind.fixed ?? []).filter(differs(old, now)).map((property) => fixed(kind, property)),
    ...(kind.movedBy ?? []).filter(differs(old, now)).map(moved),
    ...(old.type === 'AWS::KMS::Key' && isOff(now) && !isOff(old) ? [KEY_OFF] : []),
    ...(old.type.startsWith('AWS::DynamoDB::') ? tableFaults(old.properties, now.properties) : []),
    ...(old.type === 'AWS::CloudFront::Distribution'
      ? distributionFaults(old.properties, now.properties)
      : []),
    ...unprotected(kind, old, now),
  ]
}

const LOST_LOGS: Fault = {
  isWarning: true,
  what: 'this log group is not in the new template',
  why: 'CloudFormation deletes it with its log',
  todo: 'export the log first if you need it (docs/operations.md, "Keep old logs")',
}

/**
 * The properties whose change replaces a queue.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sqs-queue.html
 */
const NEW_QUEUE = ['FifoQueue', 'QueueName']

/** A warning: a queue has no event, and the next sweep sends the wake-ups that were lost again. */
function queueFaults(old: StackResource, now: StackResource | undefined): Fault[] {
  const property = now?.type === old.type ? NEW_QUEUE.find(differs(old, now)) : undefined
  if (now?.type === old.type && property === undefined) return []
  return [
    {
      isWarning: true,
      what: property ? `${property} changes` : 'this queue is not in the new template',
      why: 'CloudFormation deletes it with its messages: wake-ups, which are sent again within 17 minutes, and dead letters',
      todo: 'read the dead letters first if you still look for their cause (docs/operations.md, "Empty the dead letters")',
    },
  ]
}

const differs = (old: StackResource, now: StackResource) => (property: string) =>
  !isDeepStrictEqual(old.properties[property], now.properties[property])

const isKept = (policy: string | undefined) => policy === 'Retain' || policy === 'RetainExceptOnCreate'

/** Logical ids of the type that only the new template has: one of them can be the old resource with a new name. */
const newOfType = (type: string, before: StackTemplate, after: StackTemplate) =>
  [...after].flatMap(([id, resource]) => (resource.type === type && !before.has(id) ? [id] : []))

function lost(
  { name, loss, isAddress = false, again }: StatefulType,
  { deletionPolicy }: StackResource,
  now: StackResource | undefined,
  candidates: readonly string[],
): Fault {
  const stays = isKept(deletionPolicy)
  return {
    isAcceptable: stays || isAddress,
    what: now ? `its type changes to ${now.type}` : `${name} is not in the new template`,
    why: stays
      ? `it stays in the account (DeletionPolicy ${deletionPolicy}), but the stack no longer uses it`
      : `CloudFormation deletes it, and with it ${loss}`,
    todo:
      candidates.length > 0
        ? `if ${candidates.join(' or ')} is the same resource, give it this logical id again (overrideLogicalId)`
        : `put it back into the stack${again ? `; ${again}` : ''}`,
  }
}

function replaced(
  { name, loss, isAddress = false }: StatefulType,
  property: string,
  { updateReplacePolicy }: StackResource,
): Fault {
  const stays = isKept(updateReplacePolicy)
  return {
    isAcceptable: isAddress,
    what: `${property} changes`,
    why: stays
      ? `CloudFormation replaces ${name} with an empty one; the old one stays in the account, unused`
      : `CloudFormation replaces ${name} and deletes the old one, and with it ${loss}`,
    todo: `set ${property} back`,
  }
}

const fixed = ({ name }: StatefulType, property: string): Fault => ({
  what: `${property} changes`,
  why: `this cannot be changed in ${name}, and the update fails`,
  todo: `set ${property} back`,
})

const moved = (property: string): Fault => ({
  isAcceptable: true,
  what: `${property} changes`,
  why: 'the address that clients use then no longer leads to the API',
  todo: `set ${property} back`,
})

const isOff = ({ properties }: StackResource) => properties.Enabled === false

const KEY_OFF: Fault = {
  isAcceptable: true,
  what: 'the key is switched off',
  why: 'every request fails while it is, and DynamoDB archives the table after seven days',
  todo: 'set Enabled to true again',
}

function unprotected({ name, loss }: StatefulType, old: StackResource, now: StackResource): Fault[] {
  const fault = (policy: string, value: string | undefined, event: string): Fault => ({
    isAcceptable: true,
    what: `${policy} changes from Retain to ${value ?? 'Delete'}`,
    why: `${event} then deletes ${name}, and with it ${loss}`,
    todo: `set ${policy} to Retain again`,
  })
  const ended = (before?: string, after?: string) => isKept(before) && !isKept(after)
  return [
    ...(ended(old.deletionPolicy, now.deletionPolicy)
      ? [fault('DeletionPolicy', now.deletionPolicy, 'deleting the stack')]
      : []),
    ...(ended(old.updateReplacePolicy, now.updateReplacePolicy)
      ? [fault('UpdateReplacePolicy', now.updateReplacePolicy, 'an update that replaces it')]
      : []),
  ]
}
