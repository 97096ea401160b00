import { expect, inject, test } from 'vitest'
import { templateOf } from '../support/settings.ts'
import { isAlarm, resourcesOf } from '../support/template.ts'

const template = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))

/** An alarm by its heading in docs/operations.md. */
function alarmOf(name: string): Record<string, unknown> {
  const alarm = resourcesOf(template, 'AWS::CloudWatch::Alarm').find((one) => isAlarm(one, name))
  if (!alarm) throw new Error(`there is no alarm ${name}`)
  return alarm.Properties
}

/** The start of the logical ids of the log groups whose lines count for a metric, and the pattern of the lines. */
const countedIn = (metricName: string) =>
  resourcesOf(template, 'AWS::Logs::MetricFilter')
    .map(({ Properties }) => ({
      group: (Properties.LogGroupName as { Ref: string }).Ref.replace(/[0-9A-F]{8}$/, ''),
      pattern: Properties.FilterPattern,
      transformations: Properties.MetricTransformations as { MetricName: string }[],
    }))
    .filter(({ transformations }) => transformations[0]?.MetricName === metricName)
    .map(({ group, pattern }) => [group, pattern])

const AT_ONCE = {
  EvaluationPeriods: 1,
  Period: 300,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  TreatMissingData: 'notBreaching',
}

test('a stream that is read five minutes late raises an alarm', () => {
  expect(alarmOf('StreamAge')).toMatchObject({
    ...AT_ONCE,
    Namespace: 'AWS/Lambda',
    MetricName: 'IteratorAge',
    Dimensions: [{ Name: 'FunctionName', Value: { Ref: expect.stringMatching(/^EventsDispatchFunction/) } }],
    Statistic: 'Maximum',
    Threshold: 5 * 60 * 1000,
  })
})

test('an import that waits for an hour raises an alarm', () => {
  expect(alarmOf('ImportsWaiting')).toMatchObject({
    ...AT_ONCE,
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateAgeOfOldestMessage',
    Dimensions: [
      { Name: 'QueueName', Value: { 'Fn::GetAtt': [expect.stringMatching(/^ImportsQueue/), 'QueueName'] } },
    ],
    Statistic: 'Maximum',
    Threshold: 60 * 60,
  })
})

test('one dead letter raises an alarm', () => {
  expect(alarmOf('DeadLetters')).toMatchObject({
    ...AT_ONCE,
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [
      { Name: 'QueueName', Value: { 'Fn::GetAtt': [expect.stringMatching(/^DeadLetters/), 'QueueName'] } },
    ],
    Statistic: 'Maximum',
    Threshold: 1,
  })
})

test('one webhook that the sweep had to wake raises an alarm', () => {
  const { MetricName, ...alarm } = alarmOf('SweepHealed')
  expect(alarm).toMatchObject({ ...AT_ONCE, Statistic: 'Sum', Threshold: 1 })
  expect(countedIn(String(MetricName))).toEqual([['BackgroundLogs', '{ $.alarm = "webhook_healed" }']])
})

test('a sweep that fails in two of three hours raises an alarm', () => {
  expect(alarmOf('SweepErrors')).toMatchObject({
    ...AT_ONCE,
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Dimensions: [{ Name: 'FunctionName', Value: { Ref: expect.stringMatching(/^WebhooksSweepFunction/) } }],
    Statistic: 'Sum',
    Threshold: 1,
    Period: 60 * 60,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 2,
  })
})

test('a sweep that has not run for an hour raises an alarm, also if there is no value at all', () => {
  expect(alarmOf('SweepStopped')).toMatchObject({
    Namespace: 'AWS/Lambda',
    MetricName: 'Invocations',
    Dimensions: [{ Name: 'FunctionName', Value: { Ref: expect.stringMatching(/^WebhooksSweepFunction/) } }],
    Statistic: 'Sum',
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    Period: 15 * 60,
    EvaluationPeriods: 4,
    TreatMissingData: 'breaching',
  })
})

test('a clock that succeeds fewer than five times in ten minutes raises an alarm, also without any value', () => {
  const { Metrics, ...alarm } = alarmOf('DueStopped')
  expect(alarm).toMatchObject({
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 5,
    EvaluationPeriods: 1,
    TreatMissingData: 'breaching',
  })
  const metric = (MetricName: string) => ({
    MetricStat: {
      Metric: {
        Namespace: 'AWS/Lambda',
        MetricName,
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: expect.stringMatching(/^DueRunFunction/) } }],
      },
      Period: 10 * 60,
      Stat: 'Sum',
    },
    ReturnData: false,
  })
  expect(Metrics).toEqual([
    expect.objectContaining({ Expression: 'invocations - errors' }),
    { Id: 'invocations', ...metric('Invocations') },
    { Id: 'errors', ...metric('Errors') },
  ])
})

test('one run that finds what is due for five minutes raises an alarm', () => {
  const { MetricName, ...alarm } = alarmOf('DueLate')
  expect(alarm).toMatchObject({ ...AT_ONCE, Statistic: 'Sum', Threshold: 1 })
  expect(countedIn(String(MetricName))).toEqual([['BackgroundLogs', '{ $.alarm = "due_late" }']])
})

test('slow requests raise an alarm where one slow upload is less than one in a hundred', () => {
  const { Metrics, ...alarm } = alarmOf('Latency')
  expect(alarm).toMatchObject({
    Threshold: 3_000,
    EvaluationPeriods: 3,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'notBreaching',
  })
  const metric = (MetricName: string, Stat: string) => ({
    MetricStat: {
      Metric: expect.objectContaining({ Namespace: 'AWS/ApiGateway', MetricName }),
      Period: 300,
      Stat,
    },
    ReturnData: false,
  })
  expect(Metrics).toEqual([
    expect.objectContaining({ Expression: 'IF(requests >= 200, latency, 0)' }),
    { Id: 'requests', ...metric('Count', 'Sum') },
    { Id: 'latency', ...metric('Latency', 'p99') },
  ])
})

test('an item of another business raises its alarm in every group of functions', () => {
  const { MetricName } = alarmOf('TenantGuard')
  const pattern = '{ $.alarm = "foreign_item" }'
  expect(countedIn(String(MetricName))).toEqual([
    ['PublicLogs', pattern],
    ['AdminLogs', pattern],
    ['BackgroundLogs', pattern],
  ])
})

test('the last errors are looked for in every group of functions, deliveries in their own', () => {
  const groupsOf = (title: string) =>
    resourcesOf(template, 'AWS::Logs::QueryDefinition')
      .filter(({ Properties }) => String(Properties.Name).endsWith(`/${title}`))
      .map(({ Properties }) =>
        (Properties.LogGroupNames as { Ref: string }[]).map(({ Ref }) => Ref.slice(0, -8)),
      )
  expect(groupsOf('Last errors')).toEqual([['PublicLogs', 'AdminLogs', 'BackgroundLogs']])
  expect(groupsOf('Failing webhooks')).toEqual([['BackgroundLogs']])
})

test('a person finds both queues', () => {
  const stack = Object.keys(template.Outputs)
  expect(stack).toEqual(expect.arrayContaining(['WakeQueueUrl', 'DeadLettersUrl']))
})
