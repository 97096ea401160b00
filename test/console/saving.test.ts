import { beforeEach, expect, test } from 'vitest'
import { columnOf } from '../../clients/console/src/rules/columns.ts'
import { addProduct, lastSaved, paste, undoSave } from '../../clients/console/src/state/editing.ts'
import { keepEdits, takeOffered } from '../../clients/console/src/state/keeping.ts'
import { unfold } from '../../clients/console/src/state/reading-shop.ts'
import { save } from '../../clients/console/src/state/saving/saving.ts'
import {
  edits,
  keyFault,
  openSession,
  order,
  rows,
  said,
  session,
  shown,
  trouble,
  unsettled,
} from '../../clients/console/src/state/store.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { asked, makeTeas } from './asked.ts'
import { emptyStorage, leftEdits, openTab, rowOf, type } from './tab.ts'

let shop: Business
let token: string
beforeEach(async () => {
  shop = await makeBusiness()
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
})

const tea = (input = {}) => makeProduct(shop, { category_id: 'tea', ...input })
const stocked = (quantity: number, input = {}) => tea({ track_inventory: true, quantity, ...input })

const productNow = (id: string) => asked(token, 'GET', `/admin/products/${id}`)
const quantityNow = async (id: string) => {
  const { data } = await asked(token, 'GET', '/admin/inventory?limit=200')
  return data.find((stock) => stock.variant_id === id)?.quantity
}

test('cells of several columns are saved together, and can be put back', async () => {
  const { id } = await stocked(3)
  await openTab(shop)
  type([id, 'price', '9,9'], [id, 'compare_at_price', '12'], [id, 'name', 'Genmaicha'], [id, 'stock', '+2'])
  await save()
  expect(leftEdits()).toEqual({})
  expect(said.value).toMatch(/^Saved 4 cells in /)
  expect(await productNow(id)).toMatchObject({ price: 990, compare_at_price: 1200, name: 'Genmaicha' })
  expect(await quantityNow(id)).toBe(5)
  expect(rowOf(id).values).toMatchObject({ price: 990, stock: 5 })
  undoSave()
  expect(lastSaved.value).toEqual([])
  await save()
  expect(await productNow(id)).toMatchObject({ price: 1250, compare_at_price: null, name: 'Sencha' })
  expect(await quantityNow(id)).toBe(3)
})

test('of 60 pasted rows with five wrong prices everything else is saved', async () => {
  await makeTeas(token, 60)
  await openTab(shop)
  expect(order.value).toHaveLength(60)
  const isWrong = (n: number) => n % 12 === 0
  const lines = Array.from({ length: 60 }, (_, n) => (n * 7) % 60).map(
    (n) => `S-${n}\t${isWrong(n) ? '1,234' : '8.50'}\t9.50\t${n}`,
  )
  await paste(['sku\tprice\tcompare at\tstock', ...lines].join('\n'), {
    rows: shown.value,
    columns: openSession().columns,
    selected: { rows: 1, columns: 1 },
    nameOf: (row) => String(row.values.name),
  })
  // Of n = 1 the quantity is the stored one.
  expect(edits.value.size).toBe(179)
  await save()
  expect(said.value).toMatch(/^Saved 169 cells in .* 5 refused, 5 wait with them in their rows$/)
  expect(edits.value.size).toBe(10)
  const bySku = new Map([...rows.value.values()].map((row) => [row.values.sku, row]))
  for (const [n, price, earlier] of [
    [0, 1000, null],
    [1, 850, 950],
    [59, 850, 950],
  ] as const) {
    const id = bySku.get(`S-${n}`)?.id ?? ''
    expect(await productNow(id), `S-${n}`).toMatchObject({ price, compare_at_price: earlier })
    expect(await quantityNow(id), `S-${n}`).toBe(n)
  }
})

test('others change another cell meanwhile: both changes stay', async () => {
  const { id } = await stocked(1)
  await openTab(shop)
  type([id, 'price', '9'])
  await asked(token, 'PATCH', `/admin/products/${id}`, { name: 'Other' })
  await asked(token, 'POST', '/admin/inventory/adjust', {
    reason: 'sale',
    changes: [{ variant_id: id, delta: -1 }],
  })
  await save()
  expect(leftEdits()).toEqual({})
  expect(await productNow(id)).toMatchObject({ price: 900, name: 'Other' })
  expect(rowOf(id).values.name).toBe('Other')
})

