import { expect, test } from 'vitest'
import { findProduct } from '../../../../lib/data/products/product-reads.ts'
import { makeMerchant } from '../../../admin/merchant.ts'
import { makeBusiness } from '../../../support/shop.ts'
import { exported, importInto } from '../../operate.ts'
import { csvOf } from './tables.ts'

const EAN = '4006381333931'
const ISBN = '9783161484100'

type Row = Readonly<Record<string, string>>
const BARCODE = 'GTIN, UPC, EAN, or ISBN'
const BOOK: Row = {
  ID: '7',
  Type: 'simple',
  SKU: 'BOOK',
  [BARCODE]: '978-3-16-148410-0',
  Name: 'Book',
  Published: '1',
  'Weight (kg)': '0.4256',
  'Regular price': '9.50',
  Brands: 'Halm &amp; Söhne, Acme',
}
const CUP: Row = { ...BOOK, ID: '8', SKU: 'CUP', [BARCODE]: 'INT-1', Name: 'Cup', Brands: 'Acme > Acme Kids' }
const TEE: Row[] = [
  {
    ID: '45',
    Type: 'variable',
    SKU: 'TEE',
    [BARCODE]: EAN,
    Name: 'Tee',
    Published: '1',
    'Weight (kg)': '0,2',
    Brands: 'Acme',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'S, M, L',
  },
  ...[
    ['S', '0.15', EAN],
    ['M', '', ''],
    ['L', '0', 'INT-2'],
  ].map(([size = '', weight = '', barcode = ''], n) => ({
    ID: `${46 + n}`,
    Type: 'variation',
    SKU: `TEE-${size}`,
    [BARCODE]: barcode,
    Name: `Tee ${size}`,
    Published: '1',
    'Weight (kg)': weight,
    'Regular price': '20',
    Parent: 'id:45',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': size,
  })),
]
const COLUMNS = [...new Set([...Object.keys(BOOK), ...TEE.flatMap((row) => Object.keys(row))])]

/** A file of these rows, with other titles for some columns. */
const file = (rows: readonly Row[], titles: Row = {}) => ({
  name: 'wc-product-export.csv',
  text: csvOf(
    COLUMNS.map((column) => titles[column] ?? column),
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, cell]) => [titles[column] ?? column, cell])),
    ),
  ),
})

/** The fields of trade in a line or a variant of an export. */
const tradeOf = ({ brand, condition, gtin, mpn, weight_grams }: Record<string, unknown> = {}) =>
  JSON.parse(JSON.stringify({ brand, condition, gtin, mpn, weight_grams }))

test('a GTIN, a brand and a weight become those of products and variants, and what does not is named', async () => {
  const business = await makeBusiness({ currency: 'EUR' })
  const report = await importInto(business, file([BOOK, CUP, ...TEE]))
  expect(report).toMatchObject({ created: 3, refused: [], ignored_columns: [] })
  expect(report.lost).toEqual([
    { loss: 'brand', count: 1, first: 'row 1 (line 2): "Acme": a product has one brand' },
    {
      loss: 'gtin',
      count: 3,
      first: 'row 2 (line 3): "INT-1" is not 8, 12, 13 or 14 digits with a right check digit',
    },
  ])
  const [book, cup, tee] = (await exported(business)).lines
  expect(tradeOf(book)).toEqual({ brand: 'Halm & Söhne', gtin: ISBN, weight_grams: 426 })
  expect(tradeOf(cup)).toEqual({ brand: 'Acme Kids', weight_grams: 426 })
  expect(tradeOf(tee)).toEqual({ brand: 'Acme' })
  expect(tee?.variants?.map(tradeOf)).toEqual([{ gtin: EAN, weight_grams: 150 }, { weight_grams: 200 }, {}])
  expect(await importInto(business, file([BOOK, CUP, ...TEE]))).toMatchObject({ unchanged: 3, updated: 0 })
})

test('a GTIN put in by hand stays while the file has a number of the merchant there', async () => {
  const { business, ask } = await makeMerchant({ currency: 'EUR' })
  await importInto(business, file([CUP, ...TEE]))
  const idOf = async (external_id: string) => (await findProduct(business.id, { external_id }))?.id
  const product = await ask('PATCH', `/admin/products/${await idOf('woo:8')}`, { gtin: EAN })
  const variants = [{ sku: 'TEE-L', gtin: ISBN }]
  const variant = await ask('PATCH', `/admin/products/${await idOf('woo:45')}/variants`, { variants })
  expect([product.status, variant.status]).toEqual([200, 200])
  expect(await importInto(business, file([CUP, ...TEE]))).toMatchObject({ unchanged: 2, updated: 0 })
  expect((await exported(business)).lines).toMatchObject([
    { gtin: EAN },
    { variants: [{ gtin: EAN }, {}, { gtin: ISBN }] },
  ])
})

test('an empty cell clears a field, of a variation too, unless --keep-empty', async () => {
  const business = await makeBusiness({ currency: 'EUR' })
  await importInto(business, file([BOOK, ...TEE]))
  const before = (await exported(business)).text
  const blank = { [BARCODE]: '', 'Weight (kg)': '', Brands: '' }
  const empty = file([BOOK, ...TEE].map((row) => ({ ...row, ...blank })))
  expect(await importInto(business, empty, '--keep-empty')).toMatchObject({ unchanged: 2, updated: 0 })
  expect((await exported(business)).text).toBe(before)
  expect(await importInto(business, empty)).toMatchObject({ updated: 2 })
  const [book, tee] = (await exported(business)).lines
  expect([tradeOf(book), tradeOf(tee), ...(tee?.variants ?? []).map(tradeOf)]).toEqual([{}, {}, {}, {}, {}])
})
