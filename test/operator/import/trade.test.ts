import { describe, expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto, makeFile, operate } from '../operate.ts'
import { csvOf } from './dialects/tables.ts'

const SCALE = ['--prices', 'minor']
const EAN = '4006381333931'
const ISBN = '9783161484100'

const cup = { external_id: 'e1', name: 'Cup', price: 900, category: 'Cups' }
const TRADE = { brand: 'Halm', condition: 'used', gtin: EAN, mpn: 'H-1', weight_grams: 250 }

/** The fields of trade of the only product, or of one like it. */
function tradeOf(line: Record<string, unknown> = {}) {
  const { brand, condition, gtin, mpn, weight_grams } = line
  return Object.fromEntries(
    Object.entries({ brand, condition, gtin, mpn, weight_grams }).filter(([, value]) => value !== undefined),
  )
}

/** The text of a CSV file with the product, and with these cells. */
const csv = (cells: Record<string, string>) => {
  const row = { external_id: 'e1', name: 'Cup', price: '900', category: 'Cups', ...cells }
  return { name: 'a.csv', text: csvOf(Object.keys(row), [row]) }
}

async function shopWithCup(fields: object = TRADE) {
  const business = await makeBusiness()
  expect(await importInto(business, [{ ...cup, ...fields }])).toMatchObject({
    created: 1,
    refused: [],
    lost: [],
  })
  return business
}
type Shop = Awaited<ReturnType<typeof shopWithCup>>

const stored = async (business: Shop) => tradeOf((await exported(business)).lines[0])

/** The fields that a CSV file with these cells gives a product, and what it leaves out. */
async function read(cells: Record<string, string>) {
  const business = await makeBusiness()
  const report = await importInto(business, csv(cells), ...SCALE)
  expect(report).toMatchObject({ created: 1, refused: [], ignored_columns: [] })
  expect(await importInto(business, csv(cells), ...SCALE)).toMatchObject({ unchanged: 1 })
  return { fields: await stored(business), lost: report.lost }
}

describe('a column that is named as a field', () => {
  test('fills it', async () => {
    const cells = { GTIN: '978-3-16-148410-0', condition: 'UsedCondition', brand: ' Halm ', mpn: "'0012" }
    const { fields, lost } = await read({ ...cells, 'Weight Grams': '1,200' })
    expect(fields).toEqual({ gtin: ISBN, condition: 'used', brand: 'Halm', mpn: '0012', weight_grams: 1_200 })
    expect(lost).toEqual([])
  })

  test('with a value that no product can have is a note, and the product keeps what it had', async () => {
    const cells = { gtin: 'INT-1', weight_grams: '3 kg' }
    const detail = 'is not 8, 12, 13 or 14 digits with a right check digit'
    const { fields, lost } = await read(cells)
    expect(fields).toEqual({})
    expect(lost).toMatchObject([
      { loss: 'gtin', count: 1, first: `row 1 (line 2): "INT-1" ${detail}` },
      { loss: 'weight_grams', count: 1 },
    ])
    const business = await shopWithCup()
    expect(await importInto(business, csv(cells), ...SCALE)).toMatchObject({ unchanged: 1 })
    expect(await stored(business)).toEqual(TRADE)
  })

  test('is said on the terminal in one line', async () => {
    const business = await shopWithCup()
    const rows = ['e1,INT-1', 'e2,INT-2'].map((row) => `${row},Cup,9.00,Cups`)
    const file = await makeFile('a.csv', `external_id,gtin,name,price,category\n${rows.join('\n')}\n`)
    const { code, notes } = await operate('import', file, '--business', business.id)
    expect([code, notes]).toEqual([
      0,
      [
        '2 barcodes left out: they are not GTINs; the first: row 1 (line 2): "INT-1" is not 8, 12, 13 or 14 digits with a right check digit',
      ],
    ])
  })
})

describe('an empty cell', () => {
  const emptied = Object.fromEntries(Object.keys(TRADE).map((field) => [field, '']))

  test('clears the field', async () => {
    const business = await shopWithCup()
    expect(await importInto(business, csv(emptied), ...SCALE)).toMatchObject({ updated: 1 })
    expect(await stored(business)).toEqual({})
    expect(await importInto(business, csv(emptied), ...SCALE)).toMatchObject({ unchanged: 1 })
  })

  test('clears nothing with --keep-empty, nor does a column that is not there', async () => {
    const business = await shopWithCup()
    const kept = await importInto(business, csv(emptied), ...SCALE, '--keep-empty')
    expect(kept).toMatchObject({ unchanged: 1 })
    expect(await importInto(business, csv({}), ...SCALE)).toMatchObject({ unchanged: 1 })
    expect(await stored(business)).toEqual(TRADE)
  })
})

