import { expect, test } from 'vitest'
import { makeMerchant } from '../admin/merchant.ts'
import { ageEvents } from '../support/feed.ts'
import { readPage } from './blocks.ts'

test('a copy of stock that is read again as the page says is right', async () => {
  const steps = ['Request the feed with `after=now`', 'GET /admin/inventory', 'from the stored position']
  const [, page = ''] = readPage('docs/events.md').split('### After a long break')
  expect(steps.map((step) => page.indexOf(step)).every((at, n, all) => at > (all[n - 1] ?? 0))).toBe(true)

  const { ask, business } = await makeMerchant()
  const sold = (delta: number) =>
    ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes: [{ sku: 'ST-1', delta }] })
  await ask('POST', '/admin/categories', { id: 'tea', name: 'Tea' })
  const stocked = { name: 'Stock', price: 100, category_id: 'tea', sku: 'ST-1', track_inventory: true }
  const path = '/admin/products/by-external-id/st-1'
  await ask('PUT', path, { ...stocked, quantity: 10 })
  await sold(-3)
  await ask('PATCH', path, { track_inventory: false })
  await ask('PATCH', path, { track_inventory: true, quantity: 50 })
  await ageEvents(business.id)

  const { next_after } = (await ask('GET', '/admin/events?after=now')).body
  const copy = new Map<unknown, unknown>()
  const { data } = (await ask('GET', '/admin/inventory')).body
  for (const { variant_id, quantity } of data) copy.set(variant_id, quantity)
  expect([...copy.values()]).toEqual([50])
  const follow = async (after: string) =>
    (await ask('GET', `/admin/events?type=inventory.adjusted${after}`)).body.data
  expect(await follow(`&after=${next_after}`)).toEqual([])
  // The counts from before the stock began anew are behind the beginning of the feed alone.
  expect(await follow('')).toHaveLength(1)
})

test('the problem of a position that is too old says the same as the page', async () => {
  const { ask } = await makeMerchant()
  const expired = 'evt_01000000-0000-7000-8000-000000000000'
  const { status, body } = await ask('GET', `/admin/events?after=${expired}`)
  expect(status).toBe(410)
  const [, row = ''] = readPage('docs/problems.md').split('`events_expired` | 410 | ')
  for (const said of [body.detail, row.split('\n')[0] ?? '']) {
    const order = ['after=now', 'objects'].map((words) => String(said).lastIndexOf(words))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(said).not.toMatch(/without .after|from its beginning/i)
  }
})
