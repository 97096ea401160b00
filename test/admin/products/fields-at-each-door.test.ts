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
})

const make = (body: object = EVERY_FIELD) => create(shop, '/admin/products', body)
const read = async (id: string): Promise<Body> => (await shop.ask('GET', `/admin/products/${id}`)).body
const tagOf = ({ created_at, version }: Body) => `"${Date.parse(created_at)}.${version}"`
const defaultsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, DEFAULTS[name]]))

const isOneOf = (doors: Door[], name: string) => doors.some(([one]) => one === name)

describe.each([...CREATIONS, ...UPSERTS])('%s of a product that does not exist', (name, send) => {
  test('names each required field that is missing, and creates it with the defaults of the others', async () => {
    const before = await everythingOf(shop.business.id)
    expect(faults(await send(shop, '', { nmae: null })).sort()).toEqual(
      [...Object.keys(LEAST).map((field) => `/${field} required`), '/nmae unknown_field'].sort(),
    )
    if (isOneOf(UPSERTS, name))
      for (const tag of ['"1.1"', '*'])
        expect((await send(shop, '', LEAST, tag)).body).toMatchObject({ code: 'product_not_found' })
    expect(await everythingOf(shop.business.id)).toEqual(before)

    const told = await send(shop, '', LEAST)
    expect(outcome(told)).toBe('201')
    const product = await read(told.body.id)
    expect(Object.keys(product)).toEqual(PRODUCT_FIELDS)
    const { id, created_at } = product
    expect(product).toEqual({
      ...LEAST,
      ...DEFAULTS,
      ...(isOneOf(UPSERTS, name) && { external_id: EXTERNAL_ID }),
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
    expect(await countsOf(shop.business.id)).toEqual({ tea: 1, pots: 0 })
    expect((await typesOf(shop.business.id)).at(-1)).toBe('product.created')
    if (name.startsWith('bulk')) return
    expect(told.body).toEqual(product)
    expect(told.headers.get('location')).toBe(`/api/v1/admin/products/${id}`)
    expect(told.headers.get('etag')).toBe(tagOf(product))
  })

  test('gives it every field', async () => {
    expect(await read((await send(shop, '', EVERY_FIELD)).body.id)).toMatchObject(EVERY_FIELD)
  })
})

describe.each(REPLACEMENTS)('%s of a product that exists', (_, send) => {
  test('gives every field that it leaves out its default, except those that are kept', async () => {
    const before = await make()
    const body = { name: 'Gyokuro', price: 1, category_id: 'tea' }
    const told = await send(shop, before.id, body)
    expect([outcome(told), told.headers.get('location')]).toEqual(['200', null])
    const after = await read(before.id)
    expect(after).toEqual({
      ...before,
      ...defaultsOf(REPLACED),
      ...body,
      external_id: EXTERNAL_ID,
      version: 2,
      updated_at: after.updated_at,
    })
    await send(shop, before.id, { ...body, category_id: 'pots' })
    expect(await read(before.id)).toMatchObject({ category_id: 'pots', additional_categories: [] })
    expect(await countsOf(shop.business.id)).toEqual({ tea: 0, pots: 1 })
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
  // A replacement leaves out what gets its default; the external id of a path or an operation is fixed.
  const cleared = (isOneOf(REPLACEMENTS, name) ? NULLABLE_FIELDS : CLEARED).filter(
    (field) => !isOneOf(UPSERTS, name) || field !== 'external_id',
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

  test('writes nothing of what a read returned, nor of another external id or version', async () => {
    const product = await make()
    const before = await everythingOf(shop.business.id)
    const same = await send(shop, product.id, product)
    expect([outcome(same), same.body.version]).toEqual(['200', 1])
    if (isOneOf(UPSERTS, name))
      expect(faults(await send(shop, product.id, { ...LEAST, external_id: 'other' }))).toEqual([
        expect.stringMatching(/^\/external_id /),
      ])
    const priced = { ...EVERY_FIELD, price: 7 }
    const write = async (tag: string) => (await send(shop, product.id, priced, tag)).status
    expect(await write(tagOf({ ...product, version: 2 }))).toBe(412)
    expect(await everythingOf(shop.business.id)).toEqual(before)
    expect(await write(tagOf(product))).toBe(200)
    expect(await read(product.id)).toMatchObject({ price: 7, version: 2 })
  })
})
