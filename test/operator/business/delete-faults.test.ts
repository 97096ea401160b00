import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renameBusiness, updateBusiness } from '../../../lib/data/businesses.ts'
import type * as writerModule from '../../../lib/data/table/calls/writer.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { lastItems } from '../../../lib/operator/upkeep/removal/last-items.ts'
import {
  type Removal,
  type RemovalOptions,
  type RemovalStage,
  removeBusiness,
} from '../../../lib/operator/upkeep/removal/removal.ts'
import { StillWritten } from '../../../lib/operator/upkeep/removal/rounds.ts'
import { scanTable } from '../../../lib/operator/upkeep/table-scan.ts'
import { itemsIn, plantItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { restoreState, wholeTable } from '../../support/table-state.ts'
import { inTurn } from '../../support/turns.ts'
import { dumpOf, makeFullShop, nameOf } from './business-table.ts'

await useOwnTable({ indexes: [] })

/** The deletion's calls to the table, counted; the one of this number is carried out, and then the process is gone. */
let calls = 0
let dieAt = Number.POSITIVE_INFINITY
/** The number of writes of a batch that DynamoDB leaves undone. */
let leaveUndone: (batch: readonly keys.Key[]) => number = () => 0
afterEach(() => {
  dieAt = Number.POSITIVE_INFINITY
  leaveUndone = () => 0
})

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof writerModule>()
  const counted =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const result = await call(...args)
      if (++calls >= dieAt) throw new Error('killed')
      return result
    }
  return {
    ...real,
    readItem: counted(real.readItem),
    readBatch: counted(real.readBatch),
    queryItems: counted(real.queryItems),
    sendTransaction: counted(real.sendTransaction),
    deleteBatch: counted(async (batch: readonly keys.Key[]) => {
      const done = batch.length - leaveUndone(batch)
      if (done > 0) await real.deleteBatch(batch.slice(0, done))
      return batch.slice(done)
    }),
  }
})

const remove = (id: string, options: Partial<RemovalOptions> = {}): Promise<Removal> =>
  removeBusiness(id, { wait: async () => {}, ...options })

/** The deletion begins with an event, which goes as well. */
const OWN_EVENT = 1
/** Those of a full shop, whose rows become tombstones. */
const SLUGS = 2

const COMPLETE = { is_complete: true, left: [] }

/** Whatever is left of a business, the deletion can be taken up again by its id. */
async function expectToGoOn(id: string): Promise<void> {
  const left = await dumpOf(id)
  if (left.length > 0) expect(left.map(nameOf)).toContain(nameOf(keys.businessKey(id)))
  expect(await remove(id)).toMatchObject(left.length > 0 ? COMPLETE : { deleted: 0 })
  expect(await dumpOf(id)).toEqual([])
}

const STAGES: RemovalStage[] = ['status', 'tokens', 'calls', 'late_tokens', 'contents', 'remains', 'profile']

test.each(STAGES)('ended before the stage %s, it continues when it is run again', async (stage) => {
  const { business } = await makeFullShop()
  const begun: RemovalStage[] = []
  const onStage = (next: RemovalStage) => {
    begun.push(next)
    if (next === stage) throw new Error('killed')
  }
  expect(await remove(business.id, { onStage })).toMatchObject({
    is_complete: false,
    fault: new Error('killed'),
  })
  expect(begun).toEqual(STAGES.slice(0, STAGES.indexOf(stage) + 1))
  await expectToGoOn(business.id)
})

test('killed after any of its requests to the table, it continues when it is run again', async () => {
  const { business } = await makeFullShop()
  const before = await wholeTable()
  calls = 0
  await remove(business.id)
  const total = calls
  expect(total).toBeGreaterThan(15)
  for (const n of inTurn(Array.from({ length: total }, (_, call) => call + 1))) {
    await restoreState(before, await wholeTable())
    calls = 0
    dieAt = n
    const { is_complete, fault } = await remove(business.id)
    dieAt = Number.POSITIVE_INFINITY
    expect({ n, is_complete, fault }).toEqual({ n, is_complete: false, fault: new Error('killed') })
    await expectToGoOn(business.id)
  }
})

test.each(STAGES)('told to stop in the stage %s, it begins nothing further', async (stage) => {
  const { business } = await makeFullShop()
  const controller = new AbortController()
  const onStage = (next: RemovalStage) => void (next === stage && controller.abort())
  const wait = async (_ms: number, signal: AbortSignal | undefined) => signal?.throwIfAborted()
  const stopped = await remove(business.id, { onStage, wait, signal: controller.signal })
  expect(stopped).toMatchObject({ is_complete: false })
  expect(stopped).not.toHaveProperty('fault')
  await expectToGoOn(business.id)
})

