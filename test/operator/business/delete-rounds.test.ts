import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { take } from '../../../lib/data/api-keys/rate.ts'
import { deleteProduct, updateProduct } from '../../../lib/data/products/products.ts'
import type * as writer from '../../../lib/data/table/calls/writer.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { DEFAULT_RATE_LIMIT } from '../../../lib/domain/api-keys/api-key.ts'
import { lastItems } from '../../../lib/operator/upkeep/removal/last-items.ts'
import { type RemovalOptions, removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { StillWritten } from '../../../lib/operator/upkeep/removal/rounds.ts'
import { itemsIn, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { dumpOf, makeFullShop, nameOf } from './business-table.ts'
import { skipLongWaits } from './business-waits.ts'
import { forgetOthers, others } from './others.ts'

skipLongWaits()

await useOwnTable({ indexes: [] })

afterEach(forgetOthers)

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) =>
  (await import('./others.ts')).withOthers(await original<typeof writer>()),
)

const remove = (id: string, options: Partial<RemovalOptions> = {}) =>
  removeBusiness(id, { wait: async () => {}, ...options })

const COMPLETE = { is_complete: true, left: [] }

/** A key of a writer that does not hold to the roster, which is closed by then; its token opens the door. */
async function plantKey(id: string): Promise<string> {
  const [keyId, digest] = [newId(new Date()), randomUUID()]
  await plantItem({ ...keys.apiKeyKey(id, keyId), type: 'api_key', id: keyId, digest, previous_digest: null })
  await plantItem({ ...keys.tokenKey(digest), type: 'token', business_id: id, key_id: keyId })
  const event = {
    id: `evt_${newId(new Date())}`,
    type: 'api_key.created',
    business_id: id,
    data: { id: keyId },
  }
  const json = JSON.stringify(event)
  await plantItem({ ...keys.eventKey(id, event.id), type: 'event', event_type: event.type, json })
  return keyId
}

/** Happens once, the first time that it is true. */
const once = (isNow: (partition: unknown, prefix: unknown) => boolean, other: () => Promise<unknown>) => {
  others.whenRead = async (partition, prefix) => {
    if (!isNow(partition, prefix)) return
    others.whenRead = undefined
    await other()
  }
}

async function makeShop() {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const product = await makeProduct(business, { category_id: 'tea', sku: 'S1', external_id: 'erp:1' })
  return { business, id: business.id, product }
}

describe('without reading the whole table nothing is left of a business', () => {
  test('of which a product is renamed between the reading of it and its deletion', async () => {
    const { id, product } = await makeShop()
    const values = { slug: 'renamed', sku: 'S2', external_id: 'erp:2' }
    once(
      (partition) => partition === keys.businessKey(id).pk,
      () => updateProduct(id, product.id, (before) => ({ ...before, ...values })),
    )
    expect(await remove(id)).toMatchObject(COMPLETE)
    expect(others.whenRead).toBeUndefined()
    expect(await dumpOf(id)).toEqual([])
  })

  test('of which a product is made, or goes, when the products have been read', async () => {
    const { business, id, product } = await makeShop()
    once(
      (partition) => partition === keys.businessKey(id).pk,
      async () => {
        await makeProduct(business, { category_id: 'tea', name: 'Late', sku: 'late' })
        await deleteProduct(id, product.id)
      },
    )
    expect(await remove(id)).toMatchObject(COMPLETE)
    expect(await dumpOf(id)).toEqual([])
  })

  test('to which a key is added, and used, when everything has been read once', async () => {
    const { id } = await makeShop()
    let keyId = ''
    const onStage = async (stage: string) => {
      if (stage !== 'remains') return
      once(
        (partition) => partition === keys.eventKey(id, '').pk,
        async () => {
          keyId = await plantKey(id)
          await take({ businessId: id, keyId, limit: DEFAULT_RATE_LIMIT })
          await plantItem({
            ...keys.idempotencyKey(id, keyId, 'POST /admin/products#1'),
            type: 'idempotency',
          })
        },
      )
    }
    expect(await remove(id, { onStage })).toMatchObject(COMPLETE)
    expect(keyId).not.toBe('')
    expect(await dumpOf(id)).toEqual([])
  })

  test('to which a key is added when nothing else was found', async () => {
    const { id } = await makeShop()
    const { pk, sk } = keys.apiKeyKey(id, '')
    const onStage = (stage: string) => {
      if (stage !== 'remains') return
      once(
        (partition, prefix) => partition === pk && prefix === sk,
        () => plantKey(id),
      )
    }
    expect(await remove(id, { onStage })).toMatchObject(COMPLETE)
    expect(others.whenRead).toBeUndefined()
    expect(await dumpOf(id)).toEqual([])
  })

  test('of which a response is stored under a key that has just been deleted', async () => {
    const { business, keyId } = await makeFullShop()
    const { id } = business
    const late = { ...keys.idempotencyKey(id, keyId, 'POST /admin/products#late'), type: 'idempotency' }
    const lateRate = { ...keys.rateKey(id, keyId), type: 'rate', tat: 1 }
    let isLate = false
    others.whenDeleted = async (batch) => {
      if (!batch.some(({ sk }) => sk === keys.apiKeyKey(id, keyId).sk)) return
      isLate = true
      for (const item of [late, lateRate]) await plantItem(item)
    }
    expect(await remove(id)).toMatchObject(COMPLETE)
    expect(isLate).toBe(true)
    expect(await dumpOf(id)).toEqual([])
  })

  test('of which a key’s item is gone and an event still names it', async () => {
    const { business, keyId } = await makeFullShop()
    const { id } = business
    const late = { ...keys.idempotencyKey(id, keyId, 'POST /admin/products#late'), type: 'idempotency' }
    // As a run that was killed between the two leaves it, should the key go first.
    const stopped = await remove(id, {
      onStage: (stage) => {
        if (stage === 'contents') throw new Error('killed')
      },
    })
    expect(stopped).toMatchObject({ is_complete: false })
    await plantItem(late)
    await removeItem(keys.apiKeyKey(id, keyId))
    expect(await remove(id)).toMatchObject(COMPLETE)
    expect(await dumpOf(id)).toEqual([])
  })
})

