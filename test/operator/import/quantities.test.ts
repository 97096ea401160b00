import { expect, test } from 'vitest'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { findIdBySku } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf } from '../operate.ts'

const csv = (...lines: string[]) => ({ name: 'stock.csv', text: lines.join('\n') })

/** The quantity of the product with this SKU; undefined while it is not tracked. */
async function quantityOf(business: Business, sku: string) {
  const id = (await findIdBySku(business.id, sku)) ?? ''
  return (await readStock(business.id, id)).get(id)?.quantity
}

const FILE = csv(
  'sku,name,price,category,quantity',
  'A,Cup,9.00,Cups,3',
  'B,Pot,9.00,Cups,',
  'C,Can,9.00,Cups,0',
)

test('a column of quantities makes products tracked, but for those whose cell is empty, and says so once', async () => {
  const business = await makeBusiness()
  const file = await makeFile(FILE.name, FILE.text)
  const { notes, code } = await operate('import', file, '--business', business.id)
  expect(code).toBe(0)
  expect(notes).toEqual([
    'note: what has a quantity in "quantity" is tracked from now on; --stock ignore leaves quantities out',
  ])
  expect(await Promise.all(['A', 'B', 'C'].map((sku) => quantityOf(business, sku)))).toEqual([
    3,
    undefined,
    0,
  ])
  expect((await productsOf(business)).map(({ name, is_available }) => [name, is_available])).toEqual([
    ['Can', false],
    ['Cup', true],
    ['Pot', true],
  ])
  expect(await importInto(business, FILE)).toMatchObject({ unchanged: 3 })
})

test('a product that is not tracked begins to be with the quantity of its row', async () => {
  const business = await makeBusiness()
  await importInto(business, FILE)
  expect(await importInto(business, csv('sku,quantity', 'A,8', 'B,8'))).toMatchObject({
    updated: 1,
    unchanged: 1,
  })
  expect(await Promise.all(['A', 'B'].map((sku) => quantityOf(business, sku)))).toEqual([3, 8])
})

test('with --stock ignore nothing is tracked because of a quantity', async () => {
  const business = await makeBusiness()
  await importInto(business, FILE, '--stock', 'ignore')
  expect(await quantityOf(business, 'A')).toBeUndefined()
  expect((await productsOf(business)).map(({ is_available }) => is_available)).toEqual([true, true, true])
})

test('a quantity is left out of what a column says is not tracked', async () => {
  const business = await makeBusiness()
  const header = 'sku,name,price,category,quantity,track_inventory'
  const rows = ['A,Cup,9.00,Cups,3,no', 'B,Pot,9.00,Cups,4,yes']
  const { refused, lost } = await importInto(business, csv(header, ...rows))
  expect(refused).toEqual([])
  expect(lost).toEqual([
    {
      loss: 'quantity',
      count: 1,
      first: 'row 1 (line 2): 3 of the product: the file says that it is not tracked',
    },
  ])
  expect(await quantityOf(business, 'A')).toBeUndefined()
})

test('a variant is tracked by its quantity', async () => {
  const business = await makeBusiness()
  const size = (Size: string, more: object) => ({ option_values: { Size }, price: 100, ...more })
  const shirt = {
    external_id: 's',
    name: 'Shirt',
    category: 'Shirts',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      size('S', { sku: 'S', quantity: 2 }),
      size('M', { sku: 'M', track_inventory: false, quantity: 5 }),
    ],
  }
  const { refused, lost } = await importInto(business, [shirt])
  expect({ refused, lost }).toMatchObject({ refused: [], lost: [{ loss: 'quantity', count: 1 }] })
  const id = (await findIdBySku(business.id, 'S')) ?? ''
  expect([...(await readStock(business.id, id)).values()].map(({ quantity }) => quantity)).toEqual([2])
})

test('a quantity of a product whose variants are counted is refused', async () => {
  const business = await makeBusiness()
  const variants = [{ option_values: { Size: 'S' }, price: 100 }]
  const options = [{ name: 'Size', values: ['S'] }]
  await importInto(business, [{ external_id: 's', name: 'Shirt', category: 'Shirts', options, variants }])
  const { refused } = await importInto(business, csv('external_id,quantity', 's,5'))
  expect(refused).toEqual([
    { row: 1, line: 2, reasons: ['quantity: is decided by the variants of this product'] },
  ])
})
