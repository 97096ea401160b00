import { beforeEach, expect, test } from 'vitest'
import { ALL } from '../../clients/console/src/rules/view.ts'
import { paste } from '../../clients/console/src/state/editing.ts'
import { find, findExactly, findMore, findPublished } from '../../clients/console/src/state/finding.ts'
import { readShop } from '../../clients/console/src/state/reading-shop.ts'
import { wantStock } from '../../clients/console/src/state/stock.ts'
import { arrange, openSession, order, rows, said, shown } from '../../clients/console/src/state/store.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { asked } from './asked.ts'
import { leftEdits, openTab, rowOf, type } from './tab.ts'

let shop: Business
let token: string
beforeEach(async () => {
  shop = await makeBusiness()
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
})

const tea = (input = {}) => makeProduct(shop, { category_id: 'tea', ...input })
const stocked = (quantity: number, input = {}) => tea({ track_inventory: true, quantity, ...input })

/** An empty list of quantities: of a shop with too many to read, those of its newest products are not in it. */
async function withoutQuantities(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  if (!request.url.includes('/admin/inventory') || searchParams.has('product')) return fetch(request)
  return Response.json({ data: [], count: 0, has_more: false, next_cursor: null })
}

test('a quantity that is not read yet cannot be changed, and is read once its row is in view', async () => {
  const { id } = await stocked(3)
  await openTab(shop, { fetch: withoutQuantities })
  expect(rowOf(id).values.stock).toBe(null)
  type([id, 'stock', '9'])
  expect(leftEdits()).toEqual({})
  await wantStock(id)
  expect(rowOf(id).values.stock).toBe(3)
})

test('the quantity of a product that is no longer tracked is requested once', async () => {
  const { id } = await stocked(3)
  let times = 0
  await openTab(shop, {
    fetch: (request) => {
      if (new URL(request.url).searchParams.has('product')) times++
      return withoutQuantities(request)
    },
  })
  await asked(token, 'PATCH', `/admin/products/${id}`, { track_inventory: false })
  await wantStock(id)
  await wantStock(id)
  expect(times).toBe(1)
})

test('quantities are read before others are pasted over them', async () => {
  const { id } = await stocked(3, { sku: 'S-1' })
  await openTab(shop, { fetch: withoutQuantities })
  const { columns } = openSession()
  await paste('sku\tstock\nS-1\t8', {
    rows: shown.value,
    columns,
    selected: { rows: 1, columns: 1 },
    nameOf: () => '',
  })
  expect(leftEdits()).toEqual({ [`${id} stock`]: '8' })
  expect(rowOf(id).values.stock).toBe(3)
})

test('edits are compared with what others wrote when the shop is read again', async () => {
  const { id } = await tea()
  await openTab(shop)
  type([id, 'price', '9'], [id, 'name', 'Genmaicha'])
  await asked(token, 'PATCH', `/admin/products/${id}`, { price: 1999 })
  await readShop()
  expect(leftEdits()).toEqual({
    [`${id} price`]: ['9.00', 'Now 19.99. Save again to keep yours.'],
    [`${id} name`]: 'Genmaicha',
  })
})

test('what arrives late of another business is not for these rows', async () => {
  await tea()
  const other = await makeBusiness()
  await makeCategory(other, { id: 'cups' })
  const { id } = await makeProduct(other, { category_id: 'cups' })
  const [asking, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = openTab(shop, {
    fetch: async (request) => {
      const isList = request.url.includes('/admin/products?')
      if (isList) asking.resolve()
      if (isList) await release.promise
      return fetch(request)
    },
  })
  await asking.promise
  await openTab(other)
  release.resolve()
  await first
  expect([...rows.value.keys()]).toEqual([id])
  expect(order.value).toEqual([id])
})

test('what is not among the rows is found in the whole shop', async () => {
  await openTab(shop)
  const draft = await tea({ name: 'Draft', status: 'draft', sku: 'S-1' })
  await find(findMore)
  expect(said.value).toBe('All of these are loaded: 1 more')
  expect(order.value).toEqual([draft.id])
  const { id } = await tea({ name: 'Gyokuro', sku: 'S-2' })
  arrange({ ...ALL, words: 'S-2' })
  await find(findExactly)
  expect(said.value).toBe('Found S-2')
  expect(order.value).toEqual([id])
  const other = await tea({ name: 'Matcha' })
  arrange({ ...ALL, words: 'matc' })
  await find(findPublished)
  expect(said.value).toBe('Found 1 for matc')
  expect(order.value).toEqual([other.id])
})
