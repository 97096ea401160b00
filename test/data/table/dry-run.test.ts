import { randomUUID } from 'node:crypto'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import type * as writer from '../../../lib/data/table/calls/writer.ts'
import { commit, Refusal, type Step } from '../../../lib/data/table/commit.ts'
import { beginDryRun, forReal } from '../../../lib/data/table/dry-run.ts'
import { eventSteps } from '../../../lib/data/table/events.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { itemsIn } from '../../support/items.ts'

/** Errors in place of the next tries, and how many were sent to the engine. */
const { faults, sent } = vi.hoisted(() => ({ faults: [] as Error[], sent: { count: 0 } }))

vi.mock('../../../lib/data/table/calls/writer.ts', async (importActual) => {
  const actual = await importActual<typeof writer>()
  return {
    ...actual,
    sendTransaction: async (...input: Parameters<typeof actual.sendTransaction>) => {
      const fault = faults.shift()
      if (fault) throw fault
      sent.count++
      return actual.sendTransaction(...input)
    },
  }
})

letPausesPass()

let business: string
beforeEach(() => {
  business = randomUUID()
  sent.count = 0
})
afterEach(() => expect(faults.splice(0)).toEqual([]))

const failure = (name: string) => Object.assign(new Error(name), { name })
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  })

const happening = { type: 'product.updated' as const, data: { id: 'cup' }, previous: { price: 1 } }
const event = (): Step[] => eventSteps(business, happening, new Date())
const put = (sk: string, more: object = {}): Step => ({
  write: { Put: { Item: { ...keys.businessKey(business), sk }, ...more } },
})
const refused = (refusal: NonNullable<Step['refusal']>): Step => ({
  ...put('REFUSED', { ConditionExpression: 'attribute_exists(pk)' }),
  refusal,
})
const stored = async () => [
  ...(await itemsIn(keys.businessKey(business).pk)),
  ...(await itemsIn(keys.eventKey(business, '').pk)),
]
const dryRunOf = (...steps: Step[]) => beginDryRun()(() => commit(steps))

