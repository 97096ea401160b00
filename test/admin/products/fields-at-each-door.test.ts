/** Every field of a product at each way to write one: its default, what changes it, what leaves it, and what null does. */
import { beforeEach, describe, expect, test } from 'vitest'
import { NULLABLE_FIELDS, PRODUCT_FIELDS } from '../../../lib/domain/products/fields.ts'
import { CLEARED, DEFAULTS, EVERY_FIELD, LEAST, REPLACED } from '../../domain/products/every-field.ts'
import { countsOf } from '../../support/items.ts'
import { type Body, create, faults, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { everythingOf, typesOf } from '../table.ts'
import { BY_ID, CREATIONS, type Door, EXTERNAL_ID, MERGES, REPLACEMENTS, UPSERTS } from './doors.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
  await create(shop, '/admin/categories', { id: 'gifts', name: 'Gifts' })
})

const make = (body: object = EVERY_FIELD) => create(shop, '/admin/products', body)
const read = async (id: string): Promise<Body> => (await shop.ask('GET', `/admin/products/${id}`)).body
const tagOf = ({ created_at, version }: Body) => `"${Date.parse(created_at)}.${version}"`
const defaultsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, DEFAULTS[name]]))

describe.each([...CREATIONS, ...UPSERTS])('%s of a product that does not exist', (name, send) => {
  const isUpsert = UPSERTS.some(([one]) => one === name)

  test('creates it with the defaults', async () => {
    const told = await send(shop, '', LEAST)
    expect(outcome(told)).toBe('201')
    const product = await read(told.body.id)
    expect(Object.keys(product)).toEqual(PRODUCT_FIELDS)
    const { id, created_at } = product
    expect(product).toEqual({
      ...LEAST,
      ...DEFAULTS,
      ...(isUpsert && { external_id: EXTERNAL_ID }),
      id,
      slug: 'mug',
      currency: 'EUR',
      additional_category_ids: [],
      price_range: null,
      variant_count: 1,
      version: 1,
      created_at,
      updated_at: created_at,
    })
    expect(await countsOf(shop.business.id)).toEqual({ tea: 1, pots: 0, gifts: 0 })
    expect((await typesOf(shop.business.id)).at(-1)).toBe('product.created')
    if (name.startsWith('bulk')) return
    expect(told.body).toEqual(product)
    expect(told.headers.get('location')).toBe(`/api/v1/admin/products/${id}`)
    expect(told.headers.get('etag')).toBe(tagOf(product))
  })

  test('gives it every field', async () => {
    expect(await read((await send(shop, '', EVERY_FIELD)).body.id)).toMatchObject(EVERY_FIELD)
  })

  test('names each required field that is not there, beside all else that is wrong', async () => {
    const before = await everythingOf(shop.business.id)
    const told = await send(shop, '', { nmae: null })
    expect(faults(told).sort()).toEqual(
      [...Object.keys(LEAST).map((field) => `/${field} required`), '/nmae unknown_field'].sort(),
    )
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })
})

describe.each(UPSERTS)('%s', (_, send) => {
  test('creates nothing under a condition', async () => {
    for (const tag of ['"1.1"', '*'])
      expect((await send(shop, '', LEAST, tag)).body).toMatchObject({ code: 'product_not_found' })
  })

  test('does not change the external id', async () => {
    const { id } = await make()
    const told = await send(shop, id, { ...LEAST, external_id: 'other' })
    expect(faults(told)).toEqual([expect.stringMatching(/^\/external_id /)])
    expect((await read(id)).external_id).toBe(EXTERNAL_ID)
  })
})

describe.each(REPLACEMENTS)('%s of a product that exists', (_, send) => {
  test('gives every field that it leaves out its default, but for those that are kept', async () => {
    const before = await make()
    const told = await send(shop, before.id, { name: 'Gyokuro', price: 1, category_id: 'pots' })
    expect([outcome(told), told.headers.get('location')]).toEqual(['200', null])
    const after = await read(before.id)
    expect(after).toEqual({
      ...before,
      ...defaultsOf(REPLACED),
      external_id: EXTERNAL_ID,
      name: 'Gyokuro',
      price: 1,
      category_id: 'pots',
      version: 2,
      updated_at: after.updated_at,
    })
    expect(await countsOf(shop.business.id)).toEqual({ tea: 0, pots: 1, gifts: 0 })
  })
})

describe.each([...MERGES, ...BY_ID])('%s of a product that exists', (_, send) => {
  test('keeps every field that it does not name, and each entry of metadata', async () => {
    const before = await make()
    const told = await send(shop, before.id, { price: 7, metadata: { c: 'd' } })
    expect([outcome(told), told.headers.get('location')]).toEqual(['200', null])
    const after = await read(before.id)
    const metadata = { ...EVERY_FIELD.metadata, c: 'd' }
    expect(after).toEqual({ ...before, price: 7, metadata, version: 2, updated_at: after.updated_at })
  })
})

describe.each([...UPSERTS, ...BY_ID])('%s of a product that exists', (name, send) => {
  const isOneOf = (doors: Door[]) => doors.some(([one]) => one === name)
  // A replacement leaves out what gets its default; the external id of a path or an operation is fixed.
  const cleared = (isOneOf(REPLACEMENTS) ? NULLABLE_FIELDS : CLEARED).filter(
    (field) => !isOneOf(UPSERTS) || field !== 'external_id',
  )

  test('gives a field its default for null, where there is one', async () => {
    const before = await make()
    const nulls = Object.fromEntries(cleared.map((field) => [field, null]))
    expect(outcome(await send(shop, before.id, { ...EVERY_FIELD, ...nulls }))).toBe('200')
    const after = await read(before.id)
    const { updated_at } = after
    expect(after).toEqual({ ...before, ...defaultsOf(cleared), version: 2, updated_at })
    // The SKU and the external id that it gave up are free.
    const { sku, external_id } = EVERY_FIELD
    await make({ ...LEAST, sku, ...(cleared.includes('external_id') && { external_id }) })
  })

  test('writes nothing where a body is what a read returned', async () => {
    const product = await make()
    const before = await everythingOf(shop.business.id)
    const told = await send(shop, product.id, product)
    expect([outcome(told), told.body.version]).toEqual(['200', 1])
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })

  test('is refused if the product has another version than that of the condition', async () => {
    const product = await make()
    const write = async (price: number) =>
      (await send(shop, product.id, { ...EVERY_FIELD, price }, tagOf(product))).status
    expect([await write(7), await write(8)]).toEqual([200, 412])
    expect(await read(product.id)).toMatchObject({ price: 7, version: 2 })
  })
})
