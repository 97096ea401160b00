import { Aws, Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import type { BackgroundFunction, ClockTrigger, QueueTrigger } from '../api/route.ts'
import { BACKGROUND } from '../api/routes.ts'
import { WEBHOOK_PREFIX } from '../data/table/keys.ts'
import { EVENT_PREFIX } from '../domain/events.ts'
import type { EndpointFunction } from './endpoint-function.ts'
import type { Queues } from './queues.ts'
import type { Settings } from './settings/settings.ts'
import type { StorefrontTable } from './table.ts'

/** The parts that invoke background functions, and the parts that they work on. */
export interface TriggerParts {
  table: StorefrontTable
  queues: Queues
  settings: Settings
}

/**
 * Lets the stream, a queue or the clock invoke a function, unless the deployment is read-only. The role of the function allows
 * what that needs. Each template says whether the trigger is on: a property that a newer one leaves out could stay as it was.
 */
export function addTrigger(
  invoked: EndpointFunction,
  { trigger, runsReadOnly }: Pick<BackgroundFunction, 'trigger' | 'runsReadOnly'>,
  parts: TriggerParts,
): void {
  const enabled = runsReadOnly === true || !parts.settings.readOnly
  if (trigger === 'stream') readStream(invoked, parts, enabled)
  else if ('queue' in trigger) readQueue(invoked, trigger, parts, enabled)
  else runByClock(invoked, trigger, enabled)
}

/**
 * A record that fails ten times or for an hour is given up, so that it holds up no other: the watermark of each webhook
 * delivers its event all the same. From the oldest record on, which a stream keeps for 24 hours: nothing that was written
 * while the mapping did not exist is passed over.
 */
function readStream(invoked: EndpointFunction, { table, queues }: TriggerParts, enabled: boolean): void {
  new EventSourceMapping(invoked, 'Stream', {
    target: invoked.target,
    enabled,
    eventSourceArn: table.streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 10,
    maxRecordAge: Duration.hours(1),
    // The CDK's own `SqsDlq` would add a policy resource.
    onFailure: { bind: () => ({ destination: queues.dead.queueArn }) },
    filters: [
      FilterCriteria.filter(recordsOf(EVENT_PREFIX, FilterRule.isEqual('INSERT'))),
      FilterCriteria.filter(recordsOf(WEBHOOK_PREFIX, FilterRule.or('INSERT', 'MODIFY'))),
    ],
  })
}

/** Records of items whose sort key begins so. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html */
const recordsOf = (prefix: string, eventName: string[]) => ({
  eventName,
  dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(prefix) } } },
})

/** One message per invocation: a wake-up is one webhook's, and takes up to the whole time of a run. */
function readQueue(
  invoked: EndpointFunction,
  { queue, mostAtOnce }: QueueTrigger,
  { queues, settings }: TriggerParts,
  enabled: boolean,
): void {
  new EventSourceMapping(invoked, 'Queue', {
    target: invoked.target,
    enabled,
    eventSourceArn: queues[queue].queueArn,
    batchSize: 1,
    maxConcurrency: typeof mostAtOnce === 'string' ? settings[mostAtOnce] : mostAtOnce,
  })
}

/** How often the clock invokes a function. Throws for one that it does not invoke. */
export function periodOf(name: (typeof BACKGROUND)[number]['function']): Duration {
  const { trigger }: Partial<BackgroundFunction> = BACKGROUND.find((of) => of.function === name) ?? {}
  if (typeof trigger !== 'object' || 'queue' in trigger) throw new Error(`the clock does not invoke ${name}`)
  return Duration.minutes(trigger.everyMinutes)
}

/** The CDK's own target would put the name of the stack into the logical id of its permission. */
function runByClock(invoked: EndpointFunction, { everyMinutes, does }: ClockTrigger, enabled: boolean): void {
  const rule = new Rule(invoked, 'Clock', {
    description: does,
    schedule: Schedule.rate(Duration.minutes(everyMinutes)),
    enabled,
    targets: [{ bind: () => ({ arn: invoked.target.functionArn }) }],
  })
  invoked.target.addPermission('ClockPermission', {
    principal: new ServicePrincipal('events.amazonaws.com'),
    sourceAccount: Aws.ACCOUNT_ID,
    sourceArn: rule.ruleArn,
  })
}
