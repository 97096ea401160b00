import { expect, test } from 'vitest'
import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { changeProduct } from '../../../lib/data/products/products.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { heldNotes, setStock } from '../../../lib/import/write/row-stock.ts'
import { cups } from '../../operator/import/rows.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { counted, inJson, shirtOf, size, stored } from './json-rows.ts'

const COUNT = 60
const values = Array.from({ length: COUNT }, (_, n) => `${n}`)
const sized = (quantity: number) =>
  values.map((Size) => ({ option_values: { Size }, price: 1, track_inventory: true, quantity }))

test('a row sets the stock of all variants of a large product, each of them once however often it comes', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'cups' })
  const { id } = await makeProduct(business, { category_id: 'cups' })
  const options = [{ name: 'Size', values }]
  await changeProduct(business.id, id, (whole) => replaceVariants(whole, { options, variants: sized(1) }))
  const rows = cups(1, () => ({ options, variants: sized(5) })).map((row) => ({ ofNew: {}, ...row }))
  const mark = { businessId: business.id, importId: 'imp_1', row: 1 }
  const set = () => Promise.all(rows.map((row) => setStock(business.id, id, row, mark)))
  const quantities = async () =>
    [...(await readStock(business.id, id)).values()].map(({ quantity }) => quantity)

  expect(await set()).toEqual([true])
  expect(await quantities()).toEqual(Array(COUNT).fill(5))
  // One of each portion is sold before the row is repeated.
  const sold = [1, 30, COUNT]
  const changes = sold.map((n, index) => ({ index, variantId: `${id}-${n}`, delta: -1 }))
  await adjustStock(business.id, { reason: 'sale', reference: null, changes })
  expect(await set()).toEqual([false])
  expect(await quantities()).toEqual(values.map((_, n) => (sold.includes(n + 1) ? 4 : 5)))
})

test('a row says how many pieces are held of the variants whose stock it sets', async () => {
  const before = await stored(shirtOf(size('S', counted(3)), size('M', counted(3)), size('L')))
  const { id } = before.product
  const notesOf = async (row: object, held: [string, number][]) => {
    const planned = await inJson(row)
    const notes = await heldNotes(mergeRow(before, planned), planned, async () => new Map(held))
    return notes.map(({ detail }) => detail)
  }
  const both = shirtOf(size('S', counted(5)), size('M', counted(5)), size('L'))
  const all: [string, number][] = [1, 2, 3].map((n) => [`${id}-${n}`, n])
  expect(await notesOf(both, all)).toEqual(['3 are held: they come on top if released'])
  expect(await notesOf(both, [[`${id}-1`, 1]])).toEqual(['1 is held: it comes on top if released'])
  expect(await notesOf(both, [['another', 1]])).toEqual([])
  const some = shirtOf(size('S', { track_inventory: false, quantity: 5 }), size('M'), size('L'))
  expect(await notesOf(some, all)).toEqual([])
  expect(await heldNotes(before, await inJson(both), async () => undefined)).toEqual([])
})
