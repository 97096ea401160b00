import { describe, expect, test } from 'vitest'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import type { ImportRules } from '../../../lib/import/plan-file.ts'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { CLEARED, DEFAULTS, EVERY_FIELD } from '../../domain/products/every-field.ts'
import { shirt } from '../../domain/products/stored-product.ts'
import { reasonsOf, rowOf, wholeOf } from './whole-of-row.ts'

// A file names the category, and has a column of its own for additional ones.
const { category_id: _, additional_categories: __, ...fields } = EVERY_FIELD
const CUP = {
  ...fields,
  external_id: 'e1',
  sku: 'S1',
  category: 'Cups',
  status: 'draft',
  metadata: { zebra: 'z', colour: 'blue', size: 'XL' },
}
const json = (...rows: object[]) => JSON.stringify(rows)
const cup = async (more: object = {}) => wholeOf(await rowOf(json({ ...CUP, ...more })))

/** The members of a product that are others after a file for it. */
async function changedBy(text: string, said: Partial<ImportRules> = {}, before?: WholeProduct) {
  const stored = before ?? (await cup())
  const { product } = mergeRow(stored, await rowOf(text, { prices: 'minor', ...said }))
  const was: Readonly<Record<string, unknown>> = { ...stored.product }
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(was[name])
  const gone = Object.keys(was).filter((name) => !(name in product))
  expect(gone).toEqual([])
  return Object.fromEntries(Object.entries(product).filter(isOther))
}

describe('a row', () => {
  test('changes the fields that it has, puts its metadata to those that are there, and leaves the rest', async () => {
    const row = { external_id: 'e1', price: 950, tags: ['c'], metadata: { colour: 'red' } }
    expect(await changedBy(json(row))).toEqual({
      price: 950,
      tags: ['c'],
      metadata: { zebra: 'z', colour: 'red', size: 'XL' },
    })
  })

  test('that says nothing new leaves the very product', async () => {
    const before = await cup()
    for (const text of [json(CUP), json({ external_id: 'e1' }), 'external_id,price\ne1,9.00\n'])
      expect(mergeRow(before, await rowOf(text))).toBe(before)
  })

  test('takes back with null what can be null, and nothing else', async () => {
    const row = { external_id: 'e1', compare_at_price: null, sku: null, description: null, tags: null }
    expect(await changedBy(json(row))).toEqual({ compare_at_price: null, sku: null })
  })

  test('is checked together with the stored product', async () => {
    const row = await rowOf(json({ external_id: 'e1', price: 1001, name: '' }))
    const before = await cup()
    expect(reasonsOf(() => mergeRow(before, row))).toEqual([
      'name: must have 1 to 200 characters',
      'compare_at_price: must not be below price',
    ])
  })

  test('can give a product another slug, and say whether it is available', async () => {
    const row = { external_id: 'e1', slug: 'other', is_available: true }
    expect(await changedBy(json(row))).toEqual({ slug: 'other', is_available: true })
  })

  test('does not decide whether a product is available whose stock does', async () => {
    const before = await cup({ track_inventory: true, quantity: 3 })
    for (const is_available of [true, false])
      expect(await changedBy(json({ external_id: 'e1', is_available }), {}, before)).toEqual({})
  })
})

describe('an empty cell clears', () => {
  // The external id finds the product here, and places have a file's own rules: both have tests below.
  test.each(CLEARED.filter((field) => field !== 'external_id' && field !== 'additional_categories'))(
    '%s',
    async (field) => {
      const text = `external_id,${field}\ne1, \n`
      expect(await changedBy(text)).toEqual({ [field]: DEFAULTS[field] })
      expect(await changedBy(text, { keepEmpty: true })).toEqual({})
    },
  )

  test('the external id of a product that is found by its SKU', async () => {
    expect(await changedBy('external_id,sku\n,S1\n')).toEqual({ external_id: null })
  })

  test('one entry of metadata', async () => {
    expect(await changedBy('external_id,metadata.colour,metadata.new\ne1,,\n')).toEqual({
      metadata: { zebra: 'z', size: 'XL' },
    })
  })

  test('the old entries of metadata before its row brings new ones', async () => {
    expect(await changedBy('external_id,metadata,metadata.colour\ne1,,red\n')).toEqual({
      metadata: { colour: 'red' },
    })
  })

  test('what a map reads from it', async () => {
    const map = ['compare_at_price=Sale']
    expect(await changedBy('external_id,Sale\ne1,\n', { map })).toEqual({ compare_at_price: null })
  })

  test('nothing that always has a value', async () => {
    expect(await changedBy('external_id,status,is_available,slug,currency\ne1,,,,\n')).toEqual({})
  })

  test('nothing of an export of another system with empty cells that are kept', async () => {
    const header =
      'Handle,Title,Body (HTML),Tags,Option1 Value,Variant SKU,Variant Price,Cost per item,Image Src'
    const full = `${header}\nmug,Mug,Blue,a,Default Title,MUG,9.00,1.00,https://images.example/1.jpg\n`
    const empty = `${header}\nmug,Mug,,,Default Title,MUG,9.00,,\n`
    const before = wholeOf(await rowOf(full))
    expect(mergeRow(before, await rowOf(empty, { keepEmpty: true }))).toBe(before)
    expect(await changedBy(empty, { prices: 'decimal' }, before)).toEqual({
      description: '',
      tags: [],
      cost: null,
      images: [],
    })
  })
})