test('others change the same cell: it says so, and the second save wins', async () => {
  const { id } = await stocked(1)
  await openTab(shop)
  type([id, 'price', '9'], [id, 'stock', '7'])
  await asked(token, 'PATCH', `/admin/products/${id}`, { price: 1999 })
  await asked(token, 'POST', '/admin/inventory/adjust', {
    reason: 'sale',
    changes: [{ variant_id: id, delta: -1 }],
  })
  await save()
  expect(leftEdits()).toEqual({
    [`${id} price`]: ['9.00', 'Now 19.99. Save again to keep yours.'],
    [`${id} stock`]: ['7', 'Now 0. Save again to keep yours.'],
  })
  expect(await productNow(id)).toMatchObject({ price: 1999 })
  await save()
  expect(leftEdits()).toEqual({})
  expect(await productNow(id)).toMatchObject({ price: 900 })
  expect(await quantityNow(id)).toBe(7)
})

test('a refusal is at its cell, also at one that nobody edited', async () => {
  const { id } = await tea({ price: 1000, compare_at_price: 1200 })
  const { id: other } = await tea({ sku: 'S-1' })
  await openTab(shop)
  type([id, 'price', '20'], [other, 'name', 'Fine'])
  await save()
  expect(Object.keys(leftEdits()).sort()).toEqual([`${id} compare_at_price`, `${id} price`].sort())
  expect(leftEdits()[`${id} compare_at_price`]).toEqual(['12.00', expect.stringMatching(/price/)])
  expect(await productNow(other)).toMatchObject({ name: 'Fine' })
  type([id, 'compare_at_price', '25'], [other, 'sku', 'S-2'])
  await save()
  expect(leftEdits()).toEqual({})
})

test('a change of stock that breaks a rule does not take the others with it', async () => {
  const [one, two] = [await stocked(1), await stocked(1)]
  await openTab(shop)
  type([one.id, 'stock', '-5'], [two.id, 'stock', '+5'])
  await save()
  expect(Object.keys(leftEdits())).toEqual([`${one.id} stock`])
  expect(await quantityNow(two.id)).toBe(6)
})

test('variants are saved with their product, and merged with what others wrote', async () => {
  const { id } = await asked(token, 'POST', '/admin/products', {
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { option_values: { Size: 'S' }, price: 1000, sku: 'S-s' },
      { option_values: { Size: 'M' }, price: 1000, sku: 'S-m' },
    ],
  })
  await openTab(shop)
  await unfold([id])
  const [small = '', medium = ''] = shown.value.slice(1).map((row) => row.id)
  type([small, 'price', '11'], [medium, 'price', '12'], [medium, 'stock', '4'])
  await asked(token, 'PATCH', `/admin/products/${id}/variants`, { variants: [{ id: small, sku: 'S-other' }] })
  await save()
  expect(leftEdits()).toEqual({})
  const { variants } = await asked(token, 'GET', `/admin/products/${id}/variants`)
  expect(variants).toMatchObject([
    { price: 1100, sku: 'S-other' },
    { price: 1200, track_inventory: true },
  ])
  expect(await quantityNow(medium)).toBe(4)
  expect(rowOf(small).values.sku).toBe('S-other')
})

test('a list with SKUs of variants unfolds their product', async () => {
  await asked(token, 'POST', '/admin/products', {
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ option_values: { Size: 'S' }, price: 1000, sku: 'S-s' }],
  })
  await openTab(shop)
  const [row] = shown.value
  await paste('S-s\t9', {
    rows: row ? [row] : [],
    columns: [columnOf('price')],
    selected: { rows: 1, columns: 1 },
    nameOf: () => '',
  })
  expect(said.value).toContain('found by their SKUs')
  expect(Object.values(leftEdits())).toEqual(['9.00'])
})

