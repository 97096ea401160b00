import { describe, expect, test } from 'vitest'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto, makeFile, operate } from '../operate.ts'
import { csvOf } from './dialects/tables.ts'

type Row = Readonly<Record<string, string>>
const DRAFT = ['--without-price', 'draft']
const HINT = 'for products without a price: --without-price draft'

const woo = (prices: readonly [ID: string, price: string][], variants: readonly string[] = []) => {
  const rows: Row[] = prices.map(([ID, price]) => ({
    ID,
    Type: variants.length > 0 ? 'variable' : 'simple',
    Name: `Organ ${ID}`,
    Published: '1',
    'Regular price': price,
    Categories: 'Organs',
    ...(variants.length > 0 && { 'Attribute 1 name': 'Size' }),
  }))
  const sizes = variants.map((price, n) => ({
    ID: `${100 + n}`,
    Type: 'variation',
    SKU: `O-${n}`,
    Published: '1',
    'Regular price': price,
    Parent: `id:${prices[0]?.[0]}`,
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'SML'[n] ?? '',
  }))
  const columns = ['ID', 'Type', 'SKU', 'Name', 'Published', 'Regular price', 'Categories', 'Parent']
  const text = csvOf([...columns, 'Attribute 1 name', 'Attribute 1 value(s)'], [...rows, ...sizes])
  return { name: 'woo.csv', text }
}

const shopify = (prices: readonly string[], title = 'Mug') => {
  const rows = prices.map((price, n) => ({
    Handle: 'mug',
    Title: n === 0 ? title : '',
    'Option1 Name': n === 0 ? (prices.length > 1 ? 'Size' : 'Title') : '',
    'Option1 Value': prices.length > 1 ? ('SML'[n] ?? '') : 'Default Title',
    'Variant SKU': `M-${n}`,
    'Variant Price': price,
    'Variant Compare At Price': price && '99.00',
    Published: 'true',
  }))
  return { name: 'shopify.csv', text: csvOf(Object.keys(rows[0] ?? {}), rows) }
}

const grouped = (prices: readonly string[]) => {
  const rows = prices.map((price, n) => ({
    style: 'T',
    size: 'SML'[n] ?? '',
    name: 'Tee',
    category: 'T',
    price,
  }))
  return { name: 'own.csv', text: csvOf(['style', 'size', 'name', 'category', 'price'], rows) }
}
const BY_STYLE = ['--group-by', 'style', '--map', 'option:Size=size']

const linesOf = async (business: Business) => (await exported(business)).lines
const reasonsOf = ({ refused }: { refused: { reasons: string[] }[] }) => refused.map(({ reasons }) => reasons)

