import { beforeEach, describe, expect, test } from 'vitest'
import { makeProduct } from '../support/shop.ts'
import { askAs, atOnce, faults, type Merchant, makeShelves, outcome, tally } from './merchant.ts'
import { eventsOf } from './table.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const PATH = '/admin/inventory/holds'
const put = (items: object[], reference = 'cart-1', more: object = {}, headers = {}) =>
  shop.ask('PUT', `${PATH}/${reference}`, { items, ...more }, headers)
const commit = (payment: string, reference = 'cart-1', headers = {}) =>
  shop.ask('POST', `${PATH}/${reference}/commit`, { payment }, headers)
const release = (reference = 'cart-1') => shop.ask('DELETE', `${PATH}/${reference}`)
const makeTea = async (sku: string, quantity = 5) =>
  (
    await makeProduct(shop.business, {
      category_id: 'tea',
      name: sku,
      sku,
      track_inventory: true,
      quantity,
    })
  ).id
const stock = async () =>
  (await shop.ask('GET', '/admin/inventory')).body.data.map(({ sku, quantity, held }) => [
    sku,
    quantity,
    held,
  ])

describe('a checkout elsewhere', () => {
  test('holds, prolongs and commits, and the same commit again has the same response', async () => {
    const id = await makeTea('TEA')
    const held = await put([{ sku: 'TEA', quantity: 2 }])
    expect(held.status).toBe(201)
    expect(held.headers.get('location')).toBe('/api/v1/admin/inventory/holds/cart-1')
    expect(held.body).toMatchObject({
      reference: 'cart-1',
      status: 'held',
      items: [{ variant_id: id, product_id: id, sku: 'TEA', quantity: 2, is_held: true }],
      payment: null,
      version: 1,
    })
    const minutes = (Date.parse(`${held.body.expires_at}`) - Date.parse(held.body.created_at)) / 60_000
    expect(minutes).toBeGreaterThan(34)
    expect(minutes).toBeLessThan(36)
    const etag = `${held.headers.get('etag')}`
    expect(await stock()).toEqual([['TEA', 3, 2]])

    const longer = await put([{ sku: 'TEA', quantity: 2 }], 'cart-1', { expires_in: 86_700 })
    expect([longer.status, longer.headers.get('etag')]).toEqual([200, etag])

    const sold = await commit('pi_1', 'cart-1', { 'if-match': etag })
    expect(sold.body).toMatchObject({ status: 'committed', payment: 'pi_1' })
    const again = await commit('pi_1', 'cart-1', { 'if-match': etag })
    expect([again.status, again.body]).toEqual([200, sold.body])
    const got = await shop.ask('GET', `${PATH}/cart-1`, undefined, { 'if-none-match': etag })
    expect([got.status, got.headers.get('etag'), got.body]).toEqual([200, etag, sold.body])
    expect(await stock()).toEqual([['TEA', 3, 0]])
    const told = (await eventsOf(shop.business.id)).map(({ event }) => event)
    expect(told.map(({ type }) => type).filter((type) => type.startsWith('inventory'))).toEqual([
      'inventory.adjusted',
      'inventory.committed',
    ])
    expect(told.at(-1)).toMatchObject({
      actor: { kind: 'api_key' },
      data: { reference: 'cart-1', payment: 'pi_1', items: sold.body.items },
    })
  })

  test('learns what to refund: a second payment, and a payment for another basket', async () => {
    await makeTea('TEA')
    const { headers } = await put([{ sku: 'TEA', quantity: 2 }])
    const changed = await put([{ sku: 'TEA', quantity: 3 }])
    expect([changed.status, changed.body.version]).toEqual([200, 2])
    const old = await commit('pi_1', 'cart-1', { 'if-match': `${headers.get('etag')}` })
    expect(outcome(old)).toBe('412 precondition_failed')
    expect(outcome(await commit('pi_2'))).toBe('200')
    const second = await commit('pi_3')
    expect([outcome(second), second.body.payment]).toEqual(['409 hold_committed', 'pi_2'])
    const late = await release()
    expect([outcome(late), late.body.payment]).toEqual(['409 hold_committed', 'pi_2'])
    expect(outcome(await put([{ sku: 'TEA', quantity: 1 }]))).toBe('409 hold_committed')
  })

  test('releases, as often as it likes, and a late payment takes the pieces again or is refused', async () => {
    await makeTea('TEA')
    await put([{ sku: 'TEA', quantity: 4 }])
    expect([await release(), await release()].map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ])
    expect(await stock()).toEqual([['TEA', 5, 0]])
    await put([{ sku: 'TEA', quantity: 4 }], 'cart-2')
    const refused = await commit('pi_1')
    expect(outcome(refused)).toBe('409 insufficient_stock')
    expect(refused.body.errors).toMatchObject([
      { pointer: '', code: 'insufficient_stock', detail: 'there are 1', quantity: 1, held: 0 },
    ])
    await release('cart-2')
    expect(outcome(await commit('pi_1'))).toBe('200')
    expect(await stock()).toEqual([['TEA', 1, 0]])
  })

  test('under an Idempotency-Key has one response', async () => {
    await makeTea('TEA')
    await put([{ sku: 'TEA', quantity: 1 }])
    const key = { 'idempotency-key': 'commit-cart-1' }
    const first = await commit('pi_1', 'cart-1', key)
    const again = await commit('pi_1', 'cart-1', key)
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true'])
    expect(outcome(await commit('pi_2', 'cart-1', key))).toBe('422 idempotency_key_reused')
  })

  test('sells each piece once to buyers who hold, pay twice and release at the same time', async () => {
    const id = await makeTea('LAST', 10)
    const buyers = await atOnce(20, async (n) => {
      const held = await put([{ variant_id: id, quantity: 1 }], `cart-${n}`)
      if (held.status !== 201) return outcome(held)
      if (n % 3 === 0) return `released ${(await release(`cart-${n}`)).status}`
      const paid = await Promise.all([commit(`pi_${n}`, `cart-${n}`), commit(`pi_${n}b`, `cart-${n}`)])
      return paid.map(outcome).sort().join()
    })
    const sold = buyers.filter((one) => one === '200,409 hold_committed').length
    expect(await stock()).toEqual([['LAST', 10 - sold, 0]])
    expect(Object.keys(tally(buyers)).sort()).toEqual(
      expect.arrayContaining(['200,409 hold_committed', 'released 204']),
    )
  })
})

