import { expect, test } from 'vitest'
import { plannedRows } from './read/planned-rows.ts'

const HEAD = 'sku,name,category,price'
const planned = async (price: string) => {
  const rows = await plannedRows(`${HEAD}\nA,Cup,Tea,${price}\nB,Pot,Tea,5.00\n`, { withoutPrice: 'draft' })
  return rows.map(({ faults, unpriced }) => ({ faults: faults.map(({ field }) => field), unpriced }))
}

test('a row without a price becomes a draft, and one whose price cannot be read keeps its fault', async () => {
  expect((await planned(''))[0]).toEqual({ faults: [], unpriced: 'whole' })
  expect((await planned('soon'))[0]).toEqual({ faults: ['price'], unpriced: undefined })
})