describe('an empty cell is refused where a product must have a value', () => {
  const empty = 'is empty: fill it in, or leave the column out to keep what the product has'
  const reasons = async (text: string, said?: Partial<ImportRules>, before?: WholeProduct) => {
    const [stored, row] = [before ?? (await cup()), await rowOf(text, said)]
    return reasonsOf(() => mergeRow(stored, row))
  }

  test('of CSV', async () => {
    expect(await reasons('external_id,name,price,category,tags\ne1,,,,\n')).toEqual([
      `name: ${empty}`,
      `price: ${empty}`,
      `category: ${empty}`,
    ])
    for (const cells of ['category_id,category\ne1,cups,', 'category_id,category\ne1,,Cups'])
      expect(await changedBy(`external_id,${cells}\n`)).toEqual({})
  })

  test.each([null, ' '])('of JSON, where a price is %j', async (price) => {
    const text = json({ external_id: 'e1', name: null, price })
    expect(await reasons(text)).toEqual([`name: ${empty}`, `price: ${empty}`])
    expect(await reasons(text, { keepEmpty: true })).toEqual([])
  })

  const WOO = 'ID,Type,Name,Published,Regular price'
  const SHOPIFY = 'Handle,Title,Option1 Value,Variant Price'

  test.each([
    ['WooCommerce', `${WOO}\n7,simple,Mug,1,9.50\n`, `${WOO}\n7,simple,,1,\n`],
    ['Shopify', `${SHOPIFY}\nmug,Mug,Default Title,9.50\n`, `${SHOPIFY}\nmug,,Default Title,\n`],
  ])('of %s', async (_, full, text) => {
    const before = wholeOf(await rowOf(full, { category: 'Cups' }))
    expect(await reasons(text, {}, before)).toEqual([`name: ${empty}`, `price: ${empty}`])
    expect(mergeRow(before, await rowOf(text, { keepEmpty: true }))).toBe(before)
  })
})

describe('what the variants of a product decide', () => {
  const reasons = async (row: object) => {
    const planned = await rowOf(json({ external_id: 'e1', ...row }))
    return reasonsOf(() => mergeRow(shirt(), planned))
  }

  test('can be in a row that says the same', async () => {
    expect(await changedBy(json({ external_id: null, name: 'Better', price: 5 }), {}, shirt())).toEqual({
      name: 'Better',
    })
  })

  test('is refused where a row says something else, by its fields', async () => {
    const why = 'is decided by the variants of this product'
    expect((await reasons({ price: 6, sku: 'X', cost: 1 })).toSorted()).toEqual(
      ['cost', 'price', 'sku'].map((field) => `${field}: ${why}`),
    )
    expect(await reasons({ quantity: 5 })).toEqual([`quantity: ${why}`])
    expect(await reasons({ track_inventory: true })).toEqual([`track_inventory: ${why}`])
    expect(await reasons({ price: 6, quantity: 5 })).toEqual([`price: ${why}`, `quantity: ${why}`])
  })

  test('stays where a cell of it is empty, while other fields are cleared', async () => {
    const { product, set } = shirt()
    const before = { product: { ...product, description: 'Warm' }, set }
    const text = 'slug,price,sku,cost,description\nstored,,,,\n'
    expect(await changedBy(text, {}, before)).toEqual({ description: '' })
  })
})

describe('additional categories', () => {
  const places = [{ id: 'gifts', position: 1 }, { id: 'front' }]
  const placed = () => cup({ additional_categories: places })

  test('stay after a file with one category for each product, except the one into which it moves', async () => {
    expect(await changedBy('external_id,category_id\ne1,cups\n', {}, await placed())).toEqual({})
    expect(await changedBy('external_id,category_id\ne1,gifts\n', {}, await placed())).toEqual({
      category_id: 'gifts',
      additional_categories: [{ id: 'front' }],
    })
  })

  test('of names are those of the file, at the positions that the product has in them', async () => {
    const text = (names: string) => `external_id,category\ne1,Cups | ${names}\n`
    expect(await changedBy(text('Gifts | Front'), {}, await placed())).toEqual({})
    expect(await changedBy(text('Sale | Gifts'), {}, await placed())).toEqual({
      additional_categories: [{ id: 'sale' }, { id: 'gifts', position: 1 }],
    })
  })

  test('of a column of their own go with an empty cell', async () => {
    const text = 'external_id,category,additional_categories\ne1,Cups,\n'
    expect(await changedBy(text, {}, await placed())).toEqual({ additional_categories: [] })
  })
})