describe('in JSON', () => {
  test('numbers are their digits, null clears, and a blank text says nothing', async () => {
    const written = { ...TRADE, gtin: 4_006_381_333_931, mpn: 12, weight_grams: 250.0 }
    const business = await shopWithCup(written)
    expect(await stored(business)).toEqual({ ...TRADE, mpn: '12' })
    const blank = { brand: '', condition: ' ', gtin: '', mpn: '', weight_grams: '' }
    expect(await importInto(business, [{ ...cup, ...blank }])).toMatchObject({ unchanged: 1, lost: [] })
    const nothing = Object.fromEntries(Object.keys(TRADE).map((field) => [field, null]))
    expect(await importInto(business, [{ ...cup, ...nothing }])).toMatchObject({ updated: 1 })
    expect(await stored(business)).toEqual({})
  })

  test('variants have their own, and what they cannot have is named with the variant', async () => {
    const variant = (Size: string, more: object) => ({ option_values: { Size }, price: 900, ...more })
    const { price: _, ...shared } = cup
    const shirt = (...variants: object[]) => [
      { ...shared, brand: 'Halm', options: [{ name: 'Size', values: ['S', 'M'] }], variants },
    ]
    const business = await makeBusiness()
    const first = shirt(
      variant('S', { gtin: EAN, mpn: 'S-1', weight_grams: '200' }),
      variant('M', { gtin: ISBN, weight_grams: 210 }),
    )
    expect(await importInto(business, first)).toMatchObject({ created: 1, lost: [] })
    const second = shirt(
      variant('S', { gtin: null, mpn: 'x'.repeat(71) }),
      variant('M', { gtin: 'INT-1', weight_grams: 0 }),
    )
    const { updated, lost } = await importInto(business, second)
    expect(updated).toBe(1)
    expect(lost.map(({ loss, first }) => [loss, first.slice(0, 26)])).toEqual([
      ['mpn', 'row 1: variant 1: "xxxxxxx'],
      ['gtin', 'row 1: variant 2: "INT-1" '],
      ['weight_grams', 'row 1: variant 2: "0" is n'],
    ])
    const { lines } = await exported(business)
    expect(lines[0]?.brand).toBe('Halm')
    expect(lines[0]?.variants?.map(tradeOf)).toEqual([
      { mpn: 'S-1', weight_grams: 200 },
      { gtin: ISBN, weight_grams: 210 },
    ])
    expect(await importInto(business, second)).toMatchObject({ unchanged: 1 })
    // Only an empty cell is one that --keep-empty leaves.
    const third = shirt(variant('S', { mpn: null }), variant('M', {}))
    expect(await importInto(business, third, '--keep-empty')).toMatchObject({ updated: 1 })
    const after = (await exported(business)).lines[0]?.variants?.map(tradeOf)
    expect(after).toEqual([{ weight_grams: 200 }, { gtin: ISBN, weight_grams: 210 }])
  })
})

describe('rows of variants', () => {
  const COLUMNS = ['style', 'name', 'price', 'category', 'Size', 'ean', 'mpn', 'weight_grams', 'brand']
  const OPTIONS = ['--group-by', 'style', '--map', 'option:Size=Size', '--map', 'gtin=ean']
  const SHIRT = { style: 'T', name: 'Shirt', price: '20.00', category: 'Shirts' }
  const file = (...rows: Record<string, string>[]) => ({ name: 'a.csv', text: csvOf(COLUMNS, rows) })

  test('have each its own; the brand is that of the first row that has it', async () => {
    const business = await makeBusiness()
    const rows = file(
      { ...SHIRT, Size: 'S', ean: '978-3-16-148410-0', mpn: 'S-1', weight_grams: '200' },
      { ...SHIRT, Size: 'M', ean: 'INT-1', brand: 'Halm' },
    )
    const report = await importInto(business, rows, ...OPTIONS)
    expect(report).toMatchObject({ created: 1, refused: [], ignored_columns: [] })
    expect(report.lost).toMatchObject([
      { loss: 'gtin', first: expect.stringContaining('line 3: "INT-1" is') },
    ])
    const { lines } = await exported(business)
    expect(tradeOf(lines[0])).toEqual({ brand: 'Halm' })
    expect(lines[0]?.variants?.map(tradeOf)).toEqual([{ gtin: ISBN, mpn: 'S-1', weight_grams: 200 }, {}])
    expect(await importInto(business, rows, ...OPTIONS)).toMatchObject({ unchanged: 1 })
  })

  test('of a product without options fill and clear its own', async () => {
    const business = await makeBusiness()
    const row = { ...SHIRT, ean: EAN, weight_grams: '200', brand: 'Halm' }
    await importInto(business, file(row), ...OPTIONS)
    expect(await stored(business)).toEqual({ gtin: EAN, weight_grams: 200, brand: 'Halm' })
    await importInto(business, file({ ...row, ean: '', brand: '' }), ...OPTIONS)
    expect(await stored(business)).toEqual({ weight_grams: 200 })
  })
})

describe('options of the command', () => {
  test('--set and --map fill them', async () => {
    const business = await makeBusiness()
    const options = ['--set', 'brand=Halm', '--set', 'condition=UsedCondition', '--map', 'gtin=EAN']
    await importInto(business, csv({ EAN }), ...SCALE, ...options)
    expect(await stored(business)).toEqual({ brand: 'Halm', condition: 'used', gtin: EAN })
  })

  test('--set with a value that no product can have is one line', async () => {
    const { id } = await makeBusiness()
    const { name, text } = csv({})
    const options = ['--business', id, ...SCALE, '--set', 'gtin=INT-1']
    const { code, notes } = await operate('import', await makeFile(name, text), ...options)
    const detail = '"INT-1" is not 8, 12, 13 or 14 digits with a right check digit'
    expect([code, notes]).toEqual([1, [`error: --set gtin=INT-1: ${detail}`]])
  })
})