describe('a write of a dry run', () => {
  test('that would succeed returns what it would record, and writes nothing', async () => {
    expect(await dryRunOf(put('CUP'), ...event())).toEqual({ result: undefined, happenings: [happening] })
    expect(sent.count).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('is refused for the reasons of the write, without the event, wherever that is', async () => {
    const tries = [
      [...event(), refused('sku_taken'), put('CUP'), { ...refused('slug_taken'), ...put('B', NEVER) }],
      [refused('sku_taken'), { ...put('B', NEVER), refusal: 'slug_taken' as const }, ...event()],
    ]
    for (const steps of tries)
      await expect(dryRunOf(...steps)).rejects.toEqual(new Refusal('sku_taken', 'slug_taken'))
    expect(await stored()).toEqual([])
  })

  test('has several events, which all stay unwritten', async () => {
    const { happenings } = await dryRunOf(put('CUP'), ...event(), ...event())
    expect(happenings).toEqual([happening, happening])
    expect(await stored()).toEqual([])
  })

  test('without an event is not sent', async () => {
    expect(await dryRunOf(put('CUP'))).toEqual({ result: undefined, happenings: [] })
    expect(sent.count).toBe(0)
  })

  test('is carried out where it is due anyway', async () => {
    await beginDryRun()(() => forReal(() => commit([put('CUP'), ...event()])))
    expect(await stored()).toHaveLength(2)
  })

  test('is too large where the write has no room for the response that is kept with it', async () => {
    const steps = event()
    while (steps.length < 99) steps.push(put(`${steps.length}`))
    expect(await dryRunOf(...steps)).toMatchObject({ happenings: [happening] })
    await expect(dryRunOf(...steps, put('99'))).rejects.toEqual(new Refusal('too_many_sku_changes'))
    expect(sent.count).toBe(1)
  })

  test('is too large where its bytes leave no room for that response', async () => {
    const largest = 3.9 * 1024 * 1024 - 8 * 1024
    const of = (bytes: number): Step[] => [{ ...put('CUP'), bytes }, ...event()]
    expect(await dryRunOf(...of(largest - 10 * 1024))).toMatchObject({ happenings: [happening] })
    await expect(dryRunOf(...of(largest))).rejects.toEqual(new Refusal('too_large_together'))
  })
})

const NEVER = { ConditionExpression: 'attribute_exists(pk)' }
const EVENT_FAILS = 'ConditionalCheckFailed'

describe('the table has not checked the write', () => {
  test.each([
    ['a conflict and the event', cancelled('TransactionConflict', EVENT_FAILS)],
    ['throttling and the event', cancelled('ThrottlingError', EVENT_FAILS)],
    ['exceeded throughput and the event', cancelled('ProvisionedThroughputExceeded', EVENT_FAILS)],
    ['a conflict alone', cancelled('TransactionConflict', 'None')],
    ['a lost request', failure('TimeoutError')],
  ])('after %s: it is tried again', async (_, error) => {
    faults.push(error, error)
    await expect(dryRunOf(refused('sku_taken'), ...event())).rejects.toEqual(new Refusal('sku_taken'))
    faults.push(error)
    expect(await dryRunOf(put('CUP'), ...event())).toMatchObject({ happenings: [happening] })
    expect(sent.count).toBe(2)
  })

  test('if a step is invalid: that is a fault, as in the write', async () => {
    const error = cancelled('ValidationError', EVENT_FAILS)
    faults.push(error)
    await expect(dryRunOf(put('CUP'), ...event())).rejects.toBe(error)
  })

  test('a refusal that nobody foresaw is a fault, as in the write', async () => {
    await expect(dryRunOf(put('CUP', NEVER), ...event())).rejects.toThrow(TransactionCanceledException)
  })
})

test('an earlier try cannot have been carried out: a refusal after a lost response is one', async () => {
  faults.push(failure('TimeoutError'), cancelled('TransactionConflict', EVENT_FAILS))
  await expect(dryRunOf(refused('sku_taken'), ...event())).rejects.toEqual(new Refusal('sku_taken'))
})

test('without a verdict it is unavailable', async () => {
  const start = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => start + 1000 * (1000 - faults.length))
  faults.push(...Array.from({ length: 1000 }, () => cancelled('TransactionConflict', EVENT_FAILS)))
  await expect(dryRunOf(put('CUP'), ...event())).rejects.toThrow(TableUnavailable)
  faults.splice(0)
  vi.restoreAllMocks()
})

describe('two writes of one dry run', () => {
  const both = async (first: Step[], second: Step[]) => {
    const dryRun = beginDryRun()
    await dryRun(() => commit(first).catch(() => undefined))
    return dryRun(() => commit(second))
  }
  const DEPENDS = new Refusal('depends_on_operation')

  test('depend on each other where they write one item', async () => {
    const deletion: Step = { write: { Delete: { Key: { ...keys.businessKey(business), sk: 'CUP' } } } }
    await expect(both([put('CUP'), ...event()], [put('CUP'), ...event()])).rejects.toEqual(DEPENDS)
    await expect(both([deletion, ...event()], [put('CUP'), ...event()])).rejects.toEqual(DEPENDS)
    // Before the table is asked, which would check what is stored.
    const taken = both([deletion, ...event()], [put('CUP'), refused('sku_taken'), ...event()])
    await expect(taken).rejects.toEqual(DEPENDS)
  })

  test('also where the first one writes it after its commit', async () => {
    const dryRun = beginDryRun()
    await dryRun(async () => {
      await commit([put('CUP'), ...event()])
      await commit([put('LATE')])
    })
    await expect(dryRun(() => commit([put('LATE'), ...event()]))).rejects.toEqual(DEPENDS)
  })

  test('do not where it is a count, or where the first one is refused', async () => {
    const { happenings } = await both([put('COUNT#tea#0'), ...event()], [put('COUNT#tea#0'), ...event()])
    expect(happenings).toEqual([happening])
    const afterRefused = await both([put('CUP'), refused('sku_taken'), ...event()], [put('CUP'), ...event()])
    expect(afterRefused.happenings).toEqual([happening])
  })

  test('do not in another dry run, and one write is not its own predecessor', async () => {
    await dryRunOf(put('CUP'), ...event())
    const dryRun = beginDryRun()
    const twice = dryRun(async () => {
      await commit([put('CUP'), ...event()])
      await commit([put('CUP'), ...event()])
    })
    expect((await twice).happenings).toEqual([happening, happening])
  })
})
