import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { QUEUES } from '../../api/routes/queues.ts'
import { type Api, baseUrlOn } from '../api.ts'
import type { Queues } from '../queues.ts'
import type { Settings } from '../settings/settings.ts'
import { periodOf } from '../triggers.ts'
import type { Logs } from './logs.ts'
import {
  countLines,
  FIVE_MINUTES,
  latencyOf,
  MAXIMUM,
  metricOf,
  successesOf,
  TEN_MINUTES,
} from './metrics.ts'

/** The parts of a deployment that have alarms. */
export interface Watched {
  /** The deployment's own name, unique in its account and region. */
  name: string
  api: Api
  authorizer: IFunction
  /** It reads the stream of the table. */
  dispatch: IFunction
  /** It wakes webhooks every 15 minutes. */
  sweep: IFunction
  /** It ends holds of stock every minute. */
  due: IFunction
  queues: Queues
  logs: Logs
  accessLog: ILogGroup
}

interface Rule {
  metric: IMetric
  /** The alarm is raised from this value on, in `periods` periods one after the other, or of the last `outOf`. */
  threshold: number
  periods?: number
  outOf?: number
  /** True for what must happen: the alarm is raised below the threshold, and without a value. */
  isExpected?: boolean
  /** Raised all the time while the deployment is read-only, and then sent to nobody. */
  isRaisedReadOnly?: boolean
  /** Says who is affected, and what to do first. */
  text: string
}

/**
 * The alarms, each with its steps in docs/operations.md, sent to a topic: an alarm that nobody gets costs for nothing. Few, and each says that
 * users are affected: what nobody has to act on is a saved query.
 */
export function createAlarms(
  scope: Construct,
  watched: Watched,
  topic: ITopic,
  { readOnly }: Pick<Settings, 'readOnly'>,
): void {
  for (const [id, rule] of Object.entries(rulesOf(scope, watched))) {
    const { metric, threshold, periods = 1, outOf, isExpected = false, isRaisedReadOnly = false, text } = rule
    new Alarm(scope, `${id}Alarm`, {
      metric,
      threshold,
      evaluationPeriods: outOf ?? periods,
      ...(outOf !== undefined && { datapointsToAlarm: periods }),
      comparisonOperator: isExpected
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isExpected ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      actionsEnabled: !(readOnly && isRaisedReadOnly),
      alarmDescription: `${watched.name}: ${text} Steps: ${stepsOf(watched.api, id)}`,
    }).addAlarmAction(new SnsAction(topic))
  }
}

/** The address of the steps for an alarm, on the page that the deployment itself serves. */
const stepsOf = (api: Api, id: string) =>
  `${baseUrlOn(api.endpoint)}/docs/operations#alarm-${id.toLowerCase()}`

const rulesOf = (scope: Construct, watched: Watched): Record<string, Rule> => ({
  ...rulesOfLines(scope, watched),
  ...rulesOfGateway(scope, watched),
  ...rulesOfTable(scope, watched),
  ...rulesOfDeliveries(scope, watched),
  ...rulesOfDue(scope, watched),
})

/** A request whose response is 5xx, or one of the operations in it that ends so. */
const FAILED = '{ $.status >= 500 }'

function rulesOfLines(scope: Construct, { name, logs }: Watched): Record<string, Rule> {
  const count = (metricName: string, groups: ILogGroup[], pattern: string) =>
    countLines(scope, { name, metricName, groups, pattern })
  return {
    TenantGuard: {
      metric: count(
        'ForeignItems',
        [logs.public, logs.admin, logs.background],
        '{ $.alarm = "foreign_item" }',
      ),
      threshold: 1,
      text: 'a request or a background function met data of another business and was refused. Find the line and the function before anything else.',
    },
    PublicErrors: {
      metric: count('PublicErrors', [logs.public], FAILED),
      threshold: 5,
      periods: 2,
      text: "shops' pages get errors. Read the last errors of the public functions.",
    },
    AdminErrors: {
      metric: count('AdminErrors', [logs.admin], FAILED),
      threshold: 5,
      periods: 2,
      isRaisedReadOnly: true,
      text: "merchants' automations get errors. Read the last errors of the administrative functions.",
    },
  }
}

