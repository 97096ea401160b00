import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto, operate } from '../operate.ts'

const TRADE = {
  brand: 'Halm & Söhne',
  condition: 'refurbished',
  gtin: '0036000291452',
  mpn: '007',
  weight_grams: 250,
}
const { brand, condition, ...OF_VARIANT } = TRADE

const size = (Size: string, more: object = {}) => ({ option_values: { Size }, price: 1250, ...more })
const shared = { category: 'Cups', status: 'active' }
const sized = { options: [{ name: 'Size', values: ['S', 'M', 'L'] }] }

/** Products with all fields of trade, with some and with none, with options and without. */
const PRODUCTS = [
  { ...shared, external_id: 'full', slug: 'full', name: 'Full', price: 900, ...TRADE },
  { ...shared, external_id: 'bare', slug: 'bare', name: 'Bare', price: 900 },
  { ...shared, external_id: 'part', slug: 'part', name: 'Part', price: 900, mpn: 'P-1' },
  {
    ...shared,
    ...sized,
    external_id: 'sized',
    slug: 'sized',
    name: 'Sized',
    brand,
    condition,
    variants: [size('S', OF_VARIANT), size('M', { weight_grams: 1 }), size('L')],
  },
]

async function shop() {
  const business = await makeBusiness({ currency: 'USD' })
  const report = await importInto(business, PRODUCTS)
  expect(report).toMatchObject({ created: PRODUCTS.length, refused: [], lost: [] })
  return business
}

test('a line has the fields of trade that are set, and no others', async () => {
  const { lines } = await exported(await shop())
  const [bare, full, part, variants] = lines
  for (const name of Object.keys(TRADE)) expect(bare).not.toHaveProperty(name)
  expect(full).toMatchObject(TRADE)
  expect(part).toMatchObject({ mpn: 'P-1' })
  expect(part).not.toHaveProperty('gtin')
  expect(variants).toMatchObject({ brand, condition, variants: [OF_VARIANT, { weight_grams: 1 }, {}] })
  expect(variants).not.toHaveProperty('gtin')
  expect(variants?.variants?.[2]).not.toHaveProperty('gtin')
})

test('JSON Lines move into another business, whose export has equal bytes; again they change nothing', async () => {
  const { text, output } = await exported(await shop())
  const other = await makeBusiness({ currency: 'USD' })
  const imported = () => operate('import', output, '--business', other.id)
  expect(await imported()).toMatchObject({ code: 0, stdout: expect.stringContaining('4 created') })
  expect((await exported(other)).text).toBe(text)
  expect(await imported()).toMatchObject({ code: 0, stdout: expect.stringContaining('4 unchanged') })
})

test("a file for Shopify has the fields in Shopify's columns, from which they come back", async () => {
  const business = await shop()
  const { text } = await exported(business, '--format', 'shopify_csv')
  const [header = [], ...rows]: string[][] = parse(text)
  const places = [
    'Body (HTML)',
    'Vendor',
    'Type',
    'Variant SKU',
    'Variant Grams',
    'Variant Inventory Tracker',
    'Variant Taxable',
    'Variant Barcode',
    'Image Src',
    'Image Alt Text',
    'Google Shopping / MPN',
    'Google Shopping / Condition',
    'Variant Image',
  ].map((column) => header.indexOf(column))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const cells = (handle: string, column: string) =>
    rows.filter(([own]) => own === handle).map((row) => row[header.indexOf(column)])
  expect(cells('bare', 'Vendor')).toEqual([''])
  expect(cells('sized', 'Vendor')).toEqual([brand, '', ''])
  expect(cells('sized', 'Variant Barcode')).toEqual([OF_VARIANT.gtin, '', ''])
  expect(cells('sized', 'Variant Grams')).toEqual(['250', '1', ''])

  const other = await makeBusiness({ currency: 'USD' })
  const file = { name: 'products_export.csv', text }
  expect(await importInto(other, file)).toMatchObject({ created: 4, refused: [], lost: [] })
  const tradeIn = (lines: object[]) =>
    JSON.stringify(lines, [...Object.keys(TRADE), 'slug', 'variants', 'option_values', 'Size'])
  expect(tradeIn((await exported(other)).lines)).toBe(tradeIn((await exported(business)).lines))
  expect(await importInto(other, file)).toMatchObject({ unchanged: 4, updated: 0 })
})
