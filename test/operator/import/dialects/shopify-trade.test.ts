import { expect, test } from 'vitest'
import { makeBusiness } from '../../../support/shop.ts'
import { exported, importInto } from '../../operate.ts'
import { csvOf } from './tables.ts'

const EAN = '4006381333931'
const ISBN = '9783161484100'

/** The columns of an export that are read for these tests, in Shopify's order. */
const COLUMNS = [
  'Handle',
  'Title',
  'Vendor',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Price',
  'Variant Barcode',
  'Google Shopping / MPN',
  'Google Shopping / Condition',
  'Variant Weight Unit',
]

type Row = Readonly<Record<string, string>>
const MUG: Row = {
  Handle: 'mug',
  Title: 'Mug',
  Vendor: 'Halm ',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant SKU': 'MUG',
  'Variant Grams': '226.796185',
  'Variant Price': '9.00',
  'Variant Barcode': `'${EAN}`,
  'Google Shopping / MPN': 'H-1',
  'Google Shopping / Condition': 'new',
  'Variant Weight Unit': 'lb',
}
const TEE: Row[] = [
  {
    Handle: 'tee',
    Title: 'Tee',
    Vendor: 'Acme',
    'Option1 Name': 'Size',
    'Option1 Value': 'S',
    'Variant SKU': 'TEE-S',
    'Variant Grams': '120.0',
    'Variant Price': '20.00',
    'Variant Barcode': '978-3-16-148410-0',
    'Google Shopping / MPN': 'TEE',
    'Google Shopping / Condition': 'used',
  },
  {
    Handle: 'tee',
    'Option1 Value': 'M',
    'Variant SKU': 'TEE-M',
    'Variant Grams': '0.0',
    'Variant Price': '20.00',
    'Variant Barcode': '06973227077893+06973227077862',
  },
]

const file = (rows: readonly Row[]) => ({ name: 'products_export.csv', text: csvOf(COLUMNS, rows) })

const OF_TEE = [{ gtin: ISBN, mpn: 'TEE', weight_grams: 120 }, {}]

/** The fields of trade in a line or a variant of an export. */
const tradeOf = ({ brand, condition, gtin, mpn, weight_grams }: Record<string, unknown> = {}) =>
  JSON.parse(JSON.stringify({ brand, condition, gtin, mpn, weight_grams }))

test('columns of exports fill the fields of trade', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const report = await importInto(business, file([MUG, ...TEE]))
  expect(report).toMatchObject({ created: 2, refused: [] })
  expect(report.ignored_columns).toEqual(['Variant Weight Unit'])
  expect(report.lost).toEqual([
    {
      loss: 'gtin',
      count: 1,
      first:
        'row 2 (line 3): line 4: "06973227077893+06973227077862" is not 8, 12, 13 or 14 digits with a right check digit',
    },
  ])
  const [mug, tee] = (await exported(business)).lines
  expect(tradeOf(mug)).toEqual({
    brand: 'Halm',
    condition: 'new',
    gtin: EAN,
    mpn: 'H-1',
    weight_grams: 227,
  })
  expect(tradeOf(tee)).toEqual({ brand: 'Acme', condition: 'used' })
  expect(tee?.variants?.map(tradeOf)).toEqual(OF_TEE)
  expect(await importInto(business, file([MUG, ...TEE]))).toMatchObject({ unchanged: 2, updated: 0 })
})

const BLANK = {
  Vendor: '',
  'Variant Grams': '',
  'Variant Barcode': '',
  'Google Shopping / MPN': '',
  'Google Shopping / Condition': '',
}

test('an empty cell clears a field, of a variant too, unless --keep-empty', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const full = [MUG, ...TEE.map((row) => ({ ...row, 'Variant Grams': '5', 'Variant Barcode': EAN }))]
  await importInto(business, file(full))
  const before = (await exported(business)).text
  const empty = file(full.map((row) => ({ ...row, ...BLANK, 'Variant SKU': '' })))
  expect(await importInto(business, empty, '--keep-empty')).toMatchObject({ unchanged: 2, updated: 0 })
  expect((await exported(business)).text).toBe(before)
  expect(await importInto(business, empty)).toMatchObject({ updated: 2 })
  const [mug, tee] = (await exported(business)).lines
  expect([tradeOf(mug), tradeOf(tee)]).toEqual([{}, {}])
  // Shopify has the number of a product in its first row alone, so a blank one says nothing of a variant.
  expect(tee?.variants?.map(tradeOf)).toEqual([{ mpn: 'TEE' }, {}])
})

test('a weight of 0 says nothing, and neither does what is no GTIN', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  await importInto(business, file([MUG, ...TEE]))
  const before = (await exported(business)).text
  const vague = [MUG, ...TEE].map((row) => ({ ...row, 'Variant Grams': '0.0', 'Variant Barcode': 'A-1' }))
  const { unchanged, lost } = await importInto(business, file(vague))
  expect(unchanged).toBe(2)
  expect(lost.map(({ loss, count }) => [loss, count])).toEqual([['gtin', 3]])
  expect((await exported(business)).text).toBe(before)
})

test('a file without the columns leaves the fields, and --map leaves one of them out', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  await importInto(business, file([MUG, ...TEE]))
  const before = (await exported(business)).text
  const few = COLUMNS.filter((column) => !Object.hasOwn(BLANK, column))
  const without = { name: 'a.csv', text: csvOf(few, [MUG, ...TEE]) }
  expect(await importInto(business, without)).toMatchObject({ unchanged: 2 })
  const blank = file([MUG, ...TEE].map((row) => ({ ...row, 'Variant Barcode': '', Vendor: 'Shop' })))
  const options = ['--map', 'gtin=', '--map', 'brand=']
  expect(await importInto(business, blank, ...options)).toMatchObject({ unchanged: 2 })
  expect((await exported(business)).text).toBe(before)
})

test('--map fills each variant from another column of its row; a blank cell of it says nothing', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const rows = TEE.map((row, n) => ({ ...row, 'Variant Barcode': '', EAN: n === 0 ? EAN : '' }))
  const text = csvOf([...COLUMNS, 'EAN'], rows)
  const report = await importInto(business, { name: 'a.csv', text }, '--map', 'gtin=EAN')
  expect(report).toMatchObject({ created: 1, refused: [], lost: [] })
  const { lines } = await exported(business)
  expect(lines[0]?.variants?.map(({ gtin }) => gtin)).toEqual([EAN, undefined])
})
