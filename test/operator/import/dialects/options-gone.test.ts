import { expect, test } from 'vitest'
import { makeBusiness } from '../../../support/shop.ts'
import { exported, importInto } from '../../operate.ts'

const SHOPIFY =
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty'
test('a product that has no options any more is sold at its new price', async () => {
  const before = `${SHOPIFY}\nshirt,Shirt,Size,S,A,10.00,shopify,5\nshirt,,,M,B,11.00,shopify,6\n`
  const after = `${SHOPIFY}\nshirt,Shirt,Title,Default Title,B,12.00,shopify,9\n`
  const business = await makeBusiness()
  const file = (text: string) => ({ name: 'shopify.csv', text })
  expect(await importInto(business, file(before))).toMatchObject({ created: 1, refused: [] })
  const outcome = {
    updated: 1,
    refused: [],
    lost: [
      { loss: 'options', count: 1, first: 'row 1 (line 2): "Shirt"' },
      { loss: 'variant', count: 1, first: 'row 1 (line 2): Size: S' },
    ],
  }
  expect(await importInto(business, file(after), '--dry-run')).toMatchObject(outcome)
  expect(await importInto(business, file(after))).toMatchObject(outcome)
  const { lines } = await exported(business)
  expect(lines).toMatchObject([{ name: 'Shirt', sku: 'B', price: 1200, track_inventory: true, quantity: 6 }])
  expect(lines[0]).not.toHaveProperty('variants')
  expect(await importInto(business, file(after))).toMatchObject({ unchanged: 1, refused: [] })
})