test('more than a batch, and what DynamoDB leaves undone of one, is deleted after all', async () => {
  const { business, keyId } = await makeFullShop()
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      plantItem({ ...keys.idempotencyKey(business.id, keyId, `${n}`), type: 'idempotency' }),
    ),
  )
  for (let n = 0; n < 12; n++) await makeProduct(business, { category_id: 'tea', name: `P${n}` })
  const { length } = await dumpOf(business.id)
  let turn = 0
  // Nothing at all of every fifth batch, half of every other.
  leaveUndone = (batch) => (turn++ % 5 === 4 ? batch.length : Math.floor(batch.length / 2))
  const counted: number[] = []
  const result = await remove(business.id, { onDeleted: (count) => counted.push(count) })
  expect(result).toMatchObject({ ...COMPLETE, deleted: length + OWN_EVENT - SLUGS })
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(length + OWN_EVENT - SLUGS)
  expect(await dumpOf(business.id)).toEqual([])
})

describe('what no Query leads to', () => {
  const late = (id: string) => [
    { ...keys.tokenKey(randomUUID()), type: 'token', business_id: id },
    { ...keys.shopKey(`late-${randomUUID()}`), type: 'shop', business_id: id },
    { ...keys.idempotencyKey(id, randomUUID(), 'POST'), type: 'idempotency' },
    { ...keys.enabledWebhookKey(id, randomUUID()), type: 'enabled_webhook', business_id: id },
    { ...keys.webhookSecretKey(id, randomUUID()), type: 'webhook_secret' },
    { ...keys.deliveryKey(id, randomUUID(), 'evt_1'), type: 'delivery' },
    { ...keys.slugGuardKey(id, 'late'), type: 'guard' },
    { ...keys.categoryKey(id, 'late'), type: 'category' },
  ]

  test('is found by a sweep, and another one finds nothing', async () => {
    const { business } = await makeFullShop()
    const { length } = await dumpOf(business.id)
    let sweeps = 0
    const result = await remove(business.id, {
      async *everything(signal) {
        // Written when every Query has been made.
        if (sweeps++ === 0) for (const item of late(business.id)) await plantItem(item)
        yield* scanTable(business.id, signal, { consistent: true })
      },
    })
    expect(result).toMatchObject({
      ...COMPLETE,
      deleted: length + late(business.id).length + OWN_EVENT - SLUGS,
    })
    expect(sweeps).toBe(2)
    expect(await dumpOf(business.id)).toEqual([])
  })

  test('again and again is given up after three sweeps; the last items stay, and it can continue', async () => {
    const { business } = await makeFullShop()
    let sweeps = 0
    const result = await remove(business.id, {
      async *everything(signal) {
        sweeps++
        for (const item of late(business.id)) await plantItem(item)
        yield* scanTable(business.id, signal, { consistent: true })
      },
    })
    expect(result).toMatchObject({ is_complete: false, fault: expect.any(StillWritten) })
    expect(sweeps).toBe(3)
    expect((await dumpOf(business.id)).map(nameOf)).toEqual(lastItems(business.id).map(nameOf).sort())
    await expectToGoOn(business.id)
  })

  test('a table where nothing was missed is looked through once', async () => {
    const business = await makeBusiness()
    let sweeps = 0
    await remove(business.id, {
      everything(signal) {
        sweeps++
        return scanTable(business.id, signal, { consistent: true })
      },
    })
    expect(sweeps).toBe(1)
  })
})

test('a renaming at the same time leaves no slug behind, in either order', async () => {
  for (let n = 0; n < 5; n++) {
    const business = await makeBusiness()
    await makeCategory(business, { id: 'tea' })
    const slugs = Array.from({ length: 4 }, () => `race-${randomUUID().slice(0, 13)}`)
    const check = ({ status }: { status: string }) => {
      if (status === 'deleting') throw new Error('deleting')
    }
    await Promise.allSettled([
      ...slugs.map((slug) => renameBusiness(business.id, slug, { check })),
      ...slugs.map(() => updateBusiness(business.id, (b) => ({ ...b, metadata: { a: randomUUID() } }))),
      remove(business.id),
    ])
    const rows = await Promise.all([business.slug, ...slugs].map((slug) => itemsIn(keys.shopKey(slug).pk)))
    for (const row of rows.flat()) {
      expect(row).not.toHaveProperty('business_id')
      expect(row).toMatchObject({ type: 'shop', status: 'deleted', until: expect.any(String) })
    }
    expect(await itemsIn(keys.shopKey(business.id).pk)).toEqual([])
  }
})
