import { beforeEach, describe, expect, test } from 'vitest'
import { ageEvents } from '../support/feed.ts'
import { makeProduct } from '../support/shop.ts'
import { atOnce, type Body, create, faults, type Merchant, makeShelves, outcome, tally } from './merchant.ts'
import { eventsOf, everythingOf } from './table.ts'
import { makeShirt, makeSizes, pathOf, publicly, SIZES, variantsIn } from './variants/shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const adjust = (changes: object[], more: object = {}, headers = {}) =>
  shop.ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes, ...more }, headers)
const stock = async (query = '') => (await shop.ask('GET', `/admin/inventory${query}`)).body.data
const productOf = async (id: string) => (await shop.ask('GET', `/admin/products/${id}`)).body
const quantities = (body: Body) => body.data.map(({ quantity }) => quantity)

/** A plain product of which there is so much. */
const makeStocked = (quantity: number, more: object = {}) =>
  makeShirt(shop, { sku: 'PLAIN', track_inventory: true, quantity, ...more })

/** So many products, of each of which there is one. */
const makeMany = (count: number) =>
  atOnce(count, (n) =>
    makeProduct(shop.business, { name: `P${n}`, category_id: 'tea', track_inventory: true, quantity: 1 }),
  )

/** Sizes S, M and L, of each of which there are so many. */
const makeTracked = (each: number[], more: object = {}) =>
  makeSizes(shop, {
    options: [SIZES],
    variants: SIZES.values.map((Size, n) => ({
      option_values: { Size },
      price: 1000,
      sku: `SHIRT-${Size}`,
      track_inventory: true,
      quantity: each[n],
      ...more,
    })),
  })

