import { expect, test, vi } from 'vitest'
import {
  enabledPartition,
  eventKey,
  type Key,
  webhookKey,
  webhookStateKey,
} from '../../lib/data/table/keys.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { dispatch, type StreamRecord } from '../../lib/delivery/dispatch.ts'
import { type WakeUp, WakeUpsRefused } from '../../lib/delivery/wake-ups.ts'
import { itemsIn, removeItem } from '../support/items.ts'
import { catchLog } from '../support/log.ts'
import { aBusiness, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'

/** The business whose events cannot be read. */
let unreadable = ''
vi.mock('../../lib/data/webhooks/feed-events.ts', async (original) => {
  const real = await original<typeof import('../../lib/data/webhooks/feed-events.ts')>()
  const readTypes: typeof real.readTypes = async (businessId, ids) => {
    if (businessId === unreadable) throw new Error('the table did not respond')
    return real.readTypes(businessId, ids)
  }
  return { ...real, readTypes }
})

await useSimulation()
const log = catchLog()

const OK = () => ({ status: 200 })

let sequence = 0
const recordOf = ({ pk, sk }: Key): StreamRecord => ({
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: `${++sequence}` },
})
const numberOf = (record: StreamRecord | undefined) => record?.dynamodb?.SequenceNumber

/** A world that keeps what is sent, and refuses the wake-ups of some businesses. */
function recorder(refused: readonly string[] = [], error = new Error('no answer')) {
  const sent: [WakeUp, number][] = []
  const world = {
    now: Date.now(),
    calls: 0,
    wake: async (wakeUps: readonly WakeUp[], delayS: number) => {
      world.calls++
      if (wakeUps.some(({ business_id }) => refused.includes(business_id))) throw error
      sent.push(...wakeUps.map((wakeUp): [WakeUp, number] => [wakeUp, delayS]))
    },
  }
  const run = (records: readonly StreamRecord[]) =>
    dispatch(records, { now: () => world.now, wake: world.wake })
  return { world, sent, run }
}

/** A business with webhooks for these types, and how to commit events of it. */
async function scene(...filters: string[][]) {
  const simulation = new Simulation()
  const business = aBusiness()
  const webhooks = []
  for (const events of filters) {
    webhooks.push(await simulation.makeWebhook(business, OK, events))
    // Ids of one millisecond have no order.
    simulation.clock.now++
  }
  const commitAll = async (...types: ('product.updated' | 'category.updated')[]) => {
    const ids = []
    for (const type of types) {
      ids.push(await simulation.commitEvent(business, { type }))
      simulation.clock.now++
    }
    return ids
  }
  return { simulation, business, webhooks, commitAll }
}

test('each webhook that wants any of the new events gets one wake-up, with the oldest of those that it wants', async () => {
  const { business, webhooks, commitAll } = await scene(
    ['*'],
    ['category.*'],
    ['product.updated'],
    ['api_key.*'],
  )
  const [all, categories, products] = webhooks.map(({ id }) => id)
  const ids = await commitAll('product.updated', 'product.updated', 'category.updated', 'category.updated')
  const { sent, run } = recorder()
  // Two transactions can arrive in another order than that of their ids.
  const records = ids.toReversed().map((id) => recordOf(eventKey(business, id)))
  expect(await run([...records, ...records])).toEqual([])
  expect(sent).toEqual([
    [{ business_id: business, webhook_id: all, from: ids[0] }, 0],
    [{ business_id: business, webhook_id: categories, from: ids[2] }, 0],
    [{ business_id: business, webhook_id: products, from: ids[0] }, 0],
  ])
})

test('a webhook that was created or changed is woken once, 20 s later', async () => {
  const { business, webhooks } = await scene(['*'], ['product.*'])
  const [first, second] = webhooks.map(({ id }) => id)
  const { sent, run } = recorder()
  const changed = [first, second, first].map((id) => recordOf(webhookKey(business, String(id))))
  expect(await run(changed)).toEqual([])
  expect(sent).toEqual([
    [{ business_id: business, webhook_id: first }, 20],
    [{ business_id: business, webhook_id: second }, 20],
  ])
})

test('an instance that has read the webhooks of a business reads them again after 5 s', async () => {
  const { simulation, business, commitAll } = await scene()
  const { world, sent, run } = recorder()
  const [id] = await commitAll('product.updated')
  const record = recordOf(eventKey(business, String(id)))
  await run([record])
  const webhook = await simulation.makeWebhook(business, OK)
  world.now += 4_999
  await run([record])
  expect(sent).toEqual([])
  world.now += 1
  await run([record])
  expect(sent).toEqual([[{ business_id: business, webhook_id: webhook.id, from: id }, 0]])
})

