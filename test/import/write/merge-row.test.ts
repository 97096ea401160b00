import { describe, expect, test } from 'vitest'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import type { ImportRules } from '../../../lib/import/plan-file.ts'
import { RowRefused } from '../../../lib/import/row.ts'
import { lossesOf } from '../../../lib/import/write/losses.ts'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { reasonsOf, rowOf, wholeOf } from './whole-of-row.ts'

/** The product of one file after another file for it. */
const merged = async (first: string, second: string, said?: Partial<ImportRules>): Promise<WholeProduct> =>
  mergeRow(wholeOf(await rowOf(first, said)), await rowOf(second, said))

const bySku = ({ set }: WholeProduct) => Object.fromEntries(set.variants.map((one) => [one.sku, one]))

describe('an empty cell of a variant in a row of its own', () => {
  const head = 'style,name,category,size,price,compare_at_price,cost,sku,low_stock_at,gtin,mpn,weight_grams'
  const full = `${head}\nshirt,Shirt,Tops,S,15.00,20.00,7.00,A,3,4006381333931,M-1,200\n`
  const said = { groupBy: 'style', map: ['option:Size=size'] }
  const none = {
    compare_at_price: null,
    cost: null,
    sku: null,
    low_stock_at: null,
    gtin: null,
    mpn: null,
    weight_grams: null,
  }

  test('clears what it clears of a product without options', async () => {
    const { set } = await merged(full, `${head}\nshirt,Shirt,Tops,S,15.00,,,,,,,\n`, said)
    expect(set.variants).toMatchObject([{ price: 1500, ...none }])
  })

  test('clears nothing where empty cells are kept, nor does a column that is not there', async () => {
    const before = wholeOf(await rowOf(full, said))
    const empty = `${head}\nshirt,Shirt,Tops,S,15.00,,,,,,,\n`
    expect(mergeRow(before, await rowOf(empty, { ...said, keepEmpty: true }))).toBe(before)
    const short = 'style,name,category,size,price\nshirt,Shirt,Tops,S,15.00\n'
    expect(mergeRow(before, await rowOf(short, said))).toBe(before)
  })

  test('says nothing of its stock and of what is always there', async () => {
    const columns = 'quantity,track_inventory,allow_backorder,is_available,is_enabled'
    const start = `style,name,category,size,price,${columns}\nshirt,Shirt,Tops,S,15.00,`
    const before = wholeOf(await rowOf(`${start}5,true,true,true,true\n`, said))
    expect(mergeRow(before, await rowOf(`${start},,,,\n`, said))).toBe(before)
  })

  test('clears the field of a column that is mapped in an export of Shopify, too', async () => {
    const first =
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Low\nshirt,Shirt,Size,S,A,10.00,3\nshirt,,,M,B,11.00,4\n'
    const map = { map: ['low_stock_at=Low'] }
    const { set } = await merged(first, first.replace(',3\n', ',\n'), map)
    expect(set.variants).toMatchObject([{ low_stock_at: null }, { low_stock_at: 4 }])
  })
})

describe('a variant that is recognized by its SKU', () => {
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  const first = `${head},Variant Compare At Price,Cost per item\nshirt,Shirt,Size,S,A,10.00,20.00,3.00\nshirt,,,M,B,11.00,22.00,4.00\n`
  const A = { compare_at_price: 2000, cost: 300 }
  const B = { compare_at_price: 2200, cost: 400 }

  test.each([
    ['renamed', 'shirt,Shirt,Size,Small,A,10.00\nshirt,,,M,B,11.00\n'],
    ['exchanged', 'shirt,Shirt,Size,S,B,11.00\nshirt,,,M,A,10.00\n'],
  ])('keeps its cost and its earlier price where its value is %s', async (_, rows) => {
    expect(bySku(await merged(first, `${head}\n${rows}`))).toMatchObject({ A, B })
  })

  test('leaves none of them to a new one that has its old value', async () => {
    const rows = 'shirt,Shirt,Size,S,C,12.00\nshirt,,,Small,A,10.00\nshirt,,,M,B,11.00\n'
    expect(bySku(await merged(first, `${head}\n${rows}`))).toMatchObject({
      A,
      B,
      C: { compare_at_price: null, cost: null },
    })
  })
})