describe('a tracked product', () => {
  test('is available while there is some of it, with an event of its own when that changes', async () => {
    const { id, is_available } = await makeStocked(2)
    expect(is_available).toBe(true)
    const sold = await adjust([{ sku: 'PLAIN', delta: -2 }], { reference: 'order 1' })
    expect(sold.body).toEqual({
      data: [{ index: 0, status: 200, variant_id: id, product_id: id, quantity: 0 }],
      count: 1,
    })
    expect(await productOf(id)).toMatchObject({ is_available: false, version: 2 })
    expect((await publicly(shop, `/products/${id}`)).body.is_available).toBe(false)
    await adjust([{ variant_id: id, delta: 5 }], { reason: 'received' })
    expect(await productOf(id)).toMatchObject({ is_available: true, version: 3 })
    // An adjustment without a flip leaves the product as it is.
    await adjust([{ variant_id: id, delta: -1 }])
    expect(await productOf(id)).toMatchObject({ is_available: true, version: 3 })
    const happened = (await eventsOf(shop.business.id)).map(({ event }) => event)
    const ofType = (type: string) => happened.filter((event) => event.type === type).map(({ data }) => data)
    const change = (delta: number, quantity: number) => ({ variant_id: id, product_id: id, delta, quantity })
    expect(ofType('inventory.adjusted')).toMatchObject([
      { reason: 'sale', reference: 'order 1', changes: [change(-2, 0)], availability_changed: [id], low: [] },
      { reason: 'received', changes: [change(5, 5)], availability_changed: [id] },
      { changes: [change(-1, 4)], availability_changed: [] },
    ])
    expect(ofType('product.updated')).toMatchObject([
      { id, is_available: false, version: 2 },
      { id, is_available: true, version: 3 },
    ])
  })

  test('is not made available by hand', async () => {
    const { id } = await makeStocked(0)
    const path = `/admin/products/${id}`
    expect(await productOf(id)).toMatchObject({ is_available: false, track_inventory: true })
    const left = await shop.ask('PATCH', path, { is_available: true })
    expect(left.body).toMatchObject({ is_available: false, version: 1 })
    const told = await shop.ask('PATCH', path, { track_inventory: false, is_available: true })
    expect(told.body).toMatchObject({ is_available: true, track_inventory: false })
    expect(await stock()).toEqual([])
    const again = await shop.ask('PATCH', path, { track_inventory: true })
    expect(again.body).toMatchObject({ is_available: false })
    expect(await stock()).toMatchObject([{ variant_id: id, quantity: 0 }])
  })

  test('keeps its stock when it is replaced by a body that does not mention it', async () => {
    const { id } = await makeStocked(4, { external_id: 'erp-1', low_stock_at: 2 })
    const told = await shop.ask('PUT', '/admin/products/by-external-id/erp-1', {
      name: 'Other',
      price: 1,
      category_id: 'tea',
    })
    expect(told.body).toMatchObject({ track_inventory: true, low_stock_at: 2, is_available: true, sku: null })
    expect(await stock()).toMatchObject([{ variant_id: id, quantity: 4, sku: null, low_stock_at: 2 }])
    const refused = await shop.ask('PATCH', `/admin/products/${id}`, { quantity: 9 })
    expect(faults(refused)).toEqual(['/quantity read_only'])
  })

  test('that allows backorders is sold below zero, and is sold out when it allows them no more', async () => {
    const { id } = await makeStocked(1, { allow_backorder: true })
    expect(quantities((await adjust([{ sku: 'PLAIN', delta: -3 }])).body)).toEqual([-2])
    expect(await productOf(id)).toMatchObject({ is_available: true, version: 2 })
    const told = await shop.ask('PATCH', `/admin/products/${id}`, { allow_backorder: false })
    expect(told.body).toMatchObject({ is_available: false })
    expect(outcome(await adjust([{ sku: 'PLAIN', delta: -1 }]))).toBe('409 insufficient_stock')
    expect(quantities((await adjust([{ sku: 'PLAIN', delta: 1 }])).body)).toEqual([-1])
    expect(quantities((await adjust([{ sku: 'PLAIN', delta: 2 }])).body)).toEqual([1])
    expect(await productOf(id)).toMatchObject({ is_available: true })
  })

  test('has a quantity of at most a billion, whatever is received', async () => {
    await makeStocked(5)
    const most = { sku: 'PLAIN', delta: 1_000_000_000 }
    const detail = 'must lead to a quantity from -1000000000 to 1000000000: there are 5'
    const told = await adjust([most])
    expect([told.status, told.body.errors]).toEqual([
      422,
      [{ pointer: '/changes/0/delta', code: 'invalid', detail }],
    ])
    expect((await adjust([most], { atomic: false })).body.data).toMatchObject([{ index: 0, status: 422 }])
    expect(await stock()).toMatchObject([{ quantity: 5 }])
  })

  test('takes its stock along when it gets options, and back', async () => {
    const { id } = await makeStocked(7)
    const told = await shop.ask('PUT', pathOf(id), {
      options: [SIZES],
      variants: [
        { id, option_values: { Size: 'S' }, price: 1 },
        { option_values: { Size: 'M' }, price: 2, track_inventory: true, quantity: 3 },
        { option_values: { Size: 'L' }, price: 3 },
      ],
    })
    expect(variantsIn(told)).toMatchObject([
      { track_inventory: true, is_available: true, sku: 'PLAIN' },
      { track_inventory: true, is_available: true },
      { track_inventory: false },
    ])
    expect((await stock()).map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([
      [`${id}-1`, 7],
      [`${id}-2`, 3],
    ])
    await shop.ask('PUT', pathOf(id), { options: [], variants: [{ id: `${id}-2`, price: 1 }] })
    expect(await stock()).toMatchObject([{ variant_id: id, quantity: 3 }])
    await shop.ask('DELETE', `/admin/products/${id}`)
    expect(await stock()).toEqual([])
  })
})

describe('variants', () => {
  test('sell out one by one, the product with the last of them', async () => {
    const { product, path } = await makeTracked([1, 1, 0])
    expect((await shop.ask('GET', path)).body.variants).toMatchObject([
      { is_available: true },
      { is_available: true },
      { is_available: false },
    ])
    await adjust([{ sku: 'SHIRT-S', delta: -1 }])
    expect(await productOf(product.id)).toMatchObject({ is_available: true, version: 3 })
    await adjust([{ sku: 'SHIRT-M', delta: -1 }])
    expect(await productOf(product.id)).toMatchObject({ is_available: false, version: 4 })
    const { body } = await publicly(shop, `/products/${product.id}?expand=variants`)
    expect(body).toMatchObject({ is_available: false })
    expect((body.variants as { is_available: boolean }[]).map((one) => one.is_available)).toEqual([
      false,
      false,
      false,
    ])
    expect(JSON.stringify(body)).not.toMatch(/quantity|track_inventory|backorder|low_stock/)
  })

  test('of many products are adjusted in one commit, or none of them', async () => {
    const { product } = await makeTracked([5, 5, 5])
    const plain = await makeStocked(1)
    const before = await everythingOf(shop.business.id)
    const refused = await adjust([
      { sku: 'SHIRT-S', delta: -5 },
      { sku: 'SHIRT-M', delta: -6 },
      { variant_id: plain.id, delta: -2 },
    ])
    expect(outcome(refused)).toBe('409 insufficient_stock')
    expect(refused.body.errors).toMatchObject([
      { pointer: '/changes/1', code: 'insufficient_stock', quantity: 5 },
      { pointer: '/changes/2', code: 'insufficient_stock', quantity: 1 },
    ])
    expect(await everythingOf(shop.business.id)).toEqual(before)
    const told = await adjust([
      { sku: 'SHIRT-S', delta: -5 },
      { sku: 'SHIRT-M', quantity: 12, expected: 5 },
      { variant_id: plain.id, delta: -1 },
    ])
    expect(quantities(told.body)).toEqual([0, 12, 0])
    const happened = (await eventsOf(shop.business.id)).map(({ event }) => event)
    const adjusted = happened.find(({ type }) => type === 'inventory.adjusted')
    expect(adjusted?.data).toMatchObject({
      changes: [
        { delta: -5, quantity: 0 },
        { delta: 7, quantity: 12 },
        { delta: -1, quantity: 0 },
      ],
      availability_changed: [product.id, plain.id].sort(),
    })
    const updated = happened.filter(({ type }) => type === 'product.updated').map(({ data }) => data.id)
    expect(updated.slice(-2).sort()).toEqual([product.id, plain.id].sort())
  })

  test('are set only from the quantity that is expected', async () => {
    await makeTracked([5, 5, 5])
    const set = (expected: number) =>
      adjust([{ sku: 'SHIRT-S', quantity: 9, expected }], { reason: 'correction' })
    const told = await set(4)
    expect(outcome(told)).toBe('409 stock_differs')
    expect(told.body.errors).toMatchObject([{ pointer: '/changes/0', code: 'stock_differs', quantity: 5 }])
    expect(quantities((await set(5)).body)).toEqual([9])
  })
})

test('with `atomic` false every change has a result of its own, in commits of 20', async () => {
  await makeTracked([5, 5, 5])
  const changes = [
    { sku: 'SHIRT-S', delta: -6 },
    { sku: 'SHIRT-M', delta: -5 },
    { sku: 'NONE', delta: -1 },
    { sku: 'SHIRT-L', quantity: 3, expected: 4 },
  ]
  const told = await adjust(changes, { atomic: false })
  expect(told.status).toBe(200)
  expect(told.body.data.map(({ status, quantity }) => [status, quantity])).toEqual([
    [409, undefined],
    [200, 0],
    [422, undefined],
    [409, undefined],
  ])
  expect((await stock()).map(({ quantity }) => quantity)).toEqual([5, 0, 5])
})

test('a variant that a commit has named, sold or refused, is refused in the next, whatever it is called', async () => {
  const { variants } = await makeTracked([5, 5, 5])
  const changes = [
    { sku: 'SHIRT-S', delta: -1 },
    { sku: 'SHIRT-M', delta: -9 },
    ...Array.from({ length: 18 }, (_, n) => ({ sku: `NONE-${n}`, delta: -1 })),
    { variant_id: variants[0]?.id, delta: -1 },
    { variant_id: variants[1]?.id, delta: -1 },
  ]
  const told = await adjust(changes, { atomic: false })
  const statuses = told.body.data.map(({ status }) => status)
  expect([statuses.slice(0, 2), statuses.slice(20)]).toEqual([
    [200, 409],
    [422, 422],
  ])
  expect((await stock()).map(({ quantity }) => quantity)).toEqual([4, 5, 5])
})

test('41 changes are carried out in three commits with three events', async () => {
  const products = await makeMany(41)
  const told = await adjust(
    products.map(({ id }) => ({ variant_id: id, delta: 1 })),
    { atomic: false, reason: 'received' },
  )
  expect(tally(told.body.data.map(({ quantity }) => `${quantity}`))).toEqual({ 2: 41 })
  const happened = await eventsOf(shop.business.id)
  expect(happened.filter(({ event }) => event.type === 'inventory.adjusted')).toHaveLength(3)
})

describe('a call under a key', () => {
  const key = { 'idempotency-key': 'order-1' }

  test('is carried out once when it is repeated', async () => {
    const { id } = await makeStocked(5)
    const ask = (changes: object[]) => adjust(changes, {}, key)
    const first = await ask([{ variant_id: id, delta: -2 }])
    const again = await ask([{ variant_id: id, delta: -2 }])
    expect(quantities(first.body)).toEqual([3])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await stock())[0]?.quantity).toBe(3)
    expect(outcome(await ask([{ variant_id: id, delta: -3 }]))).toBe('422 idempotency_key_reused')
    const inParts = await adjust([{ variant_id: id, delta: -2 }], { atomic: false }, key)
    expect(outcome(inParts)).toBe('422 idempotency_key_reused')
  })

  test.each([
    ['of which there is enough', 20, 12],
    ['of the last pieces', 8, 0],
  ])('that is sent eight times at once %s has one response', async (_, quantity, due) => {
    const { id } = await makeStocked(quantity)
    const told = await atOnce(8, () => adjust([{ variant_id: id, delta: -8 }], {}, key))
    const answer = { index: 0, status: 200, variant_id: id, product_id: id, quantity: due }
    for (const { body } of told) expect(body).toEqual({ data: [answer], count: 1 })
    const replayed = told.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')
    expect([replayed.length, (await stock())[0]?.quantity]).toEqual([7, due])
  })

  test('in parts gets a Retry-After of a second while another one is carried out', async () => {
    const { id } = await makeStocked(9)
    const send = () => adjust([{ variant_id: id, delta: -1 }], { atomic: false }, key)
    const told = await atOnce(6, send)
    const waiting = told.filter(({ status }) => status === 409)
    for (const { headers } of waiting) expect(headers.get('retry-after')).toBe('1')
    expect(await send()).toMatchObject({ status: 200, body: { data: [{ quantity: 8 }] } })
  })
})

