import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler as bulk } from '../../../functions/admin/products/bulk.ts'
import { handler as get } from '../../../functions/admin/products/by-external-id/get.ts'
import { handler as merge } from '../../../functions/admin/products/by-external-id/merge.ts'
import { handler as replace } from '../../../functions/admin/products/by-external-id/replace.ts'
import { handler as list } from '../../../functions/admin/products/list.ts'
import { getProduct } from '../../../lib/data/products/product-reads.ts'
import { updateProduct } from '../../../lib/data/products/products.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { invoke } from '../in-process.ts'
import { TEA } from '../merchant.ts'

/** Somebody else, who acts once: after the look-up of an external id or SKU, or before the commit. */
const others = vi.hoisted(() => ({
  afterLookup: undefined as (() => Promise<unknown>) | undefined,
  beforeCommit: undefined as (() => Promise<unknown>) | undefined,
}))

async function letAct(moment: keyof typeof others): Promise<void> {
  const act = others[moment]
  others[moment] = undefined
  await act?.()
}

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof import('../../../lib/data/table/calls/writer.ts')>()
  const readItem: typeof real.readItem = async (key) => {
    const item = await real.readItem<object>(key)
    if (key.sk === 'GUARD') await letAct('afterLookup')
    // The caller has named the item's type.
    return item as never
  }
  const sendTransaction: typeof real.sendTransaction = async (writes, token) => {
    await letAct('beforeCommit')
    return real.sendTransaction(writes, token)
  }
  return { ...real, readItem, sendTransaction }
})

let business: Business
/** Has the external id at first; `other` gets it meanwhile. */
let first: string
let other: string

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const base = { category_id: 'tea', status: 'draft' } as const
  first = (await makeProduct(business, { ...base, name: 'First', external_id: 'e1', sku: 's1' })).id
  other = (await makeProduct(business, { ...base, name: 'Other', external_id: 'e3', sku: 's3' })).id
})
afterEach(() => {
  others.afterLookup = undefined
  others.beforeCommit = undefined
})

const named = (id: string, external_id: string, sku: string) =>
  updateProduct(business.id, id, (product) => ({ ...product, external_id, sku }))

/** Two acknowledged renames: what was called e1 is e2 now, and what was called e3 is e1. */
async function handOver(): Promise<void> {
  await named(first, 'e2', 's2')
  await named(other, 'e1', 's1')
}

const about = (method: string) => ({
  method,
  route: '/admin/products/by-external-id/{external_id}',
  path: { external_id: 'e1' },
})
const operate = (operation: object) =>
  invoke(bulk, business.id, {
    method: 'POST',
    route: '/admin/products/bulk',
    body: { operations: [operation] },
  })

const MOMENTS = ['afterLookup', 'beforeCommit'] as const

const WRITES: Record<string, () => Promise<unknown>> = {
  PUT: () => invoke(replace, business.id, { ...about('PUT'), body: { ...TEA, name: 'Written' } }),
  PATCH: () => invoke(merge, business.id, { ...about('PATCH'), body: { name: 'Written' } }),
  'bulk update': () => operate({ op: 'update', external_id: 'e1', data: { name: 'Written' } }),
  'bulk upsert': () => operate({ op: 'upsert', external_id: 'e1', data: { ...TEA, name: 'Written' } }),
  'bulk merge': () => operate({ op: 'merge', external_id: 'e1', data: { name: 'Written' } }),
}

test.each(MOMENTS.flatMap((moment) => Object.keys(WRITES).map((write) => [write, moment] as const)))(
  '%s writes what has the external id at the commit, whoever renames %s',
  async (write, moment) => {
    others[moment] = handOver
    await WRITES[write]?.()
    expect(await getProduct(business.id, first)).toMatchObject({ name: 'First', external_id: 'e2' })
    expect(await getProduct(business.id, other)).toMatchObject({ name: 'Written', external_id: 'e1' })
  },
)

test.each(MOMENTS)(
  'bulk delete deletes the product that has the external id at the commit, although a rename comes %s',
  async (moment) => {
    others[moment] = handOver
    const { body } = await operate({ op: 'delete', external_id: 'e1' })
    expect(body.data[0]).toMatchObject({ status: 204, id: other })
    expect(await getProduct(business.id, first)).toMatchObject({ external_id: 'e2', version: 2 })
    expect(await getProduct(business.id, other)).toBeUndefined()
  },
)

test.each(MOMENTS)(
  'a PUT makes a product of its own where the one there was is renamed %s',
  async (moment) => {
    others[moment] = () => named(first, 'e2', 's2')
    const { status, body } = await invoke(replace, business.id, { ...about('PUT'), body: TEA })
    expect([status, body.external_id]).toEqual([201, 'e1'])
    expect(await getProduct(business.id, first)).toMatchObject({
      name: 'First',
      external_id: 'e2',
      version: 2,
    })
  },
)

test('a GET shows what has the external id, and the list what has the SKU', async () => {
  others.afterLookup = handOver
  const { body } = await invoke(get, business.id, about('GET'))
  expect([body.id, body.external_id]).toEqual([other, 'e1'])
  others.afterLookup = async () => {
    await named(other, 'e9', 's9')
    await named(first, 'e1', 's1')
  }
  const found = await invoke(list, business.id, { method: 'GET', route: '/admin/products', query: 'sku=s1' })
  expect(found.body.data.map(({ id }) => id)).toEqual([first])
})

test('a GET of what lost its external id to nobody is a 404', async () => {
  others.afterLookup = () => named(first, 'e2', 's2')
  expect((await invoke(get, business.id, about('GET'))).status).toBe(404)
})
