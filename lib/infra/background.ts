import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { EVENT_PREFIX } from '../domain/events.ts'
import { RESOURCES } from '../domain/resources.ts'
import type { BackgroundFunction } from '../route.ts'
import type { Queues } from './queues.ts'
import type { Settings } from './settings.ts'
import type { StorefrontTable } from './table.ts'

type Trigger = BackgroundFunction['trigger']

/** What calls the functions in the background. */
export interface Sources {
  table: StorefrontTable
  queues: Queues
  settings: Settings
}

/** Has a function called by what triggers it. */
export function triggerFunction(
  scope: Construct,
  target: IFunction,
  trigger: Trigger,
  sources: Sources,
): void {
  TRIGGERS[trigger](scope, target, sources)
}

const TRIGGERS: Record<Trigger, (scope: Construct, target: IFunction, sources: Sources) => void> = {
  /** A record that cannot be read is passed over after an hour: the sweep makes up for it. */
  stream(scope, target, { table: { streamArn }, queues }) {
    // The settings ask for the stream of a table that exists.
    if (streamArn === undefined) throw new Error('the table has no stream')
    new EventSourceMapping(scope, 'StreamMapping', {
      target,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 10,
      maxRecordAge: Duration.hours(1),
      // `SqsDlq` would add a policy beside the one inside the role.
      onFailure: { bind: () => ({ destination: queues.deadLetters.queueArn }) },
      filters: [written(EVENT_PREFIX, 'INSERT'), written(RESOURCES.webhook.keyPrefix, 'INSERT', 'MODIFY')],
    })
  },
  queue(scope, target, { queues, settings }) {
    new EventSourceMapping(scope, 'QueueMapping', {
      target,
      eventSourceArn: queues.wakeUps.queueArn,
      batchSize: 1,
      maxConcurrency: settings.webhookConcurrency,
    })
  },
  hourly(scope, target) {
    const schedule = Schedule.rate(Duration.hours(1))
    new Rule(scope, 'SweepRule', { schedule, targets: [new LambdaFunction(target)] })
  },
}

/** Items whose sort key begins with something, and what happened to them. */
const written = (prefix: string, ...eventNames: string[]) =>
  FilterCriteria.filter({
    eventName: eventNames,
    dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(prefix) } } },
  })

/**
 * What Lambda does in the name of a function to call it.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html#events-dynamodb-permissions
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-permissions
 */
export function triggerStatements(
  trigger: Trigger,
  { table, queues }: Omit<Sources, 'settings'>,
): PolicyStatement[] {
  if (trigger === 'hourly') return []
  if (trigger === 'queue')
    return [
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: [queues.wakeUps.queueArn],
      }),
    ]
  const streamArn = table.streamArn ?? ''
  return [
    new PolicyStatement({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [streamArn],
    }),
    // It knows no resources: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
    new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queues.deadLetters.queueArn] }),
  ]
}