test('24 products with options sell out in one commit, under a key, in all their categories', async () => {
  for (const id of ['a', 'b', 'c']) await create(shop, '/admin/categories', { id, name: id })
  const additional_categories = ['a', 'b', 'c'].map((id) => ({ id }))
  const options = [{ name: 'Size', values: ['S'] }]
  const products = await atOnce(24, (n) =>
    shop.ask('POST', '/admin/products', {
      name: `P${n}`,
      category_id: 'tea',
      status: 'active',
      additional_categories,
      options,
      variants: [
        { option_values: { Size: 'S' }, price: 1, sku: `P-${n}`, track_inventory: true, quantity: 1 },
      ],
    }),
  )
  const changes = products.map((_, n) => ({ sku: `P-${n}`, delta: -1 }))
  const told = await adjust(changes, {}, { 'idempotency-key': 'order-1' })
  expect(tally(quantities(told.body).map(String))).toEqual({ 0: 24 })
})

test('40 buyers of 30 pieces: 30 are sold', async () => {
  const { id } = await makeStocked(30)
  const told = await atOnce(40, () => adjust([{ variant_id: id, delta: -1 }]))
  expect(tally(told.map(outcome))).toEqual({ 200: 30, '409 insufficient_stock': 10 })
  expect((await stock())[0]?.quantity).toBe(0)
  expect((await productOf(id)).is_available).toBe(false)
})

