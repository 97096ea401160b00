import { describe, expect, test } from 'vitest'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import type { ImportRules } from '../../../lib/import/plan-file.ts'
import type { PlannedRow } from '../../../lib/import/row.ts'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { plannedRows } from '../read/planned-rows.ts'
import { wholeOf } from './whole-of-row.ts'

async function rowOf(text: string, said?: Partial<ImportRules>): Promise<PlannedRow> {
  const [row] = await plannedRows(text, said)
  if (!row) throw new Error('the file has no product')
  return row
}

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
