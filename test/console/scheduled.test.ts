import { beforeEach, expect, test } from 'vitest'
import type { Wanted } from '../../clients/console/src/rules/scheduled/wanted-change.ts'
import { draftOf, plan, typed } from '../../clients/console/src/state/scheduled/planning.ts'
import { end, findNames, names, schedules } from '../../clients/console/src/state/scheduled/scheduled.ts'
import { rows, said, session, trouble } from '../../clients/console/src/state/store.ts'
import { runSchedule } from '../../lib/data/schedules/run-schedule.ts'
import { scheduleKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { asked } from './asked.ts'
import { openTab, rowOf } from './tab.ts'

const HOUR_MS = 3_600_000

let shop: Business
let token: string
let id: string
beforeEach(async () => {
  shop = await makeBusiness({ timezone: 'Europe/Berlin' })
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
  id = await makeTea()
})

const makeTea = async () => (await makeProduct(shop, { category_id: 'tea', name: 'Sencha', price: 1350 })).id
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString()
const sale = () => ({
  at: inFuture(HOUR_MS),
  until: inFuture(2 * HOUR_MS),
  patch: { price: 1080, compare_at_price: 1350 },
})
const planned = (product = id, body: object = sale()) =>
  asked(token, 'PUT', `/admin/products/${product}/schedule`, body)
/** The clock makes the change. */
const begin = () => runSchedule(shop.id, scheduleKey(shop.id, id).sk, Date.now() + HOUR_MS)

const listed = () => schedules.now.value?.items.map(({ product_id }) => product_id)
/** The first schedule of the list. */
function first() {
  const [found] = schedules.now.value?.items ?? []
  if (!found) throw new Error('nothing is scheduled')
  return found
}

const fill = (fields: Partial<Wanted>) => {
  for (const [name, value] of Object.entries(fields)) typed(rowOf(id), name as keyof Wanted, value)
}

test('a planned change is listed, and cancelled without a change of the product', async () => {
  await planned()
  await openTab(shop, { token })
  await schedules.read(undefined)
  expect(listed()).toEqual([id])
  await end(first())
  expect([listed(), said.value]).toEqual([[], 'Cancelled the planned change of Sencha'])
  expect(await asked(token, 'GET', '/admin/schedules')).toMatchObject({ count: 0 })
})

test('a change in force is taken back, and the table has the price before it', async () => {
  await planned()
  await begin()
  await openTab(shop, { token })
  await schedules.read(undefined)
  expect([first().replaced, rowOf(id).values.price]).toEqual([{ price: 1350, compare_at_price: null }, 1080])
  await end(first())
  expect([listed(), said.value]).toEqual([[], 'Ended the change of Sencha'])
  expect(rowOf(id).values).toMatchObject({ price: 1350, compare_at_price: null })
})

test('one that has begun meanwhile is not ended unseen, and one that is over leaves the list', async () => {
  await planned()
  await openTab(shop, { token })
  await schedules.read(undefined)
  await begin()
  await end(first())
  expect(schedules.fault.value).toMatch(/^The change of Sencha is another one by now\./)
  expect(first().replaced).not.toBe(null)
  await asked(token, 'DELETE', `/admin/products/${id}/schedule`)
  await end(first())
  expect([schedules.fault.value, listed()]).toEqual(['The change of Sencha is already over.', []])
  expect(rowOf(id).values.price).toBe(1350)
})

test('the list can be of one product, and has more than a page', async () => {
  const others = await Promise.all(Array.from({ length: 50 }, makeTea))
  for (const product of [id, ...others]) await planned(product)
  await openTab(shop, { token })
  await expect.poll(async () => (await asked(token, 'GET', '/admin/schedules?limit=200')).count).toBe(51)
  await schedules.read(undefined)
  expect(listed()).toHaveLength(50)
  await schedules.readMore()
  expect([listed()?.length, schedules.now.value?.next]).toEqual([51, null])
  await schedules.read(id)
  expect(listed()).toEqual([id])
})

test('variants have names', async () => {
  await asked(token, 'PUT', `/admin/products/${id}/variants`, {
    options: [{ name: 'Weight', values: ['50 g'] }],
    variants: [{ option_values: { Weight: '50 g' }, sku: 'S-50', price: 700 }],
  })
  await planned(id, { ...sale(), patch: { variants: [{ sku: 'S-50', price: 600 }] } })
  await openTab(shop, { token })
  await schedules.read(id)
  await findNames(schedules.now.value?.items ?? [])
  expect(names.value.get(first().patch.variants?.[0]?.id ?? '')).toBe('50 g')
})

test('what is typed is planned at the times of the business, and the fields are empty again', async () => {
  await openTab(shop, { token })
  await schedules.read(id)
  const year = new Date().getFullYear() + 1
  fill({ at: `${year}-01-15T00:00`, until: `${year}-01-18T00:00`, price: '10,80', tags: 'sale' })
  await plan(rowOf(id), undefined)
  expect(first()).toMatchObject({
    at: `${year}-01-14T23:00:00.000Z`,
    until: `${year}-01-17T23:00:00.000Z`,
    patch: { price: 1080, compare_at_price: 1350, tags: ['sale'] },
  })
  expect([said.value, draftOf(rowOf(id)).wanted.price]).toEqual(['Planned a change of Sencha', ''])
})

test('what the API refuses is said at its fields, and what is typed stays', async () => {
  await openTab(shop, { token })
  await schedules.read(id)
  fill({ at: '2020-01-15T00:00', price: '10', compare_at_price: '9' })
  await plan(rowOf(id), undefined)
  const { faults, words, wanted } = draftOf(rowOf(id))
  expect(faults.at).toMatch(/at least one minute from now/)
  expect(faults.compare_at_price).toBeTruthy()
  expect([words, wanted.price]).toEqual(['', '10'])
})

test('a plan that others made meanwhile is not replaced unseen, nor one that has begun', async () => {
  await openTab(shop, { token })
  await schedules.read(id)
  await planned()
  fill({ at: `${new Date().getFullYear() + 1}-01-15T00:00`, price: '10' })
  await plan(rowOf(id), undefined)
  expect(draftOf(rowOf(id)).words).toMatch(/was planned in the meantime/)
  expect(first().patch.price).toBe(1080)
  await begin()
  await plan(rowOf(id), first())
  expect(draftOf(rowOf(id)).words).toMatch(/in force by now|in the meantime/)
  expect(first().replaced).not.toBe(null)
})

test('while the API is read-only nothing ends and nothing is planned', async () => {
  await planned()
  let sent = 0
  await openTab(shop, {
    token,
    async fetch(request) {
      if (!['PUT', 'DELETE'].includes(request.method)) return fetch(request)
      sent++
      const problem = { type: 'x', title: 'x', status: 503, code: 'read_only', detail: 'x', request_id: 'r' }
      return Response.json(problem, { status: 503, headers: { 'retry-after': '300' } })
    },
  })
  await schedules.read(id)
  await end(first())
  expect(trouble.value).toMatch(/^The shop can only be read at the moment\./)
  trouble.value = ''
  fill({ at: '2099-01-15T00:00', price: '10' })
  await plan(rowOf(id), first())
  expect(trouble.value).toMatch(/^The shop can only be read at the moment\./)
  expect([listed(), sent, draftOf(rowOf(id)).wanted.price]).toEqual([[id], 2, '10'])
})

test('of a business nothing is shown once another one is open', async () => {
  await planned()
  const other = await makeBusiness()
  await openTab(shop, {
    token,
    async fetch(request) {
      const response = await fetch(request)
      if (request.method === 'DELETE') await openTab(other)
      return response
    },
  })
  await schedules.read(undefined)
  await end(first())
  expect([session.value?.business.id, schedules.now.value, rows.value.size]).toEqual([other.id, undefined, 0])
  expect(said.value).toBe('0 products')
})