describe('the list', () => {
  test('shows what is tracked, by product, SKU or what is low, in pages', async () => {
    const sizes = await makeTracked([5, 2, 0], { low_stock_at: 2 })
    const plain = await makeStocked(9)
    const all = await stock()
    expect(all.map(({ sku, quantity, is_low }) => [sku, quantity, is_low])).toEqual([
      ['SHIRT-S', 5, false],
      ['SHIRT-M', 2, true],
      ['SHIRT-L', 0, true],
      ['PLAIN', 9, false],
    ])
    expect(await stock('?low_stock=true')).toEqual(all.slice(1, 3))
    expect(await stock('?sku=SHIRT-M')).toEqual(all.slice(1, 2))
    expect(await stock(`?product=${plain.id}`)).toEqual(all.slice(3))
    expect(await stock(`?product=${sizes.product.id}&low_stock=true`)).toEqual(all.slice(1, 3))
    expect(await stock('?product=nonsense')).toEqual([])
    expect(await stock('?sku=NONE')).toEqual([])
    for (const limit of [1, 2, 3]) {
      const seen: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
        const { body } = await shop.ask('GET', `/admin/inventory${query}`)
        expect(body.count).toBeLessThanOrEqual(limit)
        seen.push(...body.data)
        cursor = body.next_cursor
      }
      expect(seen).toEqual(all)
    }
  })

  test('says what became low in the event', async () => {
    const { variants } = await makeTracked([5, 5, 5], { low_stock_at: 2 })
    await adjust([
      { sku: 'SHIRT-S', delta: -3 },
      { sku: 'SHIRT-M', delta: -1 },
    ])
    await adjust([{ sku: 'SHIRT-S', delta: -1 }])
    const happened = (await eventsOf(shop.business.id)).map(({ event }) => event.data.low)
    expect(happened.slice(-2)).toEqual([[variants[0]?.id], []])
  })
})

