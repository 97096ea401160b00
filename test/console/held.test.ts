import { beforeEach, expect, test } from 'vitest'
import { holds, release } from '../../clients/console/src/state/held/held.ts'
import { findNames, names } from '../../clients/console/src/state/held/names.ts'
import { said, session, trouble } from '../../clients/console/src/state/store.ts'
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

const stocked = (quantity: number, input = {}) =>
  makeProduct(shop, { category_id: 'tea', track_inventory: true, quantity, ...input })

/** Holds pieces of a variant for a buyer. */
const hold = (reference: string, variant: string, quantity = 1) =>
  asked(token, 'PUT', `/admin/inventory/holds/${reference}`, { items: [{ variant_id: variant, quantity }] })

const references = () => holds.now.value?.items.map(({ reference }) => reference)

/** The hold of this reference in the list. */
function listed(reference: string) {
  const found = holds.now.value?.items.find((one) => one.reference === reference)
  if (!found) throw new Error(`no hold ${reference}`)
  return found
}

test('what is held is listed, and a released hold is in the stock again', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id, 2)
  await hold('cart-2', id)
  await openTab(shop, { token })
  expect(rowOf(id).values.stock).toBe(2)
  await holds.read(undefined)
  expect(references()).toEqual(['cart-1', 'cart-2'])
  await release(listed('cart-1'))
  expect(references()).toEqual(['cart-2'])
  expect(said.value).toBe('Released cart-1: 2 pieces back in the stock')
  expect(rowOf(id).values.stock).toBe(4)
})

test('a quantity that is typed is compared with the stock after a release', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id, 2)
  await openTab(shop, { token })
  type([id, 'stock', '9'])
  await holds.read(undefined)
  await release(listed('cart-1'))
  expect(leftEdits()).toEqual({ [`${id} stock`]: ['9', 'Now 5. Save again to keep yours.'] })
})

test('the list can be of one product, and has more than a page', async () => {
  const [{ id }, { id: other }] = [await stocked(100), await stocked(100)]
  for (let n = 0; n < 51; n++) await hold(`cart-${n}`, n === 7 ? other : id)
  await openTab(shop, { token })
  await holds.read(undefined)
  expect(references()).toHaveLength(50)
  await holds.readMore()
  expect(references()).toHaveLength(51)
  expect(holds.now.value?.next).toBe(null)
  await holds.read(other)
  expect(references()).toEqual(['cart-7'])
})

test('pages without a hold are skipped, and of two readings the later one is shown', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  const slow = Promise.withResolvers<void>()
  await openTab(shop, {
    token,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (!pathname.endsWith('/holds')) return fetch(request)
      if (searchParams.has('product')) await slow.promise
      if (searchParams.has('cursor')) return fetch(request.url.replace(/&cursor=.*/, ''), request)
      return Response.json({ data: [], count: 0, has_more: true, next_cursor: 'next' })
    },
  })
  const first = holds.read(id)
  await holds.read(undefined)
  slow.resolve()
  await first
  expect([references(), holds.now.value?.product]).toEqual([['cart-1'], undefined])
})

test('two clicks at once release a hold once', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  let sent = 0
  await openTab(shop, {
    token,
    fetch(request) {
      if (request.method === 'DELETE') sent++
      return fetch(request)
    },
  })
  await holds.read(undefined)
  await Promise.all([release(listed('cart-1')), release(listed('cart-1'))])
  expect(sent).toBe(1)
})

test('variants and deleted products have names', async () => {
  const { id } = await makeProduct(shop, { category_id: 'tea' })
  await asked(token, 'PUT', `/admin/products/${id}/variants`, {
    options: [{ name: 'Weight', values: ['50 g'] }],
    variants: [{ option_values: { Weight: '50 g' }, price: 700, track_inventory: true, quantity: 3 }],
  })
  const { variants } = await asked(token, 'GET', `/admin/products/${id}/variants`)
  const [variant] = variants
  const { id: gone } = await stocked(3)
  await hold('cart-1', `${Object(variant).id}`)
  await hold('cart-2', gone)
  await asked(token, 'DELETE', `/admin/products/${gone}`)
  await openTab(shop, { token })
  await holds.read(undefined)
  await findNames(holds.now.value?.items ?? [])
  expect(names.value.get(`${Object(variant).id}`)).toBe('50 g')
  expect(names.value.get(gone)).toBe('Deleted product')
})