describe('bad input changes nothing', () => {
  test.each([
    { name: 'no lines', body: { items: [] }, at: '/items invalid' },
    {
      name: '25 lines',
      body: { items: Array.from({ length: 25 }, () => ({ sku: 'TEA', quantity: 1 })) },
      at: '/items invalid',
    },
    { name: 'no items', body: {}, at: '/items required' },
    {
      name: 'a quantity of 0',
      body: { items: [{ sku: 'TEA', quantity: 0 }] },
      at: '/items/0/quantity invalid',
    },
    {
      name: 'both names',
      body: { items: [{ sku: 'TEA', variant_id: '0190a1b2-0000-7000-8000-000000000001', quantity: 1 }] },
      at: '/items/0 invalid',
    },
    { name: 'no name', body: { items: [{ quantity: 1 }] }, at: '/items/0 invalid' },
    {
      name: 'an unknown SKU',
      body: {
        items: [
          { sku: 'TEA', quantity: 1 },
          { sku: 'NO', quantity: 1 },
        ],
      },
      at: '/items/1/sku invalid',
    },
    {
      name: '59 seconds',
      body: { items: [{ sku: 'TEA', quantity: 1 }], expires_in: 59 },
      at: '/expires_in invalid',
    },
    {
      name: '86,701 seconds',
      body: { items: [{ sku: 'TEA', quantity: 1 }], expires_in: 86_701 },
      at: '/expires_in invalid',
    },
    {
      name: 'what was read',
      body: { items: [{ sku: 'TEA', quantity: 1 }], status: 'held' },
      at: '/status unknown_field',
    },
  ])('$name', async ({ body, at }) => {
    await makeTea('TEA')
    const refused = await shop.ask('PUT', `${PATH}/cart-1`, body)
    expect([outcome(refused), faults(refused)]).toEqual(['422 validation_failed', [at]])
    expect(await stock()).toEqual([['TEA', 5, 0]])
  })

  test('a reference of another form cannot be held, and is not found', async () => {
    await makeTea('TEA')
    for (const reference of ['a%20b', 'x'.repeat(129), 'k%C3%A4se', 'variants']) {
      const refused = await put([{ sku: 'TEA', quantity: 1 }], reference)
      expect([reference, outcome(refused), faults(refused)]).toEqual([
        reference,
        '422 validation_failed',
        ['/reference invalid'],
      ])
      expect(outcome(await shop.ask('GET', `${PATH}/${reference}`))).toBe('404 hold_not_found')
      expect(outcome(await release(reference))).toBe('404 hold_not_found')
      expect(outcome(await commit('pi_1', reference))).toBe('404 hold_not_found')
    }
  })

  test('too few pieces: each error has how many are left, and how many this hold has', async () => {
    const id = await makeTea('TEA')
    await put([{ sku: 'TEA', quantity: 2 }])
    const refused = await put([
      { sku: 'TEA', quantity: 4 },
      { variant_id: id, quantity: 2 },
    ])
    expect(outcome(refused)).toBe('409 insufficient_stock')
    expect(refused.body.errors).toEqual([
      {
        pointer: '/items/0',
        code: 'insufficient_stock',
        detail: 'there are 3, and this hold has 2',
        quantity: 3,
        held: 2,
        variant_id: id,
      },
    ])
    expect(await stock()).toEqual([['TEA', 3, 2]])
  })

  test('pieces that no line names any more, where their stock is too full for them: no line is to blame', async () => {
    await makeTea('TEA')
    await makeTea('CUP')
    await put([{ sku: 'TEA', quantity: 2 }])
    const count = { reason: 'correction', changes: [{ sku: 'TEA', quantity: 1_000_000_000 }] }
    await shop.ask('POST', '/admin/inventory/adjust', count)
    const refused = await put([{ sku: 'CUP', quantity: 1 }])
    expect([outcome(refused), faults(refused)]).toEqual(['422 validation_failed', [' invalid']])
    expect(outcome(await release())).toBe('204')
  })

  test('lines of more than 24 products, with those that they replace', async () => {
    const names = Array.from({ length: 25 }, (_, n) => `P${n}`)
    for (const name of names) await makeTea(name, 1)
    const items = names.map((sku) => ({ sku, quantity: 1 }))
    expect(outcome(await put(items.slice(0, 24)))).toBe('201')
    expect(outcome(await put(items.slice(24)))).toBe('422 too_many_changes')
    expect((await stock()).filter(([, quantity]) => quantity === 0)).toHaveLength(24)
  })

  test('a commit without a payment', async () => {
    await makeTea('TEA')
    await put([{ sku: 'TEA', quantity: 2 }])
    const refused = await shop.ask('POST', `${PATH}/cart-1/commit`, {})
    expect([outcome(refused), faults(refused)]).toEqual(['422 validation_failed', ['/payment required']])
  })

  test('preconditions of a PUT and a release', async () => {
    await makeTea('TEA')
    const items = [{ sku: 'TEA', quantity: 1 }]
    expect(outcome(await put(items, 'cart-1', {}, { 'if-match': '*' }))).toBe('404 hold_not_found')
    expect(outcome(await put(items, 'cart-1', {}, { 'if-none-match': '*' }))).toBe('201')
    expect(outcome(await put(items, 'cart-1', {}, { 'if-none-match': '*' }))).toBe('412 precondition_failed')
    expect(outcome(await put(items, 'cart-1', {}, { 'if-match': '"1.1"' }))).toBe('412 precondition_failed')
    const kept = await shop.ask('DELETE', `${PATH}/cart-1`, undefined, { 'if-match': '"1.1"' })
    expect(outcome(kept)).toBe('412 precondition_failed')
    expect(await stock()).toEqual([['TEA', 4, 1]])
  })

  test('another business sees and changes no hold of this one', async () => {
    await makeTea('TEA')
    await put([{ sku: 'TEA', quantity: 2 }])
    const other = await makeShelves()
    for (const [method, path, body] of [
      ['GET', `${PATH}/cart-1`],
      ['DELETE', `${PATH}/cart-1`],
      ['POST', `${PATH}/cart-1/commit`, { payment: 'pi_1' }],
    ] as const)
      expect(outcome(await askAs(other.token, method, path, body))).toBe('404 hold_not_found')
    expect((await askAs(other.token, 'GET', PATH)).body.data).toEqual([])
    expect((await askAs(other.token, 'GET', '/admin/inventory')).body.data).toEqual([])
    expect(await stock()).toEqual([['TEA', 3, 2]])
  })
})

