import { describe, expect, test } from 'vitest'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { reasonsOf, rowOf, wholeOf } from './whole-of-row.ts'

const PRODUCTS = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
const HEADER = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,SKU,HS Code,COO,Graz,Wien'
const shirt = async () =>
  wholeOf(await rowOf(`${PRODUCTS}\nshirt,Shirt,Size,S,A,9.00\nshirt,,,X  L,B,9.00\n`))
const cup = async () => wholeOf(await rowOf(`${PRODUCTS}\ncup,Cup,Title,Default Title,C,9.00\n`))
const counting = (...rows: string[]) => rowOf([HEADER, ...rows, ''].join('\n'))

describe('a row of stock alone', () => {
  test('begins the stock of each variant that it has, over all locations, and says nothing else', async () => {
    const before = await shirt()
    const after = mergeRow(
      before,
      await counting('shirt,,Size,S,,,,,,3,2', 'shirt,,Size,X L,,,,,,not stocked,-1'),
    )
    const { id } = before.product
    expect(after.origins).toEqual(
      new Map([
        [`${id}-1`, { quantity: 5 }],
        [`${id}-2`, { quantity: -1 }],
      ]),
    )
    const untracked = after.set.variants.map((one) => ({ ...one, track_inventory: false }))
    expect(untracked).toEqual(before.set.variants)
    expect({ ...after.product, track_inventory: false }).toEqual(before.product)
  })

  test('leaves a variant that it does not have', async () => {
    const after = mergeRow(await shirt(), await counting('shirt,,Size,S,,,,,,3,2'))
    expect(after.set.variants.map(({ track_inventory }) => track_inventory)).toEqual([true, false])
  })

  test('begins that of a product without options', async () => {
    const before = await cup()
    const after = mergeRow(before, await counting('cup,,Title,Default Title,,,,,,7,'))
    expect(after.product).toEqual({ ...before.product, track_inventory: true })
    expect(after.origins).toEqual(new Map([[before.product.id, { quantity: 7 }]]))
  })

  test.each([
    ['shirt,,Size,L,,,,,,1,', 'row: line 2: the product has no variant "Size: L"'],
    ['shirt,,Colour,S,,,,,,1,', 'row: line 2: the product has no variant "Colour: S"'],
    ['shirt,,,,,,,,,1,', 'row: line 2: the product has variants, and this row names none of them'],
    ['shirt,,Size,S,Colour,Red,,,,1,', 'row: line 2: the product has no variant "Size: S, Colour: Red"'],
  ])('is refused where its product does not have its variant: %s', async (cells, reason) => {
    const [before, row] = [await shirt(), await counting(cells)]
    expect(reasonsOf(() => mergeRow(before, row))).toEqual([reason])
  })
})