test('a new product is made once, as a draft', async () => {
  await openTab(shop)
  addProduct()
  const [fresh = ''] = order.value
  type([fresh, 'name', 'Oolong'])
  await save()
  expect(leftEdits()).toMatchObject({ [`${fresh} price`]: ['', expect.stringContaining('price')] })
  type([fresh, 'price', '7'], [fresh, 'category_id', 'tea'])
  await save()
  expect(leftEdits()).toEqual({})
  const [made = ''] = order.value
  expect(await productNow(made)).toMatchObject({ name: 'Oolong', price: 700, status: 'draft' })
  expect((await asked(token, 'GET', '/admin/products')).count).toBe(1)
})

test('a change of stock whose response is lost counts once, also in a tab that was dropped', async () => {
  const { id } = await stocked(3)
  const storage = emptyStorage()
  let isDown = false
  const losing = async (request: Request) => {
    if (isDown) throw new TypeError('Failed to fetch')
    const response = await fetch(request)
    isDown = request.url.endsWith('/adjust')
    if (isDown) throw new TypeError('Failed to fetch')
    return response
  }
  await openTab(shop, { token, storage, fetch: losing })
  type([id, 'stock', '+2'])
  await save()
  expect(trouble.value).toContain('No connection')
  expect(leftEdits()).toEqual({ [`${id} stock`]: '+2' })
  expect(await quantityNow(id)).toBe(5)
  keepEdits(shop.id, storage)
  await openTab(await makeBusiness())
  // Under another key it would count again.
  await openTab(shop, { storage })
  await takeOffered()
  await save()
  expect(leftEdits()).toEqual({ [`${id} stock`]: ['+2', 'It may be counted already: 5 now.'] })
  await openTab(await makeBusiness())
  await openTab(shop, { token, storage })
  await takeOffered()
  await save()
  expect({ left: leftEdits(), unsettled: unsettled.value }).toEqual({ left: {}, unsettled: undefined })
  expect(await quantityNow(id)).toBe(5)
})

test('a key that is accepted no more leads back to its field, and no edit is lost', async () => {
  const { id } = await tea()
  let isRevoked = false
  const fetchAs = (request: Request) => {
    const headers = new Headers(request.headers)
    if (isRevoked) headers.set('authorization', 'Bearer revoked')
    return fetch(new Request(request, { headers }))
  }
  await openTab(shop, { fetch: fetchAs })
  type([id, 'price', '9'])
  isRevoked = true
  await save()
  expect(session.value).toBeUndefined()
  expect(keyFault.value).toContain('Your edits are kept')
  expect(leftEdits()).toEqual({ [`${id} price`]: '9.00' })
})

test('while the shop can only be read it says so, and sends nothing again', async () => {
  const { id } = await tea()
  let writes = 0
  const readOnly = async (request: Request) => {
    if (request.method === 'GET') return fetch(request)
    writes++
    const problem = { type: 'x', title: 'x', status: 503, code: 'read_only', detail: 'x', request_id: 'r' }
    const headers = { 'retry-after': '1', 'x-request-id': 'r-1' }
    return new Response(JSON.stringify(problem), { status: 503, headers })
  }
  await openTab(shop, { fetch: readOnly })
  type([id, 'price', '9'])
  await save()
  expect(writes).toBe(1)
  expect(trouble.value).toContain('can only be read')
  expect(trouble.value).toContain('r-1')
  expect(leftEdits()).toEqual({ [`${id} price`]: '9.00' })
})

test('a key that can only read products sees no stock and changes nothing', async () => {
  const { id } = await stocked(3)
  await openTab(shop, { token: await makeToken(shop, { scopes: ['products:read'] }) })
  expect(openSession().columns.map(({ name }) => name)).not.toContain('stock')
  type([id, 'price', '9'])
  expect(leftEdits()).toEqual({})
})

test('what is kept of a tab has no key in it', async () => {
  const { id } = await tea()
  const storage = emptyStorage()
  await openTab(shop, { token, storage })
  type([id, 'price', '9'])
  keepEdits(shop.id, storage)
  const [[name = '', text = ''] = []] = [...storage.texts]
  expect(name).toContain(shop.id)
  expect(text).toContain('9.00')
  expect(text).not.toContain(token)
})
