import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { runSchedule } from '../../lib/data/schedules/run-schedule.ts'
import { scheduleKey } from '../../lib/data/table/keys.ts'
import { makeKey } from '../support/shop.ts'
import {
  askAs,
  atOnce,
  type Body,
  create,
  faults,
  type Merchant,
  makeShelves,
  outcome,
  TEA,
} from './merchant.ts'
import { eventsOf } from './table.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let shop: Merchant
let tea: Body

beforeEach(async () => {
  shop = await makeShelves()
  tea = await create(shop, '/admin/products', { ...TEA, status: 'active' })
})

const pathOf = ({ id }: { id: string } = tea) => `/admin/products/${id}/schedule`
const put = (body: object, product = tea, headers = {}) => shop.ask('PUT', pathOf(product), body, headers)
const end = (headers = {}) => shop.ask('DELETE', pathOf(), undefined, headers)
const listed = async (query = '') => (await shop.ask('GET', `/admin/schedules${query}`)).body.data
const productNow = async () => (await shop.ask('GET', `/admin/products/${tea.id}`)).body
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString()

/** A tenth off for an hour, in an hour. */
const sale = (patch: object = { price: 1125, compare_at_price: 1250 }) => ({
  at: inFuture(HOUR),
  until: inFuture(2 * HOUR),
  patch,
})

/** The clock at a time. */
const runAt = (time: string, { id } = tea) =>
  runSchedule(shop.business.id, scheduleKey(shop.business.id, id).sk, Date.parse(time))

describe('PUT and DELETE of a schedule', () => {
  test('plan a change, replace it, return the same body without a change, and cancel it', async () => {
    const wanted = sale()
    const planned = await put(wanted)
    const { body } = await shop.ask('GET', '/admin/api-keys/current')
    expect([planned.status, planned.body]).toEqual([
      201,
      {
        product_id: tea.id,
        ...wanted,
        replaced: null,
        planned_by: { key_id: body.id, key_name: body.name },
        created_at: expect.any(String),
        updated_at: planned.body.created_at,
        version: 1,
      },
    ])
    expect(planned.headers.get('etag')).toBe(`"${Date.parse(planned.body.created_at)}.1"`)
    const again = await put(wanted)
    expect([again.status, again.body]).toEqual([200, planned.body])

    const dearer = await put({ ...wanted, patch: { price: 1200 } })
    expect([dearer.status, dearer.body.version, dearer.body.patch]).toEqual([200, 2, { price: 1200 }])
    expect(await listed()).toEqual([dearer.body])
    expect(await listed(`?product=${tea.id.toUpperCase()}`)).toEqual([dearer.body])
    expect(await listed(`?product=${randomUUID()}`)).toEqual([])
    // Longer than a key of the table.
    expect(await listed(`?product=${'x'.repeat(2000)}`)).toEqual([])

    expect([(await end()).status, outcome(await end())]).toEqual([204, '404 schedule_not_found'])
    expect(await listed()).toEqual([])
    expect(await productNow()).toMatchObject({ price: 1250, version: 1 })
  })

  test('have preconditions', async () => {
    expect(outcome(await put(sale(), tea, { 'if-match': '*' }))).toBe('404 schedule_not_found')
    const etag = `${(await put(sale(), tea, { 'if-none-match': '*' })).headers.get('etag')}`
    expect(outcome(await put(sale(), tea, { 'if-none-match': '*' }))).toBe('412 precondition_failed')
    expect(outcome(await put(sale(), tea, { 'if-match': etag }))).toBe('200')
    expect(outcome(await put(sale(), tea, { 'if-match': etag }))).toBe('412 precondition_failed')
    expect(outcome(await end({ 'if-match': etag }))).toBe('412 precondition_failed')
    expect(outcome(await end({ 'if-match': '*' }))).toBe('204')
    expect(outcome(await end({ 'if-match': '*' }))).toBe('404 schedule_not_found')
  })

  test('refuse products that are not there, and name every error in a body', async () => {
    for (const id of [randomUUID(), 'sencha']) {
      expect(outcome(await put(sale(), { ...tea, id }))).toBe('404 product_not_found')
      const told = await shop.ask('DELETE', pathOf({ id }))
      expect(outcome(told)).toBe('404 schedule_not_found')
    }
    const errors = async (body: object, product = tea) => faults(await put(body, product))
    expect(await errors({ until: 'soon', patch: { name: 'Gyokuro', tags: [''] } })).toEqual([
      '/patch/name unknown_field',
      '/at required',
      '/until invalid',
      '/patch/tags/0 invalid',
    ])
    expect(await errors({ at: inFuture(MINUTE / 2), until: inFuture(401 * 24 * HOUR), patch: {} })).toEqual([
      '/patch invalid',
    ])
    expect(await errors({ ...sale(), at: inFuture(MINUTE / 2), until: inFuture(401 * 24 * HOUR) })).toEqual([
      '/at invalid',
      '/until invalid',
    ])
    expect(await errors(sale({ price: 1300, compare_at_price: 1250 }))).toEqual([
      '/patch/compare_at_price invalid',
    ])
    const shirt = await create(shop, '/admin/products', {
      name: 'Shirt',
      category_id: 'tea',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: ['S', 'M'].map((size) => ({ option_values: { Size: size }, price: 900, sku: size })),
    })
    const variants = [
      { id: `${shirt.id}-9`, price: 800 },
      { sku: 'S', price: 800 },
      { sku: 'L', price: 800 },
    ]
    expect(await errors(sale({ price: 800, variants }), shirt)).toEqual([
      '/patch/price read_only',
      '/patch/variants/0/id invalid',
      '/patch/variants/2/sku invalid',
    ])
    expect(await errors(sale({ variants: [{ id: tea.id, price: 800 }] }))).toEqual([
      '/patch/variants invalid',
    ])
    expect(await listed()).toEqual([])
  })
})