describe('a price that was taken away is an error of the row', () => {
  test.each([
    ['of WooCommerce', woo([['7', '9.50']]), woo([['7', '']]), [], /^price: is empty: /],
    ['of Shopify', shopify(['9.50']), shopify(['']), [], /^price: is empty: /],
    [
      'of a variation',
      woo([['7', '']], ['9.50', '8.50']),
      woo([['7', '']], ['9.50', '']),
      [],
      /^line 4: price: is empty/,
    ],
    [
      'of a variant of Shopify',
      shopify(['9.50', '8.50']),
      shopify(['9.50', '']),
      [],
      /^line 3: price: is empty/,
    ],
    [
      'of rows by group',
      grouped(['9.50', '8.50']),
      grouped(['9.50', '']),
      BY_STYLE,
      /^line 3: price: is empty/,
    ],
  ] as const)('%s', async (_, before, after, options, reason) => {
    const business = await makeBusiness()
    expect(await importInto(business, before, ...options)).toMatchObject({ created: 1, refused: [] })
    const stored = await linesOf(business)
    const [[said = ''] = []] = reasonsOf(await importInto(business, after, ...options))
    expect(said).toMatch(reason)
    expect(said.endsWith(HINT)).toBe(true)
    expect(await linesOf(business)).toEqual(stored)
  })

  test.each([null, ' '])('as %j in JSON, and so is a name', async (price) => {
    const business = await makeBusiness()
    const cup = { external_id: 'e1', name: 'Cup', price: 950, category: 'Cups' }
    await importInto(business, [cup])
    const [reasons] = reasonsOf(await importInto(business, [{ ...cup, price, name: null }]))
    expect(reasons).toEqual([
      expect.stringMatching(/^name: is empty: [^-]*$/),
      expect.stringMatching(/^price: is empty: .*--without-price draft$/),
    ])
    expect(await importInto(business, [{ ...cup, price, name: null }], '--keep-empty')).toMatchObject({
      unchanged: 1,
    })
  })

  test('a name of WooCommerce and of Shopify is one, too', async () => {
    const business = await makeBusiness()
    const nameless = (file: { name: string; text: string }) => ({
      ...file,
      text: file.text.replace('Organ 7', ''),
    })
    await importInto(business, woo([['7', '9.50']]))
    await importInto(business, shopify(['9.50']))
    const all = [nameless(woo([['7', '9.50']])), shopify(['9.50'], '')]
    for (const file of all)
      expect(reasonsOf(await importInto(business, file))).toEqual([
        [expect.stringMatching(/^name: is empty/)],
      ])
  })

  test('unless empty cells are kept', async () => {
    const business = await makeBusiness()
    await importInto(business, woo([['7', '']], ['9.50', '8.50']))
    await importInto(business, shopify(['9.50']))
    for (const file of [woo([['7', '']], ['9.50', '']), shopify([''])])
      expect(await importInto(business, file, '--keep-empty')).toMatchObject({ refused: [] })
    expect(await linesOf(business)).toMatchObject([
      { price: 950 },
      { variants: [{ price: 950 }, { price: 850 }] },
    ])
  })
})