test('keys and webhooks stay as long as anything else was found, for they lead to it', async () => {
  const { business, keyId, webhooks } = await makeFullShop()
  const { id } = business
  const stages: string[] = []
  await remove(id, {
    onStage: (stage) => {
      stages.push(stage)
      if (stage === 'remains') throw new Error('killed')
    },
  })
  expect(stages.at(-1)).toBe('remains')
  const left = (await dumpOf(id)).map(nameOf)
  const leads = [
    keys.apiKeyKey(id, keyId),
    keys.webhookKey(id, webhooks.running),
    keys.webhookKey(id, webhooks.disabled),
  ]
  expect(left).toEqual([...lastItems(id), ...leads].map(nameOf).sort())
  expect(await remove(id)).toMatchObject(COMPLETE)
  expect(await dumpOf(id)).toEqual([])
})

test('endless writes are given up after five walks; the last items stay, and it can continue', async () => {
  const { business, id } = await makeShop()
  const { pk } = keys.businessKey(id)
  let walks = 0
  others.whenRead = async (partition) => {
    if (partition !== pk) return
    if (walks++ === 0) await plantKey(id)
    await plantItem({ ...keys.categoryKey(id, `late-${walks}`), type: 'category' })
  }
  const result = await remove(id)
  expect(result).toMatchObject({ is_complete: false, fault: expect.any(StillWritten) })
  expect(String(result.fault)).toMatch(/^StillWritten: \d+ items? found in the last of 5 walks$/)
  expect(walks).toBe(6)
  others.whenRead = undefined
  // With a token they could go on for ever.
  expect((await dumpOf(id)).map(({ type }) => type)).not.toContain('token')
  expect(await storedItem(keys.businessKey(id))).toMatchObject({ status: 'deleting', slug: business.slug })
  expect(await remove(id)).toMatchObject(COMPLETE)
  expect(await dumpOf(id)).toEqual([])
})

test('a business that is gone is swept for by its id, confirmed by its id', async () => {
  const { id } = await makeShop()
  await remove(id)
  const left = [
    { ...keys.skuGuardKey(id, randomUUID()), type: 'guard', product_id: randomUUID(), stamp: 'earlier' },
    { ...keys.tokenKey(randomUUID()), type: 'token', business_id: id },
    { ...keys.registryKey(randomUUID()), type: 'registration', business_id: id },
  ]
  for (const item of left) await plantItem(item)
  const sweep = (...options: string[]) => operate('business', 'delete', id, ...options)
  expect(await sweep('--confirm', id)).toMatchObject({
    code: 1,
    notes: [expect.stringMatching(/^error: there is no business /)],
  })
  expect(await sweep('--sweep')).toMatchObject({
    code: 1,
    notes: [expect.stringContaining(`add --confirm ${id}`)],
  })
  expect(await dumpOf(id)).toHaveLength(3)
  expect(await sweep('--confirm', id, '--sweep')).toMatchObject({
    code: 0,
    stdout: `${id} (${id}) is deleted: 3 items deleted`,
  })
  expect(await dumpOf(id)).toEqual([])
  expect(await itemsIn(keys.registryKey('').pk)).not.toContainEqual(
    expect.objectContaining({ business_id: id }),
  )
})