function rulesOfGateway(
  scope: Construct,
  { name, api, authorizer, accessLog }: Watched,
): Record<string, Rule> {
  const throttled = '{ $.status = "429" && $.request_id = "-" }'
  return {
    GatewayErrors: {
      metric: metricOf(api, '5xx', 'Sum'),
      threshold: 10,
      periods: 2,
      isRaisedReadOnly: true,
      text: 'clients get errors, perhaps made by the gateway: a function crashed, timed out or had no free instance.',
    },
    AuthorizerErrors: {
      metric: authorizer.metricErrors({ period: FIVE_MINUTES }),
      threshold: 3,
      text: 'the authorizer fails, and with it every request. Read its last errors; roll back if a deployment came before.',
    },
    Latency: {
      metric: latencyOf(api),
      threshold: 3_000,
      periods: 3,
      text: 'one request in a hundred takes longer than 3 s. Look whether DynamoDB is slow or throttles.',
    },
    GatewayThrottled: {
      metric: countLines(scope, {
        name,
        metricName: 'GatewayThrottled',
        groups: [accessLog],
        pattern: throttled,
      }),
      threshold: 100,
      periods: 2,
      text: 'the gateway refuses requests with 429. Find who sends them; raise the setting if they are welcome.',
    },
  }
}

function rulesOfTable(scope: Construct, { name, logs }: Watched): Record<string, Rule> {
  const count = (metricName: string, groups: ILogGroup[], alarm: string) =>
    countLines(scope, { name, metricName, groups, pattern: `{ $.alarm = "${alarm}" }` })
  return {
    RateLimitUnavailable: {
      metric: count('RateLimitUnavailable', [logs.admin], 'rate_limit_unavailable'),
      threshold: 10,
      text: 'rate limits of API keys could not be written, and requests passed without them. Look at the table.',
    },
    TableThrottled: {
      metric: count('ThrottledCalls', [logs.public, logs.admin, logs.background], 'table_throttled'),
      threshold: 10,
      periods: 2,
      text: 'DynamoDB throttles the table or an index: requests are slow or get 503. Find the business that causes it.',
    },
  }
}

/** No alarm for deliveries that wait: it would ring for every endpoint of a merchant that does not respond. */
function rulesOfDeliveries(
  scope: Construct,
  { name, dispatch, sweep, queues, logs }: Watched,
): Record<string, Rule> {
  const [metricName, pattern] = ['HealedWebhooks', '{ $.alarm = "webhook_healed" }']
  return {
    StreamAge: {
      metric: dispatch.metric('IteratorAge', MAXIMUM),
      threshold: FIVE_MINUTES.toMilliseconds(),
      text: 'all webhooks get their events more than five minutes late. Read the last errors of events/dispatch.',
    },
    DeadLetters: {
      metric: queues.dead.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      threshold: 1,
      text: `${EFFECTS_OF_DEAD_LETTERS}, because a wake-up or a record of the stream failed for good. Read the last errors; nothing is lost.`,
    },
    ImportsWaiting: {
      metric: queues.imports.metricApproximateAgeOfOldestMessage(MAXIMUM),
      threshold: Duration.hours(1).toSeconds(),
      isRaisedReadOnly: true,
      text: 'an import has waited for an hour, and fails after a day. Raise importConcurrency, or read the last errors of imports/run.',
    },
    SweepHealed: {
      metric: countLines(scope, { name, metricName, groups: [logs.background], pattern }),
      threshold: 1,
      text: 'a webhook had stopped, and got its events up to 17 minutes late. Read its last errors.',
    },
    SweepErrors: {
      metric: sweep.metricErrors({ period: Duration.hours(1) }),
      threshold: 1,
      periods: 2,
      outOf: 3,
      text: 'a webhook that stopped is not woken again, and gets no events, or an import that nobody works on is not ended. Read the last errors of webhooks/sweep.',
    },
    // CloudWatch has no value for a function that is not invoked at all.
    SweepStopped: {
      metric: sweep.metricInvocations({ period: periodOf('webhooks/sweep') }),
      threshold: 1,
      periods: 4,
      isExpected: true,
      isRaisedReadOnly: true,
      text: 'a webhook that stops is not woken again, and no stalled import is ended: webhooks/sweep has not run for an hour. Look whether its rule is enabled.',
    },
  }
}

function rulesOfDue(scope: Construct, { name, due, logs }: Watched): Record<string, Rule> {
  const [metricName, pattern] = ['LateDue', '{ $.alarm = "due_late" }']
  return {
    DueStopped: {
      metric: successesOf(due, TEN_MINUTES),
      threshold: 5,
      isExpected: true,
      isRaisedReadOnly: true,
      text: 'holds of stock do not end, so that products look sold out that are not, and scheduled changes are neither made nor ended: due/run succeeded fewer than five times in ten minutes. Look whether its rule is enabled.',
    },
    DueLate: {
      metric: countLines(scope, { name, metricName, groups: [logs.background], pattern }),
      threshold: 1,
      text: 'a hold of stock or a scheduled change is five minutes late: a product looks sold out that is not, or has a different price from the planned one. Read the last errors of due/run.',
    },
  }
}

const EFFECTS_OF_DEAD_LETTERS = QUEUES.map(({ late }) => late).join(' or ')
