import { expect, test } from 'vitest'
import type { Business } from '../../../../lib/domain/business.ts'
import { makeBusiness } from '../../../support/shop.ts'
import { exported, importInto, makeFile, operate } from '../../operate.ts'

/** Shopify's export of the products of a shop with several locations: it has no column of quantities. */
const PRODUCTS = `Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Policy,Variant Price,Status
tee,Tee,Tops,Size,S,TEE-S,shopify,continue,20.00,active
tee,,,,M,TEE-M,shopify,continue,20.00,active
mug,Mug,Mugs,Title,Default Title,MUG,shopify,continue,20.00,active
card,Gift card,Cards,,,CARD,,continue,20.00,active
`
const BEGINNING = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,SKU,HS Code,COO'

/** A row for each variant and location. */
const ROWS = `${BEGINNING},Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)
tee,,Size,S,,,,,,Graz,,,,1,3,4,
tee,,Size,S,,,,,,Wien,,,,,2,2,
tee,,Size,M,,,,,,Graz,,,,,not stocked,not stocked,
tee,,Size,M,,,,,,Wien,,,,,-1,0,
mug,,Title,Default Title,,,,,,Graz,,,,,,,7
`

/** A column for each location, in which there are more of one size. */
const COLUMNS = `${BEGINNING},Graz,Wien
tee,,Size,S,,,,,,30,2
tee,,Size,M,,,,,,Not stocked,-1
mug,,Title,Default Title,,,,,,7,
`

const file = (text: string) => ({ name: 'inventory.csv', text })

async function shopWithProducts() {
  const business = await makeBusiness({ currency: 'USD' })
  expect(await importInto(business, file(PRODUCTS))).toMatchObject({ created: 3, refused: [] })
  return business
}

/** How many there are of each product or variant, by its SKU; null of what is not tracked. */
async function stockOf(business: Business) {
  const { lines } = await exported(business)
  const sold = lines.flatMap(({ variants, ...line }) => variants ?? [line])
  return Object.fromEntries(
    sold.map(({ sku, track_inventory, quantity }) => [sku, track_inventory ? quantity : null]),
  )
}

const COUNTED = { 'TEE-S': 5, 'TEE-M': -1, MUG: 7, CARD: null }

test('the inventory of all locations is where the stock begins, and stays what it is unless --stock set', async () => {
  const business = await shopWithProducts()
  const namesOf = async () =>
    (await exported(business)).lines.map(({ name, tags, category }) => [name, tags, category])
  const before = await namesOf()
  expect(await importInto(business, file(ROWS), '--dry-run')).toMatchObject({ updated: 2, refused: [] })
  expect(await importInto(business, file(ROWS))).toMatchObject({ products: 2, updated: 2, refused: [] })
  expect(await stockOf(business)).toEqual(COUNTED)
  expect(await importInto(business, file(ROWS))).toMatchObject({ unchanged: 2 })
  expect(await namesOf()).toEqual(before)
  expect(await importInto(business, file(PRODUCTS))).toMatchObject({ unchanged: 3 })
  expect(await importInto(business, file(COLUMNS))).toMatchObject({ unchanged: 2 })
  expect(await stockOf(business)).toEqual(COUNTED)
  const set = ['--stock', 'set']
  expect(await importInto(business, file(COLUMNS), ...set)).toMatchObject({ updated: 1, unchanged: 1 })
  expect(await stockOf(business)).toEqual({ ...COUNTED, 'TEE-S': 32 })
})

test('what is not there is refused, and what is stocked nowhere left out', async () => {
  const business = await shopWithProducts()
  const text = `${BEGINNING},Graz
hat,,Size,S,,,,,,1
tee,,Size,S,,,,,,1
tee,,Size,XL,,,,,,1
mug,,Title,Default Title,,,,,,not stocked
card,,Title,Default Title,,,,,,1.5
,,Size,,,,,,,1
`
  const { refused, left_out, updated } = await importInto(business, file(text))
  expect({ left_out, updated }).toEqual({ left_out: 1, updated: 0 })
  expect(refused.map(({ line, reasons }) => [line, reasons])).toEqual([
    [2, ['its product is not there: import the file of products first']],
    [3, ['line 4: the product has no variant "Size: XL"']],
    [6, ['line 6: "1.5" is not a whole number']],
    [7, ['has no handle']],
  ])
  expect(await stockOf(business)).toEqual({ 'TEE-S': null, 'TEE-M': null, MUG: null, CARD: null })
})

test.each([
  ['--stock', 'ignore'],
  ['--on-missing', 'archive'],
])('%s %s means nothing for it', async (...option) => {
  const path = await makeFile('inventory.csv', ROWS)
  const { code, notes } = await operate('import', path, '--business', 'x', ...option)
  expect([code, notes]).toEqual([
    1,
    [
      `error: this file has the stock of products, and nothing else: it cannot be read with ${option.join(' ')}`,
    ],
  ])
})