describe('a schedule', () => {
  test('changes its product and gives back what nobody changed, in the name of who planned it', async () => {
    const wanted = sale({ price: 1125, compare_at_price: 1250, tags: ['sale'] })
    const planned_by = Object((await put(wanted)).body.planned_by)
    expect(await runAt(wanted.at)).toBe(true)
    expect(await productNow()).toMatchObject({ ...wanted.patch, version: 2 })
    expect(await listed()).toMatchObject([
      { version: 2, replaced: { price: 1250, compare_at_price: null, tags: [] } },
    ])
    await shop.ask('PATCH', `/admin/products/${tea.id}`, { tags: ['last pieces'] })
    expect(await runAt(wanted.until)).toBe(true)
    expect(await productNow()).toMatchObject({ price: 1250, compare_at_price: null, tags: ['last pieces'] })
    expect(await listed()).toEqual([])
    const items = (await eventsOf(shop.business.id)).slice(-4)
    const told = items.map(({ event }) => event)
    const system = { kind: 'system', ...planned_by }
    expect(told).toMatchObject([
      { type: 'product.updated', actor: system, request_id: null },
      { type: 'product.updated', actor: { kind: 'api_key' } },
      { type: 'product.updated', actor: system, data: { price: 1250 } },
      {
        type: 'schedule.failed',
        actor: system,
        data: { product_id: tea.id, half: 'until', code: 'left', fields: ['tags'] },
      },
    ])
    // A list of the events of a key has them.
    expect(items.filter(({ item }) => item.actor === planned_by.key_id)).toHaveLength(4)
  })

  test('that is in force keeps its change and takes another end, or none: then it is over and the change stays', async () => {
    const wanted = sale()
    await put(wanted)
    await runAt(wanted.at)
    expect(outcome(await put({ ...wanted, patch: { price: 1000 } }))).toBe('409 schedule_running')
    expect(outcome(await put({ ...wanted, at: inFuture(HOUR + MINUTE) }))).toBe('409 schedule_running')
    expect(faults(await put({ ...wanted, until: inFuture(MINUTE / 2) }))).toEqual(['/until invalid'])
    const longer = await put({ ...wanted, until: inFuture(3 * HOUR) })
    expect([longer.status, longer.body.version]).toEqual([200, 3])
    expect(await runAt(wanted.until)).toBe(false)
    const { until: _, ...endless } = wanted
    const over = await put(endless)
    expect([over.status, over.body.until]).toEqual([200, null])
    expect(await listed()).toEqual([])
    expect(await productNow()).toMatchObject(wanted.patch)
    expect(outcome(await end())).toBe('404 schedule_not_found')
  })

  test('that is in force ends with its DELETE, also one that published the product and placed it', async () => {
    await shop.ask('PATCH', `/admin/products/${tea.id}`, {
      status: 'draft',
      additional_categories: [{ id: 'pots' }],
    })
    const wanted = sale({ status: 'active' })
    await put(wanted)
    await runAt(wanted.at)
    const isPublic = async () => (await shop.ask('GET', `/products/${tea.id}`)).status
    expect([await productNow(), await isPublic()]).toMatchObject([{ status: 'active' }, 200])
    expect((await end()).status).toBe(204)
    expect([await productNow(), await isPublic()]).toMatchObject([{ status: 'draft' }, 404])
    expect((await eventsOf(shop.business.id)).at(-1)?.event).toMatchObject({
      type: 'product.unpublished',
      actor: { kind: 'api_key' },
    })
  })

  test('of a product with options changes the variants that it names by id or SKU', async () => {
    const shirt = await create(shop, '/admin/products', {
      name: 'Shirt',
      category_id: 'tea',
      options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
      variants: ['S', 'M', 'L'].map((size) => ({ option_values: { Size: size }, price: 900, sku: size })),
    })
    const wanted = sale({
      variants: [
        { sku: 'S', price: 800, compare_at_price: 900 },
        { id: `${shirt.id}-2`, is_enabled: false },
      ],
    })
    const planned = await put(wanted, shirt)
    expect(planned.body.patch).toEqual({
      variants: [
        { id: `${shirt.id}-1`, price: 800, compare_at_price: 900 },
        { id: `${shirt.id}-2`, is_enabled: false },
      ],
    })
    const variants = async () => {
      const { body } = await shop.ask('GET', `/admin/products/${shirt.id}/variants`)
      const all = body.variants as Record<string, unknown>[]
      return all.map(({ price, compare_at_price, is_enabled }) => [price, compare_at_price, is_enabled])
    }
    await runAt(wanted.at, shirt)
    expect(await variants()).toEqual([
      [800, 900, true],
      [900, null, false],
      [900, null, true],
    ])
    expect((await shop.ask('DELETE', pathOf(shirt))).status).toBe(204)
    expect(await variants()).toEqual(Array.from({ length: 3 }, () => [900, null, true]))
  })

  test('of more than 25 variants costs two requests of the rate limit', async () => {
    const values = Array.from({ length: 26 }, (_, n) => `${n}`)
    const shirt = await create(shop, '/admin/products', {
      name: 'Shirt',
      category_id: 'tea',
      options: [{ name: 'Size', values }],
      variants: values.map((size) => ({ option_values: { Size: size }, price: 900 })),
    })
    const wanted = sale({ variants: values.map((_, n) => ({ id: `${shirt.id}-${n + 1}`, price: 800 })) })
    const left = async (): Promise<string> => {
      const { token } = await makeKey(shop.business, { rate_limit: { per_second: 1, burst: 100 } })
      const told = await askAs(token, 'PUT', pathOf(shirt), wanted)
      // On a busy machine a request is let through uncounted.
      return told.headers.get('ratelimit') ?? left()
    }
    expect(await left()).toContain('r=98')
  })

  test('is one of each product, although many clients plan it at once', async () => {
    const outcomes = await atOnce(8, (n) => put(sale({ price: n }), tea, { 'if-none-match': '*' }))
    expect(outcomes.map(outcome).sort()).toEqual(['201', ...Array(7).fill('412 precondition_failed')])
    expect(await listed()).toHaveLength(1)
  })
})

test('the list of schedules has pages in the order of the products', async () => {
  const products = [tea, ...(await Promise.all([1, 2].map(() => create(shop, '/admin/products', TEA))))]
  for (const product of products) await put(sale(), product)
  const ids = products.map(({ id }) => id).sort()
  const first = (await shop.ask('GET', '/admin/schedules?limit=2')).body
  expect([first.data.map(({ product_id }) => product_id), first.has_more]).toEqual([ids.slice(0, 2), true])
  const second = (await shop.ask('GET', `/admin/schedules?limit=2&cursor=${first.next_cursor}`)).body
  expect([second.data.map(({ product_id }) => product_id), second.has_more]).toEqual([ids.slice(2), false])
  const other = await shop.ask('GET', `/admin/schedules?product=${tea.id}&cursor=${first.next_cursor}`)
  expect(outcome(other)).toBe('400 invalid_cursor')
})