describe('a product that has no options any more', () => {
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  const stock = 'Variant Inventory Tracker,Variant Inventory Qty'
  const set = `${head},Variant Compare At Price,${stock}\nshirt,Shirt,Size,S,A,10.00,20.00,shopify,5\nshirt,,,M,B,11.00,22.00,shopify,6\n`
  const plain = (sku: string, price = '12.00') => `${head}\nshirt,Shirt,Title,Default Title,${sku},${price}\n`

  test('has one variant with the fields of its row, and continues with the stock of its SKU', async () => {
    const before = wholeOf(await rowOf(set))
    const row = await rowOf(plain('B'))
    const after = mergeRow(before, row)
    const { id } = before.product
    expect(after.set).toMatchObject({
      options: [],
      variants: [
        { id, option_values: {}, sku: 'B', price: 1200, compare_at_price: 2200, track_inventory: true },
      ],
    })
    expect(after.product).toMatchObject({ sku: 'B', price: 1200, compare_at_price: 2200, price_range: null })
    expect(after.origins).toEqual(new Map([[id, { from: `${id}-2` }]]))
    expect(lossesOf(before, after, row)).toEqual([
      { loss: 'options', detail: '"Shirt"' },
      { loss: 'variant', detail: 'Size: S' },
    ])
    const { origins: _, ...stored } = after
    expect(mergeRow(stored, row)).toBe(stored)
  })

  test('starts again where no variant has its SKU, with the quantity of its row', async () => {
    const before = wholeOf(await rowOf(set))
    const row = await rowOf(`${head},${stock}\nshirt,Shirt,Title,Default Title,C,12.00,shopify,9\n`)
    const after = mergeRow(before, row)
    expect(after.set.variants).toMatchObject([{ sku: 'C', compare_at_price: null, track_inventory: true }])
    expect(after.origins).toEqual(new Map([[before.product.id, { quantity: 9 }]]))
    expect(lossesOf(before, after, row).map(({ detail }) => detail)).toEqual([
      '"Shirt"',
      'Size: S',
      'Size: M',
    ])
  })

  test('names a stock that is given up', async () => {
    const before = wholeOf(await rowOf(set))
    const row = await rowOf(`${head},${stock}\nshirt,Shirt,Title,Default Title,B,12.00,,\n`)
    expect(lossesOf(before, mergeRow(before, row), row)).toContainEqual({
      loss: 'stock',
      detail: 'Size: M is no longer tracked',
    })
  })

  test('is sold again if its variant was not enabled', async () => {
    const before = wholeOf(await rowOf(set))
    const variants = before.set.variants.map((one) => ({ ...one, is_enabled: false }))
    const hidden = { ...before, set: { ...before.set, variants } }
    expect(mergeRow(hidden, await rowOf(plain('B'))).set.variants).toMatchObject([{ is_enabled: true }])
  })

  test.each([
    ['no price', plain('B', ''), ['price']],
    ['no price that can be read', plain('B', 'soon'), ['price']],
    ['an SKU that is too long', plain('B'.repeat(256)), ['sku']],
    ['both', plain('B'.repeat(256), 'soon'), ['price', 'sku']],
  ])('is refused with %s', async (_, file, fields) => {
    const before = wholeOf(await rowOf(set))
    const row = await rowOf(file)
    expect(() => mergeRow(before, row)).toThrow(RowRefused)
    expect(reasonsOf(() => mergeRow(before, row)).map((reason) => reason.split(':')[0])).toEqual(fields)
  })

  test.each([
    ['of its SKU', 'B', 1100],
    ['that it had', 'C', 1000],
  ])('keeps the price %s where products without a price are imported', async (_, sku, price) => {
    const before = wholeOf(await rowOf(set))
    const after = mergeRow(before, await rowOf(plain(sku, ''), { withoutPrice: 'draft' }))
    expect(after.set.variants).toMatchObject([{ sku, price }])
  })

  test('is as it was where the file does not say that it has none', async () => {
    const before = wholeOf(await rowOf(set))
    for (const file of [
      `${head}\nshirt,Shirt,,,A,12.00\n`,
      'external_id,name,category,price\nshopify:shirt,Shirt,Uncategorized,12.00\n',
    ]) {
      const row = await rowOf(file)
      expect(() => mergeRow(before, row)).toThrow('is decided by the variants of this product')
    }
  })

  test('is known in an export of WooCommerce by its type', async () => {
    const columns =
      'ID,Type,SKU,Name,Published,Parent,Regular price,Categories,Attribute 1 name,Attribute 1 value(s)'
    const variable = `${columns}\n7,variable,T,Shirt,1,,,Tops,Size,"S, M"\n8,variation,A,Shirt - S,1,id:7,10.00,,Size,S\n9,variation,B,Shirt - M,1,id:7,11.00,,Size,M\n`
    const before = wholeOf(await rowOf(variable))
    const typed = (type: string) => `${columns}\n7,"${type}",B,Shirt,1,,12.00,Tops,,\n`
    const after = mergeRow(before, await rowOf(typed('simple, downloadable')))
    expect(after.set).toMatchObject({ options: [], variants: [{ sku: 'B', price: 1200 }] })
    const bundle = await rowOf(typed('bundle'))
    expect(() => mergeRow(before, bundle)).toThrow('is decided by the variants of this product')
  })

  test.each([
    ['Shopify', plain('B')],
    ['WooCommerce', 'ID,Type,SKU,Name,Published,Regular price,Categories\n7,simple,B,Shirt,1,12.00,Tops\n'],
  ])('says nothing of a new product of %s', async (_, file) => {
    expect(wholeOf(await rowOf(file)).set).toMatchObject({
      options: [],
      variants: [{ sku: 'B', price: 1200 }],
    })
  })
})
