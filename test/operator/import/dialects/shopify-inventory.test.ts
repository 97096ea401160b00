import { expect, test } from 'vitest'
import type { Business } from '../../../../lib/domain/business.ts'
import { makeBusiness } from '../../../support/shop.ts'
import { exported, importInto, makeFile, operate } from '../../operate.ts'
import { csvOf } from './tables.ts'

/** Shopify's export of the products of a shop with several locations: it has no column of quantities. */
const PRODUCTS = csvOf(
  [
    'Handle',
    'Title',
    'Type',
    'Option1 Name',
    'Option1 Value',
    'Variant SKU',
    'Variant Inventory Tracker',
    'Variant Inventory Policy',
    'Variant Price',
    'Status',
  ],
  [
    {
      Handle: 'tee',
      Title: 'Tee',
      Type: 'Tops',
      'Option1 Name': 'Size',
      'Option1 Value': 'S',
      ...of('TEE-S'),
    },
    { Handle: 'tee', 'Option1 Value': 'M', ...of('TEE-M') },
    {
      Handle: 'mug',
      Title: 'Mug',
      Type: 'Mugs',
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      ...of('MUG'),
    },
    { Handle: 'card', Title: 'Gift card', Type: 'Cards', ...of('CARD'), 'Variant Inventory Tracker': '' },
  ],
)

function of(sku: string) {
  return {
    'Variant SKU': sku,
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Policy': 'continue',
    'Variant Price': '20.00',
    Status: 'active',
  }
}

const BEGINNING = [
  'Handle',
  'Title',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'SKU',
  'HS Code',
  'COO',
]
const named = (Handle: string, value: string) => ({
  Handle,
  'Option1 Name': Handle === 'mug' ? 'Title' : 'Size',
  'Option1 Value': value,
})

/** A row for each variant and location. */
const ROWS = csvOf(
  [
    ...BEGINNING,
    'Location',
    'Bin name',
    'Incoming (not editable)',
    'Unavailable (not editable)',
    'Committed (not editable)',
    'Available (not editable)',
    'On hand (current)',
    'On hand (new)',
  ],
  [
    {
      ...named('tee', 'S'),
      Location: 'Graz',
      'Committed (not editable)': '1',
      'Available (not editable)': '3',
      'On hand (current)': '4',
    },
    { ...named('tee', 'S'), Location: 'Wien', 'Available (not editable)': '2', 'On hand (current)': '2' },
    {
      ...named('tee', 'M'),
      Location: 'Graz',
      'Available (not editable)': 'not stocked',
      'On hand (current)': 'not stocked',
    },
    { ...named('tee', 'M'), Location: 'Wien', 'Available (not editable)': '-1', 'On hand (current)': '0' },
    { ...named('mug', 'Default Title'), Location: 'Graz', 'On hand (new)': '7' },
  ],
)

/** A column for each location. */
const COLUMNS = csvOf(
  [...BEGINNING, 'Graz', 'Wien'],
  [
    { ...named('tee', 'S'), Graz: '3', Wien: '2' },
    { ...named('tee', 'M'), Graz: 'Not stocked', Wien: '-1' },
    { ...named('mug', 'Default Title'), Graz: '7' },
  ],
)

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

test('the inventory of all locations is where the stock begins', async () => {
  const business = await shopWithProducts()
  const before = await exported(business)
  expect(await importInto(business, file(ROWS), '--dry-run')).toMatchObject({ updated: 2, refused: [] })
  expect(await importInto(business, file(ROWS))).toMatchObject({ products: 2, updated: 2, refused: [] })
  expect(await stockOf(business)).toEqual(COUNTED)
  expect(await importInto(business, file(ROWS))).toMatchObject({ unchanged: 2 })
  const names = (lines: typeof before.lines) =>
    lines.map(({ name, tags, category }) => [name, tags, category])
  expect(names((await exported(business)).lines)).toEqual(names(before.lines))
  expect(await importInto(business, file(PRODUCTS))).toMatchObject({ unchanged: 3 })
  expect(await stockOf(business)).toEqual(COUNTED)
})

test('a stock that is there stays, unless --stock set', async () => {
  const business = await shopWithProducts()
  await importInto(business, file(ROWS))
  const more = file(COLUMNS.replace(',3,2', ',30,2'))
  expect(await importInto(business, more)).toMatchObject({ unchanged: 2 })
  expect(await importInto(business, more, '--stock', 'set')).toMatchObject({ updated: 1, unchanged: 1 })
  expect(await stockOf(business)).toEqual({ ...COUNTED, 'TEE-S': 32 })
})

test('what is not there is refused, and what is stocked nowhere left out', async () => {
  const business = await shopWithProducts()
  const text = csvOf(
    [...BEGINNING, 'Graz'],
    [
      { ...named('hat', 'S'), Graz: '1' },
      { ...named('tee', 'S'), Graz: '1' },
      { ...named('tee', 'XL'), Graz: '1' },
      { ...named('mug', 'Default Title'), Graz: 'not stocked' },
      { ...named('card', 'Default Title'), Graz: '1.5' },
      { 'Option1 Name': 'Size', Graz: '1' },
    ],
  )
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
  const business = await shopWithProducts()
  const path = await makeFile('inventory.csv', ROWS)
  const { code, notes } = await operate('import', path, '--business', business.id, ...option)
  expect(code).toBe(1)
  expect(notes.at(-1)).toBe(
    `error: this file has the stock of products, and nothing else: it cannot be read with ${option.join(' ')}`,
  )
})