describe('--without-price draft', () => {
  test('makes drafts of new products, and leaves price and status of those that are there', async () => {
    const business = await makeBusiness()
    await importInto(business, woo([['7', '9.50']]))
    const file = woo([
      ['7', ''],
      ['8', ''],
      ['9', '5.00'],
    ])
    for (const dry of [['--dry-run'], []])
      expect(await importInto(business, file, ...DRAFT, ...dry)).toMatchObject({
        refused: [],
        created: 2,
        lost: [
          { loss: 'price_kept', count: 1, first: 'row 1 (line 2): "Organ 7"' },
          { loss: 'price_draft', count: 1, first: 'row 2 (line 3): "Organ 8"' },
        ],
      })
    const all = [
      { price: 950, status: 'active' },
      { price: 0, status: 'draft' },
      { price: 500, status: 'active' },
    ]
    expect(await linesOf(business)).toMatchObject(all)
    expect(await importInto(business, file, ...DRAFT)).toMatchObject({ unchanged: 3 })
    // With a price it is for sale, as the file says.
    await importInto(business, woo([['8', '7.00']]), ...DRAFT)
    expect((await linesOf(business))[1]).toMatchObject({ price: 700, status: 'active' })
  })

  test.each([
    ['WooCommerce', (prices: string[]) => woo([['7', '']], prices), [], true],
    ['Shopify', shopify, [], false],
    ['rows by group', grouped, BY_STYLE, false],
  ] as const)('enables no new variant without a price: %s', async (_, file, options, isSaid) => {
    const business = await makeBusiness()
    const run = (prices: string[]) => importInto(business, file(prices), ...options, ...DRAFT)
    expect(await run(['', ''])).toMatchObject({ created: 1, lost: [{ loss: 'price_draft', count: 1 }] })
    const none = { price: 0, is_enabled: false }
    expect(await linesOf(business)).toMatchObject([{ status: 'draft', variants: [none, none] }])
    expect(await run(['', ''])).toMatchObject({ unchanged: 1, lost: [{ loss: 'price_kept', count: 2 }] })
    // The first price puts the product on sale, and not its other variants.
    const { lost } = await run(['9.50', '', ''])
    expect(lost).toEqual([
      expect.objectContaining({ loss: 'price_kept', count: 1 }),
      expect.objectContaining({
        loss: 'price_variant',
        count: 1,
        first: expect.stringMatching(/: Size: L$/),
      }),
    ])
    // Only WooCommerce says of a variant whether it is for sale.
    const sold = { price: 950, is_enabled: isSaid }
    expect(await linesOf(business)).toMatchObject([{ variants: [sold, none, none] }])
    expect(await run(['9.50', '', ''])).toMatchObject({ unchanged: 1 })
    // A variant that has a price keeps it, with its earlier price, and stays for sale.
    const before = await linesOf(business)
    await run(['', '', ''])
    expect((await linesOf(business))[0]?.variants).toEqual(before[0]?.variants)
  })

  test('variants of JSON, recognized by their SKUs under new names', async () => {
    const business = await makeBusiness()
    const tee = (values: string[], variants: object[]) => ({
      external_id: 't',
      name: 'Tee',
      category: 'T',
      options: [{ name: 'Size', values }],
      variants: variants.map((one, n) => ({ option_values: { Size: values[n] }, ...one })),
    })
    await importInto(business, [
      tee(
        ['S', 'M'],
        [
          { sku: 'T-S', price: 900 },
          { sku: 'T-M', price: 950 },
        ],
      ),
    ])
    const file = [
      tee(['Small', 'M', 'L'], [{ sku: 'T-S' }, { sku: 'T-M', price: null }, { sku: 'T-L', price: ' ' }]),
    ]
    expect(await importInto(business, file, ...DRAFT)).toMatchObject({ refused: [] })
    expect((await linesOf(business))[0]?.variants).toMatchObject([
      { price: 900, is_enabled: true },
      { price: 950, is_enabled: true },
      { price: 0, is_enabled: false },
    ])
  })

  test('a price that cannot be read stays an error, and so does a status', async () => {
    const business = await makeBusiness()
    const rows = [
      { external_id: '1', name: 'Cup', category: 'C', price: 'free' },
      { external_id: '2', name: 'Cup', category: 'C', status: 'sold' },
      { external_id: '3', name: 'Cup', category: 'C', status: 'archived', compare_at_price: 900 },
    ]
    const { refused } = await importInto(business, rows, ...DRAFT)
    expect(refused.map(({ row }) => row)).toEqual([1, 2])
    expect(await linesOf(business)).toMatchObject([{ price: 0, status: 'archived', compare_at_price: null }])
  })
})

test('--set price is refused where the file has prices', async () => {
  const business = await makeBusiness()
  const run = async (file: { name: string; text: string }, ...options: string[]) => {
    const path = await makeFile(file.name, file.text)
    const { code, notes } = await operate(
      'import',
      path,
      '--business',
      business.id,
      '--set',
      'price=5.00',
      ...options,
    )
    return [code, notes.at(-1)]
  }
  const refusal = `error: --set price=5.00 would replace the prices of the file; ${HINT}; to replace all prices, add --map price=`
  expect(
    await run(
      woo([
        ['7', ''],
        ['8', '9.50'],
      ]),
    ),
  ).toEqual([1, refusal])
  expect(await run(woo([['7', '']], ['9.50', '']))).toEqual([1, refusal])
  expect(await run(grouped(['9.50', '8.50']), ...BY_STYLE)).toEqual([1, refusal])
  expect(await linesOf(business)).toEqual([])
  expect((await run(woo([['8', '']])))[0]).toBe(0)
  expect((await run(woo([['7', '9.50']]), '--map', 'price='))[0]).toBe(0)
  expect(await linesOf(business)).toMatchObject([{ price: 500 }, { price: 500 }])
})

test('a reason that only quotes words about a missing price has no hint', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,category,price\n": price: is empty",Cup,A,1.50\n": price: is empty",Mug,A,2.50\n'
  const report = await importInto(business, { name: 'own.csv', text })
  expect(reasonsOf(report)).toEqual([['sku: ": price: is empty" is already used in row 1']])
})