describe('the list of holds', () => {
  const references = async (query: string) =>
    (await shop.ask('GET', `${PATH}${query}`)).body.data.map(({ reference }) => reference)

  test('is in the order of references, by status and product, page by page', async () => {
    const [tea] = [await makeTea('TEA'), await makeTea('CUP')]
    await put([{ sku: 'CUP', quantity: 1 }], 'c')
    await put([{ sku: 'TEA', quantity: 1 }], 'a')
    await put([{ sku: 'TEA', quantity: 1 }], 'b')
    await release('a')
    await commit('pi_1', 'b')
    expect(await references('')).toEqual(['a', 'b', 'c'])
    expect(await references('?status=held')).toEqual(['c'])
    expect(await references('?status=released')).toEqual(['a'])
    expect(await references(`?product=${tea.toUpperCase()}`)).toEqual(['a', 'b'])
    expect(await references(`?product=${tea}&status=committed`)).toEqual(['b'])
    expect(await references('?product=none')).toEqual([])
    const first = await shop.ask('GET', `${PATH}?limit=2`)
    expect(first.body).toMatchObject({ count: 2, has_more: true })
    expect(await references(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual(['c'])
    expect(outcome(await shop.ask('GET', `${PATH}?status=sold`))).toBe('400 invalid_parameter')
  })
})