test('a hold that is sold meanwhile is not released, and says for which payment', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  await openTab(shop, { token })
  await holds.read(undefined)
  await asked(token, 'POST', '/admin/inventory/holds/cart-1/commit', { payment: 'pi_1' })
  await release(listed('cart-1'))
  expect(holds.fault.value).toMatch(/^cart-1 is sold, for the payment pi_1\./)
  expect(references()).toEqual([])
  expect((await asked(token, 'GET', '/admin/inventory')).data).toMatchObject([{ quantity: 4 }])
})

test('other pieces than those that were shown are not released, and are shown', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  await openTab(shop, { token })
  await holds.read(undefined)
  await hold('cart-1', id, 3)
  await release(listed('cart-1'))
  expect(holds.fault.value).toMatch(/^Other pieces are held for cart-1 now\./)
  expect(listed('cart-1').items).toMatchObject([{ quantity: 3 }])
  await release(listed('cart-1'))
  expect([references(), holds.fault.value]).toEqual([[], ''])
})

test('a hold that is not there any more leaves the list', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  await openTab(shop, {
    token,
    fetch: (request) =>
      fetch(request.method === 'DELETE' ? new Request(`${request.url}-gone`, request) : request),
  })
  await holds.read(undefined)
  await release(listed('cart-1'))
  expect([references(), holds.fault.value]).toEqual([[], 'There is no hold cart-1 any more.'])
})

test('a release whose response is lost is said, and can be sent again', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id, 2)
  let isDown = true
  await openTab(shop, {
    token,
    async fetch(request) {
      const response = await fetch(request)
      if (request.method === 'DELETE' && isDown) throw new TypeError('Failed to fetch')
      return response
    },
  })
  await holds.read(undefined)
  await release(listed('cart-1'))
  expect(trouble.value).toMatch(/^No connection/)
  expect(references()).toEqual(['cart-1'])
  isDown = false
  await release(listed('cart-1'))
  expect([references(), trouble.value]).toEqual([[], ''])
  expect(rowOf(id).values.stock).toBe(5)
})

test('while the API is read-only the hold stays, and nothing is sent again', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  let sent = 0
  await openTab(shop, {
    token,
    async fetch(request) {
      if (request.method !== 'DELETE') return fetch(request)
      sent++
      const problem = { type: 'x', title: 'x', status: 503, code: 'read_only', detail: 'x', request_id: 'r' }
      return Response.json(problem, { status: 503, headers: { 'retry-after': '300' } })
    },
  })
  await holds.read(undefined)
  await release(listed('cart-1'))
  expect(trouble.value).toMatch(/^The shop can only be read at the moment\./)
  expect([references(), sent]).toEqual([['cart-1'], 1])
})

test('a key that is not accepted any more leads back to its field', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  await openTab(shop, {
    token,
    async fetch(request) {
      return request.method === 'DELETE' ? Response.json({}, { status: 401 }) : fetch(request)
    },
  })
  await holds.read(undefined)
  await release(listed('cart-1'))
  expect([session.value, holds.now.value]).toEqual([undefined, undefined])
})

test('of a business nothing is shown once another one is open', async () => {
  const { id } = await stocked(5)
  await hold('cart-1', id)
  const other = await makeBusiness()
  await openTab(shop, {
    token,
    async fetch(request) {
      const response = await fetch(request)
      if (request.method === 'DELETE') await openTab(other)
      return response
    },
  })
  await holds.read(undefined)
  await release(listed('cart-1'))
  expect([session.value?.business.id, holds.now.value, said.value]).toEqual([
    other.id,
    undefined,
    '0 products',
  ])
})
