import { expect, test } from 'vitest'
import { variantRow } from '../../clients/console/src/rules/rows.ts'
import { addProduct, undoSave } from '../../clients/console/src/state/editing.ts'
import { offered, takeOffered } from '../../clients/console/src/state/keeping.ts'
import { open } from '../../clients/console/src/state/opening.ts'
import { findSkus, fold, unfold } from '../../clients/console/src/state/reading-shop.ts'
import { save } from '../../clients/console/src/state/saving/saving.ts'
import { forgetStocks, wantStock } from '../../clients/console/src/state/stock.ts'
import {
  openSession,
  order,
  putRows,
  rows,
  session,
  trouble,
  unfolded,
} from '../../clients/console/src/state/store.ts'
import { product, variant } from './products.ts'
import { showRows } from './session.ts'
import { emptyStorage, leftEdits, rowOf, type } from './tab.ts'
import { row } from './table.ts'

const id = '0'.repeat(36)
const gone = () =>
  Response.json({ type: 'x', title: 'x', status: 404, code: 'x', detail: 'Gone.' }, { status: 404 })
const set = (price: number) => ({
  variants: [variant(`${id}-1`, price)],
  created_at: new Date(1000),
  version: 2,
})

test('a quantity that is raised while it is sent is counted once', async () => {
  showRows([row('a')], async () => {
    type(['a', 'stock', '+2'])
    return Response.json({ data: [{ index: 0, quantity: 4 }] })
  })
  type(['a', 'stock', '+1'])
  await save()
  expect(leftEdits()).toEqual({ 'a stock': '+1' })
  expect(rowOf('a').values.stock).toBe(4)
})

test('another quantity that is typed while one is sent is not said to be a conflict', async () => {
  showRows([row('a')], async () => {
    type(['a', 'stock', '7'])
    return Response.json({ data: [{ index: 0, quantity: 8 }] })
  })
  type(['a', 'stock', '8'])
  await save()
  expect(leftEdits()).toEqual({ 'a stock': '7' })
})

test('a product of a business that was left is not among the rows of the next one', async () => {
  for (const read of [() => unfold([id]), () => findSkus(['S-x'])]) {
    showRows([row('a')], async ({ url }) => {
      if (url.includes('/variants?')) return Response.json({ data: [{ product_id: id }] })
      showRows([row('b')])
      return Response.json(url.endsWith('/variants') ? set(1000) : product(id))
    })
    await read().catch(() => {})
    expect([...rows.value.keys()]).toEqual(['b'])
  }
})

test('variants that are unfolded again are compared with the edits in them', async () => {
  const parent = row(id, { price: null }, { hasOptions: true })
  showRows([parent], async () => Response.json(set(1999)))
  const old = variantRow(variant(`${id}-1`, 1000), parent)
  putRows([old])
  unfolded.value = new Map([[id, [old.id]]])
  type([old.id, 'price', '9'])
  fold(id)
  await unfold([id])
  expect(leftEdits()).toEqual({ [`${id}-1 price`]: ['9.00', 'Now 19.99. Save again to keep yours.'] })
})

test('edits of before a reload are taken also where one product was deleted since', async () => {
  showRows([row('a')], async () => gone())
  const edit = { text: '9.00', base: '12.50' }
  offered.value = {
    edits: new Map([
      [`${id}-1 price`, edit],
      ['a price', edit],
    ]),
    unsettled: undefined,
  }
  await takeOffered()
  expect(leftEdits()).toEqual({ 'a price': '9.00' })
  expect(offered.value).toBe(undefined)
})

test('a new product whose response is lost is made once, also if it is changed before it is saved again', async () => {
  const bodies: string[] = []
  let isDown = true
  showRows([], async (request) => {
    bodies.push(`${request.headers.get('idempotency-key')} ${await request.text()}`)
    if (isDown) throw new TypeError('Failed to fetch')
    return Response.json(product(id, { name: 'Oolong' }))
  })
  addProduct()
  const [fresh = ''] = order.value
  type([fresh, 'name', 'Oolong'], [fresh, 'price', '7'], [fresh, 'category_id', 'tea'])
  await save()
  expect(trouble.value).toContain('No connection')
  isDown = false
  type([fresh, 'name', 'Oolong Extra'])
  await save()
  expect(new Set(bodies).size).toBe(1)
  expect(leftEdits()).toEqual({ [`${id} name`]: 'Oolong Extra' })
})

test('a new product whose response is lost is not made under another key', async () => {
  let requests = 0
  const losing = async () => {
    requests++
    throw new TypeError('Failed to fetch')
  }
  showRows([], losing)
  addProduct()
  const [fresh = ''] = order.value
  type([fresh, 'name', 'Oolong'], [fresh, 'price', '7'], [fresh, 'category_id', 'tea'])
  await save()
  const sent = requests
  session.value = { ...openSession(), keyId: 'other' }
  await save()
  expect(requests).toBe(sent)
  expect(leftEdits()).toMatchObject({
    [`${fresh} name`]: ['Oolong', expect.stringContaining('may exist already')],
  })
})

test('a new product that was refused unseen is sent as it is now', async () => {
  let responses = [503, 503, 503, 503, 503, 422]
  showRows([], async (request) => {
    const [status] = responses
    responses = responses.slice(1)
    if (status) return Response.json({ type: 'x', title: 'x', status, code: 'x', detail: 'x' }, { status })
    return Response.json(product(id, JSON.parse(await request.text())))
  })
  addProduct()
  const [fresh = ''] = order.value
  type([fresh, 'name', 'Oolong'], [fresh, 'price', '7'], [fresh, 'category_id', 'tea'])
  await save()
  type([fresh, 'price', '8'])
  await save()
  expect(leftEdits()).toEqual({})
  expect(rowOf(id).values.price).toBe(800)
})

test('a key that is slow to open does not take the place of a later one', async () => {
  const slow = Promise.withResolvers<void>()
  const openAs = (name: string, until?: Promise<void>) =>
    open({
      baseUrl: 'http://localhost',
      token: name,
      storage: emptyStorage(),
      fetch: async ({ url }) => {
        await until
        if (url.endsWith('/business')) return Response.json({ id: name, name, slug: name, currency: 'EUR' })
        if (url.endsWith('/current')) return Response.json({ id: name, scopes: ['products:read'] })
        return Response.json({ data: [], next_cursor: null })
      },
    })
  const first = openAs('one', slow.promise)
  await openAs('two')
  slow.resolve()
  await first
  expect(openSession().business.id).toBe('two')
})

test('what is put back after a save is a change of the quantity, where it was one', async () => {
  showRows([row('a')], async () => Response.json({ data: [{ index: 0, quantity: 4 }] }))
  type(['a', 'stock', '+2'])
  await save()
  undoSave()
  expect(leftEdits()).toEqual({ 'a stock': '-2' })
})

test('a quantity that could not be read is read again when its row comes into view again', async () => {
  let isDown = true
  showRows([row('a', { stock: null })], async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return Response.json({ data: [{ variant_id: 'a', product_id: 'a', sku: null, quantity: 6 }] })
  })
  forgetStocks()
  await expect(wantStock('a')).rejects.toThrow('Failed to fetch')
  isDown = false
  await wantStock('a')
  expect(rowOf('a').values.stock).toBe(6)
})
