import { randomUUID } from 'node:crypto'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import type * as writer from '../../../lib/data/table/calls/writer.ts'
import { readItem } from '../../../lib/data/table/calls/writer.ts'
import { commit, Refusal, type Step } from '../../../lib/data/table/commit.ts'

/** The fault of one try: an error instead of it, or one after it was carried out. */
interface Fault {
  error: Error
  afterCommit?: boolean
}

const { faults, clock } = vi.hoisted(() => ({ faults: [] as Fault[], clock: { waited: 0 } }))

vi.mock('../../../lib/data/table/calls/writer.ts', async (importActual) => {
  const actual = await importActual<typeof writer>()
  return {
    ...actual,
    sendTransaction: async (...input: Parameters<typeof actual.sendTransaction>) => {
      const fault = faults.shift()
      if (fault && !fault.afterCommit) throw fault.error
      await actual.sendTransaction(...input)
      if (fault) throw fault.error
    },
  }
})

// Pauses pass at once, on a clock of the test's own.
letPausesPass(async (ms) => {
  clock.waited += ms
})

const failure = (name: string, members: object = {}): Error =>
  Object.assign(new Error(name), { name, ...members })
const cancelled = (...codes: string[]): Error =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  })

const conflict = { error: cancelled('None', 'TransactionConflict') }
const throttled = { error: failure('ThrottlingException') }
const lostRequest = { error: failure('TimeoutError') }
const lostAnswer = { error: failure('TimeoutError'), afterCommit: true }
const reset = { error: failure('Error', { code: 'ECONNRESET' }), afterCommit: true }
const serverFault = { error: failure('UnknownError', { $metadata: { httpStatusCode: 502 } }) }

let key: { pk: string; sk: string }

beforeEach(() => {
  key = { pk: `BIZ#${randomUUID()}`, sk: 'COUNTER' }
  clock.waited = 0
  const start = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => start + clock.waited)
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(faults.splice(0)).toEqual([])
})

/** Counts how often it was carried out, which no condition prevents from being twice. */
const addOne = (): Step => ({
  write: {
    Update: {
      Key: key,
      UpdateExpression: 'ADD #n :one',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':one': 1 },
    },
  },
})
const mark = (): Step => ({ write: { Put: { Item: { ...key, sk: 'MARK' } } } })
const counted = async () => (await readItem<{ n: number }>(key))?.n

describe('a write is carried out exactly once', () => {
  test.each<[string, Fault[]]>([
    ['nothing goes wrong', []],
    ['it meets conflicts', [conflict, conflict, conflict]],
    ['it is throttled', [throttled, throttled]],
    ['it is throttled inside the transaction', [{ error: cancelled('ThrottlingError', 'None') }]],
    [
      'throughput is exceeded inside the transaction',
      [{ error: cancelled('None', 'ProvisionedThroughputExceeded') }],
    ],
    ['the service fails', [serverFault, serverFault]],
    ['it is still under way', [{ error: failure('TransactionInProgressException') }]],
    ['the request is lost', [lostRequest, lostRequest]],
    ['the answer is lost', [lostAnswer]],
    ['the answer is lost again and again', [lostAnswer, lostAnswer, reset, lostAnswer]],
    ['the connection breaks after the commit', [reset]],
    ['the request is lost before it meets a conflict', [lostRequest, conflict]],
    ['it meets a conflict before the answer is lost', [conflict, lostAnswer, lostAnswer]],
    [
      'everything goes wrong at once',
      [throttled, lostRequest, conflict, serverFault, lostAnswer, throttled, reset],
    ],
  ])('when %s', async (_, planned) => {
    faults.push(...planned)
    await commit([addOne(), mark()])
    expect(await counted()).toBe(1)
  })
})

describe('a write is given up', () => {
  test.each<[string, Fault]>([
    ['conflicts', conflict],
    ['throttling', throttled],
    ['timeouts', lostRequest],
  ])('after 10 seconds of %s, as unavailable and with the cause', async (_, fault) => {
    faults.push(...Array.from({ length: 1000 }, () => fault))
    const error = await commit([addOne(), mark()]).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TableUnavailable)
    expect(error).toMatchObject({ cause: fault.error })
    expect(clock.waited).toBeLessThanOrEqual(10_000)
    expect(clock.waited).toBeGreaterThan(10_000 - 1600)
    expect(faults.splice(0).length).toBeGreaterThan(0)
    expect(await counted()).toBeUndefined()
  })

  test.each<[string, Error]>([
    ['a mistake in the request', failure('ValidationException', { $metadata: { httpStatusCode: 400 } })],
    ['a missing permission', failure('AccessDeniedException', { $metadata: { httpStatusCode: 400 } })],
    ['a token used for something else', failure('IdempotentParameterMismatchException')],
    ['a cancellation for its content', cancelled('None', 'ValidationError')],
    ['a cancellation without reasons', cancelled()],
    ['a condition that nobody foresaw', cancelled('ConditionalCheckFailed', 'None')],
    ['such a condition beside a conflict', cancelled('ConditionalCheckFailed', 'TransactionConflict')],
  ])('at once for %s', async (_, error) => {
    faults.push({ error })
    await expect(commit([addOne(), mark()])).rejects.toBe(error)
    expect(clock.waited).toBe(0)
  })
})

describe('a refusal', () => {
  const never = (refusal: Step['refusal'], sk: string): Step => ({
    write: { Put: { Item: { ...key, sk }, ConditionExpression: 'attribute_exists(pk)' } },
    ...(refusal && { refusal }),
  })

  test('has the reasons of all steps whose condition failed, in their order, and nothing is written', async () => {
    const write = commit([addOne(), never('sku_taken', 'A'), never('slug_taken', 'B')])
    await expect(write).rejects.toEqual(new Refusal('sku_taken', 'slug_taken'))
    expect(await counted()).toBeUndefined()
  })

  test('comes before a conflict of the same cancellation, and is not tried again', async () => {
    faults.push({ error: cancelled('TransactionConflict', 'ConditionalCheckFailed') })
    await expect(commit([addOne(), never('sku_taken', 'A')])).rejects.toEqual(new Refusal('sku_taken'))
    expect(clock.waited).toBe(0)
  })

  test('is found after conflicts, too', async () => {
    faults.push(conflict, throttled)
    await expect(commit([addOne(), never('external_id_taken', 'A')])).rejects.toEqual(
      new Refusal('external_id_taken'),
    )
    expect(await counted()).toBeUndefined()
  })
})

describe('a write whose own earlier try may have been carried out', () => {
  const once = (refusal: Step['refusal'] & string): Step => ({
    write: { Put: { Item: { ...key, sk: 'MARK' }, ConditionExpression: 'attribute_not_exists(pk)' } },
    refusal,
  })

  test.each<[string, Fault[]]>([
    ['its response is lost, and the next try meets a conflict', [lostAnswer, conflict]],
    ['the next try is throttled before one meets a conflict', [lostAnswer, throttled, conflict]],
    ['there are conflicts before and after', [conflict, lostAnswer, conflict, conflict]],
  ])('is not refused, but unavailable: %s', async (_, planned) => {
    faults.push(...planned)
    await expect(commit([addOne(), once('sku_taken')])).rejects.toThrow(TableUnavailable)
    expect(await counted()).toBe(1)
  })

  test('is refused as carried out already where its response is on record', async () => {
    faults.push(lostAnswer, conflict)
    await expect(commit([addOne(), once('already_answered')])).rejects.toEqual(
      new Refusal('already_answered'),
    )
    expect(await counted()).toBe(1)
  })
})
