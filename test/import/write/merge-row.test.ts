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