test('nothing is sent where nobody listens: no webhook, a disabled one, other types, a deleted event', async () => {
  const none = await scene()
  const disabled = await scene(['*'])
  const [webhook] = disabled.webhooks
  await updateWebhook(disabled.business, String(webhook?.id), (stored) => ({
    webhook: { ...stored, is_enabled: false },
  }))
  const other = await scene(['category.*'])
  const gone = await scene(['*'])
  const { sent, run } = recorder()
  const records = []
  for (const { business, commitAll } of [none, disabled, other, gone]) {
    const [id] = await commitAll('product.updated')
    records.push(recordOf(eventKey(business, String(id))))
    if (business === gone.business) await removeItem(eventKey(business, String(id)))
  }
  expect(await run(records)).toEqual([])
  expect(sent).toEqual([])
})

/** Three businesses with a webhook each, and records of them in a batch. */
async function threeBusinesses() {
  const [first, failing, last] = [await scene(['*']), await scene(['*']), await scene(['*'])]
  const records: StreamRecord[] = []
  for (const { business, commitAll } of [first, failing, last, failing])
    for (const id of await commitAll('product.updated')) records.push(recordOf(eventKey(business, id)))
  log.length = 0
  const logged = [
    expect.objectContaining({ level: 'error', message: 'dispatch', business_id: failing.business }),
  ]
  return { first, failing, last, records, logged }
}

test('a business whose events cannot be read is reported by its first record, logged, and does not hold up the others', async () => {
  const { first, failing, last, records, logged } = await threeBusinesses()
  const { sent, run } = recorder()
  unreadable = failing.business
  expect(await run(records)).toEqual([numberOf(records[1])])
  expect(sent.map(([{ business_id }]) => business_id)).toEqual([first.business, last.business])
  expect(log).toEqual(logged)
})

test('a business whose wake-up the queue refuses is reported by its first record, logged, and does not hold up the others', async () => {
  const { first, failing, last, records, logged } = await threeBusinesses()
  const { sent, run } = recorder([failing.business], new WakeUpsRefused(['InternalError']))
  expect(await run(records)).toEqual([numberOf(records[1])])
  expect(sent.map(([{ business_id }]) => business_id)).toEqual([first.business, last.business])
  expect(log).toEqual(logged)
})

test('it ends at the first wake-up that the queue does not take, and has everything from that record on sent again', async () => {
  const { first, failing, last, records, logged } = await threeBusinesses()
  const { world, sent, run } = recorder([failing.business, last.business])
  expect(await run(records)).toEqual([numberOf(records[1])])
  expect(world.calls).toBe(2)
  expect(sent.map(([{ business_id }]) => business_id)).toEqual([first.business])
  expect(log).toEqual(logged)
})

test.each<[string, StreamRecord]>([
  ['without keys', { dynamodb: { SequenceNumber: '7' } }],
  ['without anything', {}],
  ['of nobody’s partition', recordOf({ pk: 'NOBODY#1', sk: 'evt_1' })],
  [
    'without a sort key',
    { dynamodb: { Keys: { pk: { S: eventKey(aBusiness(), '').pk } }, SequenceNumber: '7' } },
  ],
  [
    'without a number',
    { dynamodb: { Keys: { pk: { S: eventKey(aBusiness(), '').pk }, sk: { S: 'evt_1' } } } },
  ],
])('a record %s is logged and passed over, and the others are dispatched', async (_, unreadable) => {
  const { business, webhooks, commitAll } = await scene(['*'])
  const ids = await commitAll('product.updated', 'product.updated')
  const [before, after] = ids.map((id) => recordOf(eventKey(business, id)))
  const { sent, run } = recorder()
  log.length = 0
  expect(await run([before ?? {}, unreadable, after ?? {}])).toEqual([])
  expect(sent).toEqual([[{ business_id: business, webhook_id: webhooks[0]?.id, from: ids[0] }, 0]])
  expect(log).toEqual([
    expect.objectContaining({
      level: 'error',
      error: 'a record of the stream cannot be read',
    }),
  ])
  expect(log[0]?.sequence_number).toBe(numberOf(unreadable))
})

test('it writes nothing: only the holder of a webhook’s lease writes', async () => {
  const { business, webhooks, commitAll } = await scene(['*'], ['product.*'])
  const records = (await commitAll('product.updated', 'category.updated')).map((id) =>
    recordOf(eventKey(business, id)),
  )
  const ids = webhooks.map(({ id }) => id)
  const partitions = [
    eventKey(business, '').pk,
    webhookKey(business, '').pk,
    ...ids.map((id) => webhookStateKey(business, id).pk),
    ...[0, 1, 2, 3].map(enabledPartition),
  ]
  const snapshot = () => Promise.all(partitions.map(itemsIn))
  const before = await snapshot()
  const { sent, run } = recorder()
  await run([...records, ...ids.map((id) => recordOf(webhookKey(business, id)))])
  expect(sent).toHaveLength(4)
  expect(await snapshot()).toEqual(before)
})
