import { expect, test } from 'vitest'
import {
  type BatchRules,
  handOver,
  sequenceNumberOf,
} from '../../../lib/local/event-sources/stream-batches.ts'
import type { InvocationOutcome } from '../../../lib/local/lambda/invocation.ts'
import type { Json, JsonObject } from '../../../lib/local/template/json.ts'

const nowSeconds = Date.now() / 1000
const recordOf = (SequenceNumber: string, ageSeconds = 0): JsonObject => ({
  dynamodb: { SequenceNumber, ApproximateCreationDateTime: nowSeconds - ageSeconds },
})
const batch = ['1', '2', '3', '4'].map((number) => recordOf(number))
const numbersOf = (records: JsonObject[]) => records.map(sequenceNumberOf).join('')

const rules: BatchRules = {
  bisects: false,
  reportsFailures: false,
  mostRetries: 2,
  mostAgeSeconds: Number.POSITIVE_INFINITY,
}
const error: InvocationOutcome = { error: { errorType: 'Error', errorMessage: 'on purpose' } }
const answer = (json: Json): InvocationOutcome => ({ payload: JSON.stringify(json) })
const failing = (...numbers: Json[]) =>
  answer({ batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })) })

/** The steps of a batch: `1234` for an invocation, `pause 100`, `given up 12: <why> after <n>`. */
async function stepsOf(
  change: Partial<BatchRules>,
  outcomeOf: (numbers: string, invocation: number) => InvocationOutcome,
  records = batch,
): Promise<string[]> {
  const steps: string[] = []
  let invocations = 0
  const actions = {
    async invoke(these: JsonObject[]) {
      steps.push(numbersOf(these))
      invocations++
      return outcomeOf(numbersOf(these), invocations)
    },
    async giveUp(these: JsonObject[], condition: string, tries: number) {
      steps.push(`given up ${numbersOf(these)}: ${condition} after ${tries}`)
    },
  }
  const running = {
    isStopped: false,
    pause: async (ms: number) => void steps.push(`pause ${ms}`),
    untilStopped: <T>(task: Promise<T>): Promise<T | undefined> => task,
  }
  await handOver(records, { ...rules, ...change }, actions, running)
  return steps
}

test('a batch that succeeds is handed over once', async () => {
  expect(await stepsOf({}, () => answer(null))).toEqual(['1234'])
})

test('a batch that fails is tried again with growing pauses, then given up as a whole', async () => {
  expect(await stepsOf({}, () => error)).toEqual([
    '1234',
    'pause 100',
    '1234',
    'pause 200',
    '1234',
    'given up 1234: RetryAttemptsExhausted after 3',
  ])
  expect(await stepsOf({}, (_numbers, invocation) => (invocation < 2 ? error : answer({})))).toEqual([
    '1234',
    'pause 100',
    '1234',
  ])
})

test('a batch is halved until the record that fails is alone, which costs no retry', async () => {
  const poisoned = (numbers: string) => (numbers.includes('2') ? error : answer(null))
  expect(await stepsOf({ bisects: true, mostRetries: 1 }, poisoned)).toEqual([
    '1234',
    '12',
    '1',
    '2',
    'pause 100',
    '2',
    'given up 2: RetryAttemptsExhausted after 2',
    '34',
  ])
})

test('what is before the first reported failure is done, and the rest is tried again', async () => {
  const once = (_numbers: string, invocation: number) => (invocation === 1 ? failing('4', '3') : failing())
  expect(await stepsOf({ reportsFailures: true, bisects: true }, once)).toEqual(['1234', 'pause 100', '34'])
})

test.each<[string, Json]>([
  ['a number that is of no record', { batchItemFailures: [{ itemIdentifier: '9' }] }],
  ['an empty number', { batchItemFailures: [{ itemIdentifier: '' }] }],
  ['another member', { batchItemFailures: [{ id: '1' }] }],
  ['no list', { batchItemFailures: 'all' }],
])('a report with %s is a failure of all', async (_what, report) => {
  const steps = await stepsOf({ reportsFailures: true, mostRetries: 0 }, () => answer(report))
  expect(steps).toEqual(['1234', 'given up 1234: RetryAttemptsExhausted after 1'])
})

test('a report is only read if the mapping requests it', async () => {
  expect(await stepsOf({}, () => failing('1'))).toEqual(['1234'])
  const reports: Json[] = [null, {}, { batchItemFailures: null }, { batchItemFailures: [] }]
  for (const report of reports)
    expect(await stepsOf({ reportsFailures: true }, () => answer(report))).toEqual(['1234'])
})

test('records that are too old are given up, and the others handed over', async () => {
  const records = [recordOf('1', 200), recordOf('2', 10)]
  expect(await stepsOf({ mostAgeSeconds: 100 }, () => answer(null), records)).toEqual([
    'given up 1: RecordAgeExceeded after 0',
    '2',
  ])
})
