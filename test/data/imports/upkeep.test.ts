import { beforeEach, expect, test, vi } from 'vitest'
import { readImportMessage, sendAgain } from '../../../lib/data/imports/import-message.ts'
import { deleteItem } from '../../../lib/data/table/calls/writer.ts'
import { importKey, runningImportKey } from '../../../lib/data/table/keys.ts'
import { TTL_ATTRIBUTE } from '../../../lib/data/table/schema.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { checkImports } from '../../../lib/operator/upkeep/verify/imports.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { runOnce, type Starter, startImport } from '../../import/run/bench.ts'
import { itemsIn } from '../../support/items.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'

const sent = vi.hoisted(() => [] as object[])
vi.mock('../../../lib/data/sqs/send-message.ts', () => ({
  sendMessage: async (_: string, message: object) => void sent.push(message),
}))
vi.mock('../../../lib/environment.ts', async (original) => ({
  ...(await original<object>()),
  queueUrl: (queue: string) => `https://queues.example/${queue}`,
}))
const counted = vi.hoisted(() => ({ messages: 0 }))
vi.mock('../../../lib/data/sqs/count-messages.ts', () => ({ countMessages: async () => counted.messages }))
beforeEach(() => {
  sent.splice(0)
  counted.messages = 0
})

async function makeStarter(): Promise<Starter> {
  const business = await makeBusiness()
  return { business, apiKeyId: (await makeKey(business)).apiKey.id }
}

/** A row that goes in, and one that is refused. */
const FILE = [
  { external_id: 'a', name: 'Cup', price: 1, category: 'Cups', quantity: 2 },
  { external_id: 'b' },
]
  .map((row) => JSON.stringify(row))
  .join('\n')

const MINUTE_MS = 60_000

test.each([
  ['just begun', 'queued', undefined, 0, 0],
  ['that waits for a minute', 'queued', undefined, -MINUTE_MS - 1, 1],
  ['that was handed back a day ago', 'running', undefined, -24 * 60 * MINUTE_MS, 1],
  ['that waits for more than a day', 'queued', undefined, -24 * 60 * MINUTE_MS - 1, 0],
  ['left alone by a run that died', 'running', 'a', -MINUTE_MS - 1, 1],
  ['left alone by a run for more than an hour', 'running', 'a', -61 * MINUTE_MS, 0],
  ['that a run works on', 'running', 'a', 200_000, 0],
  ['that is over', 'succeeded', 'a', -MINUTE_MS - 1, 0],
] as const)(
  'of an import %s (%s) a message is sent again as often as it should',
  async (_, status, run, ago, times) => {
    const now = Date.now()
    const id = 'b1'
    const item = { id: 'imp_1', status, lease_until: now + ago, ...(run !== undefined && { run }) }
    counted.messages = 1
    await sendAgain(id, item, now)
    expect(sent).toHaveLength(0)
    counted.messages = 0
    await sendAgain(id, item, now)
    expect(sent).toHaveLength(times)
  },
)

test('a message without a business or an import is not read', () => {
  const business_id = '7b1c9c1e-2f6d-4f6e-9a55-0d8f0f6f1c11'
  const import_id = 'imp_01a1f862-3c4d-7e5f-a061-728394a5b6c7'
  expect(readImportMessage(JSON.stringify({ business_id, import_id }))).toEqual({ business_id, import_id })
  for (const body of ['', '{}', JSON.stringify({ business_id, import_id: 'RUNNING' })])
    expect(readImportMessage(body)).toBeUndefined()
})

test('verify finds nothing in what imports leave, and an import under way without its mark', async () => {
  const starter = await makeStarter()
  const { business } = starter
  await runOnce(starter, await startImport(starter, FILE, { stock: 'set' }))
  expect((await verifyBusiness(business.id)).findings).toEqual([])
  const id = await startImport(starter, FILE)
  expect(await checkImports(business.id)).toEqual([])
  await deleteItem(runningImportKey(business.id))
  expect(await checkImports(business.id)).toMatchObject([{ code: 'import_unmarked', sk: id }])
})

test('everything stored of an import expires within 30 days', async () => {
  const starter = await makeStarter()
  await runOnce(starter, await startImport(starter, FILE, { stock: 'set' }))
  const items = await itemsIn(importKey(starter.business.id, '').pk)
  const now = Date.now() / 1000
  const days = items.map(
    ({ type, [TTL_ATTRIBUTE]: end }) => `${type} ${Math.round((Number(end) - now) / 86_400)}`,
  )
  expect(new Set(days)).toEqual(new Set(['import 30', 'import_file 7', 'import_fault 7', 'import_stock 7']))
})

test('a deletion leaves nothing of imports', async () => {
  const starter = await makeStarter()
  const { business } = starter
  await runOnce(starter, await startImport(starter, FILE, { stock: 'set' }))
  await startImport(starter, FILE)
  const { pk } = importKey(business.id, '')
  expect(new Set((await itemsIn(pk)).map(({ type }) => type))).toEqual(
    new Set(['import', 'import_running', 'import_file', 'import_fault', 'import_stock']),
  )
  const { is_complete } = await removeBusiness(business.id, { wait: async () => {} })
  expect(is_complete).toBe(true)
  expect(await itemsIn(pk)).toEqual([])
})