test('an adjustment is found in the feed by each of its products', async () => {
  const [one, two] = [await makeStocked(5), await makeStocked(5, { sku: 'OTHER' })]
  await adjust([one, two].map(({ id }) => ({ variant_id: id, delta: -1 })))
  await adjust([{ variant_id: two.id, delta: -5 }])
  await adjust([{ variant_id: two.id, delta: -4 }])
  await ageEvents(shop.business.id)
  const found = async (id: string) =>
    (await shop.ask('GET', `/admin/events?object=${id}`)).body.data.map(({ type }) => type)
  expect(await found(one.id)).toEqual(['product.created', 'inventory.adjusted'])
  const last = ['inventory.adjusted', 'product.updated']
  expect((await found(two.id)).slice(0, 2)).toEqual(['product.created', 'inventory.adjusted'])
  expect((await found(two.id)).slice(2).sort()).toEqual(last)
})

test('changes that the shop has no place for are refused, each where it is, and nothing is changed', async () => {
  const { id } = await makeStocked(5)
  await makeShirt(shop, { sku: 'LOOSE' })
  const before = await everythingOf(shop.business.id)
  const told = await adjust([
    { variant_id: id, delta: 1 },
    { sku: 'PLAIN', delta: 1 },
    { sku: 'NONE', delta: 1 },
    { variant_id: '00000000-0000-7000-8000-000000000000-3', delta: 1 },
    { sku: 'LOOSE', delta: 1 },
  ])
  expect([outcome(told), faults(told).sort()]).toEqual([
    '422 validation_failed',
    [
      '/changes/1/sku invalid',
      '/changes/2/sku invalid',
      '/changes/3/variant_id invalid',
      '/changes/4/sku invalid',
    ],
  ])
  expect(faults(await adjust([{ sku: 'PLAIN', delta: 0.5 }]))).toEqual(['/changes/0/delta invalid'])
  expect(await everythingOf(shop.business.id)).toEqual(before)
})
