import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renameBusiness, updateBusiness } from '../../../lib/data/businesses.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { corruptItem, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { makeFullShop } from './business-table.ts'
import { verify } from './busy-shop.ts'

await useOwnTable()

const START = Date.now()
const DAYS_90 = 90 * 24 * 60 * 60 * 1000
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => vi.useRealTimers())

const newSlug = () => `new-${randomUUID().slice(0, 13)}`

/** A business under its second slug, and what it was called before. */
async function makeRenamed() {
  const business = await makeBusiness()
  await renameBusiness(business.id, newSlug())
  return { business, former: keys.shopKey(business.slug) }
}

test.each(['active', 'suspended'] as const)('a business whose status is %s is in order', async (status) => {
  const business = await makeBusiness()
  await updateBusiness(business.id, (before) => ({ ...before, status }))
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
})

test.each(['gone', '', 1, null])('a status that nothing sets, %j, is found', async (status) => {
  const business = await makeBusiness()
  await corruptItem(keys.businessKey(business.id), { status })
  const { findings } = await verify(business)
  expect(findings).toMatchObject([{ code: 'invalid_item', ...keys.businessKey(business.id) }])
})

test('of a business that is being deleted only that is said, whatever is gone already', async () => {
  const { business } = await makeFullShop()
  await corruptItem(keys.businessKey(business.id), { status: 'deleting' })
  await removeItem(keys.shopKey(business.slug))
  for (const options of [[], ['--deep']])
    expect(await verify(business, ...options)).toMatchObject({
      code: 1,
      is_complete: true,
      findings: [{ code: 'deletion_unfinished', ...keys.businessKey(business.id) }],
    })
})

test('former slugs are in order for 90 days, and afterwards until the table deletes them, or somebody takes them', async () => {
  const { business, former } = await makeRenamed()
  const again = async () => await verify(business, '--deep')
  for (const passed of [0, DAYS_90 - 1, DAYS_90, DAYS_90 + 1_000]) {
    vi.setSystemTime(START + passed)
    expect(await again()).toMatchObject({ code: 0, findings: [] })
  }
  await removeItem(former)
  expect(await again()).toMatchObject({ code: 0, findings: [] })
  await makeBusiness({ slug: business.slug })
  expect(await again()).toMatchObject({ code: 0, findings: [] })
})

test.each([
  ['shop_missing', 'is gone before its time', removeItem],
  ['shop_elsewhere', 'leads to another', (key: keys.Key) => corruptItem(key, { business_id: randomUUID() })],
  ['shop_differs', 'leads there for ever', (key: keys.Key) => corruptItem(key, { until: undefined })],
  [
    'shop_differs',
    'leads there longer than it should',
    (key: keys.Key) => corruptItem(key, { until: new Date(START + 2 * DAYS_90).toISOString() }),
  ],
])('%s: the row of a former slug %s', async (code, _, change) => {
  const { business, former } = await makeRenamed()
  await change(former)
  expect((await verify(business)).findings).toMatchObject([{ code, ...former }])
  expect((await verify(business, '--deep')).findings).toMatchObject([{ code, ...former }])
})

test.each(['slug', 'former', 'id'] as const)(
  'shop_status_differs: the row of its %s lets in whom the business keeps out, or the other way round',
  async (name) => {
    const { business, former } = await makeRenamed()
    const { slug } = await storedItem(keys.businessKey(business.id))
    const key = name === 'former' ? former : keys.shopKey(name === 'id' ? business.id : String(slug))
    for (const status of ['suspended', undefined]) {
      await corruptItem(key, { status })
      expect((await verify(business)).findings).toMatchObject([{ code: 'shop_status_differs', ...key }])
    }
    expect(await operate('reindex', '--business', business.id)).toMatchObject({ code: 0 })
    expect((await verify(business)).findings).toEqual([])
  },
)

test('without the row of its UUID a business is not in order, and reindex writes it', async () => {
  const { business } = await makeRenamed()
  const key = keys.shopKey(business.id)
  await removeItem(key)
  expect((await verify(business)).findings).toMatchObject([{ code: 'shop_missing', ...key }])
  expect(await operate('reindex', '--business', business.id)).toMatchObject({ code: 0 })
  expect((await verify(business, '--deep')).findings).toEqual([])
})

test('the row of the slug it has must not end', async () => {
  const business = await makeBusiness()
  const shop = keys.shopKey(business.slug)
  await corruptItem(shop, { until: new Date(START + DAYS_90).toISOString() })
  expect((await verify(business)).findings).toMatchObject([{ code: 'shop_differs', ...shop }])
})

test('a former slug that the profile does not know is found by a scan while its time runs', async () => {
  const business = await makeBusiness()
  const row = (ms: number) => ({
    ...keys.shopKey(newSlug()),
    type: 'shop',
    business_id: business.id,
    until: new Date(START + ms).toISOString(),
  })
  const [running, over] = [row(1), row(0)]
  for (const item of [running, over]) await plantItem(item)
  expect((await verify(business)).findings).toEqual([])
  const { pk, sk } = running
  expect((await verify(business, '--deep')).findings).toMatchObject([{ code: 'shop_left', pk, sk }])
})

test('a slug that leads to no business is found where it is named, and by a scan for that business', async () => {
  const slug = newSlug()
  const id = randomUUID()
  await plantItem({ ...keys.shopKey(slug), type: 'shop', business_id: id })
  const { code, stdout } = await operate('verify', '--business', slug)
  expect(code).toBe(1)
  expect(stdout).toContain(`shop_nowhere "SHOP#${slug}" "SHOP": names ${id}, which has no profile`)
  const deep = await operate('verify', '--business', id, '--deep', '--json')
  expect(JSON.parse(deep.stdout).findings).toContainEqual(
    expect.objectContaining({ code: 'shop_nowhere', ...keys.shopKey(slug) }),
  )
  expect(await operate('verify', '--business', id)).toMatchObject({
    notes: [`error: there is no business "${id}"`],
  })
  vi.setSystemTime(START + 1)
  await plantItem({
    ...keys.shopKey(slug),
    type: 'shop',
    business_id: id,
    until: new Date(START).toISOString(),
  })
  expect(await operate('verify', '--business', slug)).toMatchObject({
    notes: [`error: there is no business "${slug}"`],
  })
})
