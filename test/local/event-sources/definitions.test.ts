import { expect, test } from 'vitest'
import { type Sources, startEventSources } from '../../../lib/local/event-sources/event-sources.ts'
import { readMappings } from '../../../lib/local/event-sources/mappings.ts'
import { readSchedules, scheduledEvent } from '../../../lib/local/event-sources/schedules.ts'
import type { FunctionDefinition } from '../../../lib/local/lambda/function-definition.ts'
import { createJudge } from '../../../lib/local/permissions/judge.ts'
import { readQueues } from '../../../lib/local/sqs/queues.ts'
import { createResolver } from '../../../lib/local/template/intrinsics.ts'
import type { Json, JsonObject } from '../../../lib/local/template/json.ts'
import { readTemplate } from '../../../lib/local/template/template.ts'
import { consumersTemplate } from './consumers.ts'

/** The triggers of the template, one of whose resources has these properties changed. */
function read(logicalId = 'Wake', change: JsonObject = {}) {
  const source = consumersTemplate()
  Object.assign(source.Resources[logicalId]?.Properties ?? {}, change)
  const template = readTemplate(source)
  const resolve = createResolver(template, {
    stackName: 'fixture',
    apiEndpoint: 'http://localhost',
    queueEndpoint: 'http://localhost:9',
  })
  const functions = ['OnRecord', 'OnMessage', 'OnTime'].map(
    (id): FunctionDefinition => ({
      logicalId: id,
      name: `fixture-${id}`,
      arn: `arn:aws:lambda:local:000000000000:function:fixture-${id}`,
      codeDir: '',
      handler: '',
      timeoutMs: 1000,
      memoryMb: 128,
      environment: {},
    }),
  )
  const queues = readQueues(template, resolve)
  const mappings = readMappings(template, { resolve, functions, queues })
  return { queues, mappings, schedules: readSchedules(template, resolve, functions) }
}

test('queues, mappings and rules are read as the template has them', () => {
  const { queues, mappings, schedules } = read()
  const [dead, wake] = queues
  expect(wake).toEqual({
    name: 'fixture-Wake',
    arn: 'arn:aws:sqs:local:000000000000:fixture-Wake',
    url: 'http://localhost:9/000000000000/fixture-Wake',
    attributes: {
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead?.arn, maxReceiveCount: 2 }),
      VisibilityTimeout: '1',
    },
  })
  expect(dead?.attributes).toEqual({ MessageRetentionPeriod: '1209600' })
  expect(mappings.streams).toMatchObject([
    {
      logicalId: 'Records',
      function: { logicalId: 'OnRecord' },
      batchSize: 100,
      bisects: true,
      reportsFailures: true,
      mostRetries: 1,
      mostAgeSeconds: 3600,
      failureQueue: dead,
    },
  ])
  expect(mappings.queues).toMatchObject([
    { function: { logicalId: 'OnMessage' }, queue: wake, mostAtOnce: 100 },
  ])
  expect(schedules).toMatchObject([{ everyMs: 3_600_000, function: { logicalId: 'OnTime' } }])
})

test('without settings records are retried as long as the stream keeps them', () => {
  for (const value of [null, -1]) {
    const change = { MaximumRetryAttempts: value, MaximumRecordAgeInSeconds: value }
    const [stream] = read('Records', change).mappings.streams
    expect([stream?.mostRetries, stream?.mostAgeSeconds]).toEqual([Infinity, Infinity])
  }
})

test('what is disabled reads nothing and never fires, but its role is checked', async () => {
  const stopped = {
    mappings: {
      streams: read('Records', { Enabled: false }).mappings.streams,
      queues: read('Messages', { Enabled: false }).mappings.queues,
    },
    schedules: read('Hourly', { State: 'DISABLED' }).schedules,
  }
  const judged: string[] = []
  const sources: Sources = {
    stream: { arn: neverCalled, shards: neverCalled, iterator: neverCalled, read: neverCalled },
    queues: { call: neverCalled },
    judge: { ...createJudge(), useFor: (functionId) => void judged.push(functionId) },
    dataDir: undefined,
    mostAtOnce: 1,
    invoke: neverCalled,
  }
  const started = await startEventSources(stopped, sources)
  expect(started.map(({ isEnabled }) => isEnabled)).toEqual([false, false, false])
  expect(judged).toEqual(['OnRecord', 'OnMessage'])
  const [hourly] = stopped.schedules
  expect(() => hourly && scheduledEvent(hourly)).toThrow('Hourly is disabled')
  const running = read()
  expect(
    [...running.mappings.streams, ...running.mappings.queues, ...running.schedules].map(
      (one) => one.isEnabled,
    ),
  ).toEqual([true, true, true])
})

const neverCalled = () => {
  throw new Error('a source that is disabled was used')
}

test.each<[string, string, Json, string]>([
  [
    'Records',
    'StartingPosition',
    'LATEST',
    'Records sets StartingPosition to "LATEST", which lib/local does not',
  ],
  ['Records', 'ParallelizationFactor', 2, 'Records sets ParallelizationFactor, which lib/local does not'],
  ['Records', 'MaximumBatchingWindowInSeconds', 5, 'Records sets MaximumBatchingWindowInSeconds'],
  ['Records', 'FunctionResponseTypes', ['Other'], 'Records sets FunctionResponseTypes to'],
  ['Records', 'FunctionName', 'another', 'Records names no function of the template'],
  ['Records', 'Enabled', 'no', 'Records sets Enabled to "no"'],
  [
    'Records',
    'DestinationConfig',
    { OnFailure: { Destination: 'arn:x' } },
    'Records sends failures to arn:x',
  ],
  ['Messages', 'BatchSize', 10, 'Messages sets BatchSize to 10'],
  ['Messages', 'FunctionResponseTypes', ['ReportBatchItemFailures'], 'Messages sets FunctionResponseTypes'],
  ['Messages', 'EventSourceArn', 'arn:aws:kinesis:x', 'Messages reads arn:aws:kinesis:x, which is neither'],
  [
    'Wake',
    'VisibilityTimeout',
    0,
    "Messages: the function can run longer than the queue's visibility timeout",
  ],
  ['Wake', 'FifoQueue', true, 'Wake sets FifoQueue, which lib/local does not imitate'],
  ['Wake', 'KmsMasterKeyId', 'key', 'Wake sets KmsMasterKeyId'],
  ['Hourly', 'ScheduleExpression', 'cron(0 * * * ? *)', 'Hourly is ENABLED with cron(0 * * * ? *)'],
  ['Hourly', 'ScheduleExpression', 'rate(25 days)', 'Hourly is ENABLED with rate(25 days)'],
  ['Hourly', 'State', 'PAUSED', 'Hourly is PAUSED with rate(1 hour)'],
  ['Hourly', 'EventPattern', {}, 'Hourly sets EventPattern'],
  ['Hourly', 'Targets', [], 'Hourly must have one target'],
])('%s with %s %j is refused', (logicalId, name, value, message) => {
  expect(() => read(logicalId, { [name]: value })).toThrow(message)
})
