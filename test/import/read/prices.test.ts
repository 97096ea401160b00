import { describe, expect, test } from 'vitest'
import { inQuery } from '../../../lib/import/option-style.ts'
import { decimalMarkOf } from '../../../lib/import/read/decimal-mark.ts'
import { productExamples, shownPrice } from '../../../lib/import/read/price-examples.ts'
import {
  type PricedFile,
  priceScaleOf,
  priceTexts,
  type SaidOfPrices,
} from '../../../lib/import/read/price-scale.ts'
import { eachOf, mappingOf, productOf } from './products-of-file.ts'

const MAPPING = mappingOf(['name', 'price', 'compare_at_price', 'cost'])

/** A file of products with these values. */
const fileOf = (values: unknown[], format: PricedFile['format'] = 'csv'): PricedFile => ({
  format,
  each: eachOf(...values),
  mapping: MAPPING,
})
const pricedAt = (prices: string[], format?: PricedFile['format']) =>
  fileOf(
    prices.map((price) => ({ price })),
    format,
  )

describe('the texts of prices', () => {
  const textsOf = (values: unknown, mapping = MAPPING) =>
    [...priceTexts(productOf(values), mapping)].map(({ text }) => text)

  test('are those of the product and its variants, in the columns of money', () => {
    const values = {
      name: ' Cup ',
      price: ' 1 ',
      cost: '2',
      sku: '9',
      variants: [{ price: '3', compare_at_price: '4' }, 'S', null, { cost: '5' }],
    }
    expect(textsOf(values).filter(Boolean)).toEqual(['1', '2', '3', '4', '5'])
    expect([...priceTexts(productOf(values), MAPPING)][0]).toEqual({ text: '1', line: 2, name: 'Cup' })
    const renamed = mappingOf([], { sources: new Map([['price', 'Preis']]) })
    expect([...priceTexts(productOf({ Preis: '7', price: '8', variants: 'S' }), renamed)]).toEqual([
      { text: '7', line: 2, name: '' },
    ])
  })

  test('are empty for a number, and for a row that is not an object', () => {
    expect(textsOf({ price: 5, cost: null })).toEqual(['', '', ''])
    expect([textsOf(null), textsOf([]), textsOf('5')]).toEqual([[], [], []])
    expect(textsOf({ price: '5' }, mappingOf(['name']))).toEqual([])
  })
})

describe('the scale of prices', () => {
  const scaleOf = (file: PricedFile, said: SaidOfPrices = {}, currency = 'EUR') =>
    priceScaleOf(file, currency, said)

  test('is what somebody says', async () => {
    const file = pricedAt(['12.50'])
    expect(await scaleOf(file, { priceScale: 7n, prices: 'minor' })).toBe(7n)
    expect(await scaleOf(file, { prices: 'minor' })).toBe(1n)
    expect(await scaleOf(file, { prices: 'decimal' })).toBe(100n)
    expect(await scaleOf(file, { prices: 'decimal' }, 'JPY')).toBe(1n)
    expect(await scaleOf(file, { prices: 'decimal' }, 'KWD')).toBe(1_000n)
  })

  test.each<[PricedFile['format'], string, bigint]>([
    ['json', 'EUR', 1n],
    ['jsonl', 'EUR', 1n],
    ['csv', 'JPY', 1n],
    ['shopify_csv', 'EUR', 100n],
    ['woocommerce_csv', 'EUR', 100n],
    ['shopify_csv', 'JPY', 1n],
    ['woocommerce_csv', 'KWD', 1_000n],
  ])('of %s is in %s what its writers mean: %s', async (format, currency, scale) => {
    expect(await scaleOf(pricedAt(['80'], format), {}, currency)).toBe(scale)
  })

  test.each([
    [['80', '12.50']],
    [['80', '80.00']],
    [['80', '12,5']],
    [['80', '€80']],
    [['80', '80 EUR']],
    [['x', '0.5']],
  ])('of CSV is decimal where one price of %j shows it', async (prices) => {
    expect(await scaleOf(pricedAt(prices))).toBe(100n)
  })

  test.each([[[]], [['0', '0']], [['x', '']], [['1.299', '1,299']]])(
    'is decimal where no price of %j says anything',
    async (prices) => {
      expect(await scaleOf(pricedAt(prices))).toBe(100n)
    },
  )

  test('cannot be known of whole numbers: three of them are shown in both readings', async () => {
    const values = [
      { name: 'Cup', price: '80', cost: '5' },
      { name: 'Mug', price: '1200' },
      { name: 'Pot', price: '0' },
      { name: 'Jug', price: '9' },
    ]
    const readings = [
      '"Cup" (line 2) costs 80.00 EUR or 0.80 EUR, in the file "80"',
      '"Cup" (line 2) costs 5.00 EUR or 0.05 EUR, in the file "5"',
      '"Mug" (line 3) costs 1200.00 EUR or 12.00 EUR, in the file "1200"',
    ]
    await expect(scaleOf(fileOf(values))).rejects.toMatchObject({
      reason: 'prices_unclear',
      message: `all prices are whole numbers: add --prices decimal or --prices minor. ${readings.join('; ')}`,
    })
    await expect(scaleOf(fileOf(values), { option: inQuery })).rejects.toThrow(
      'add prices=decimal or prices=minor. ',
    )
    await expect(scaleOf(pricedAt(['1e1']), {}, 'KWD')).rejects.toThrow('costs 10.000 KWD or 0.010 KWD')
  })
})

describe('the decimal mark of a file', () => {
  test.each<[string[], ',' | '.' | undefined]>([
    [['12,50'], ','],
    [['12,5', '80'], ','],
    [['1.299,00'], ','],
    [['12.50'], '.'],
    [['1,299.00', '80'], '.'],
    [['12,50', '12.50'], undefined],
    [['80'], undefined],
    [['1,299'], undefined],
    [['1.299'], undefined],
    [['x', ''], undefined],
    [['12,50 €'], ','],
    [['$12,50'], undefined],
    [['$12.50', '7,5'], ','],
  ])('with the prices %j is %j', async (prices, mark) => {
    expect(await decimalMarkOf(pricedAt(prices), 'EUR')).toBe(mark)
  })

  test('is a point in files of other systems, unless a price shows a comma', async () => {
    expect(await decimalMarkOf(pricedAt(['80'], 'woocommerce_csv'), 'EUR')).toBe('.')
    expect(await decimalMarkOf(pricedAt(['12,50'], 'woocommerce_csv'), 'EUR')).toBe(',')
    expect(await decimalMarkOf(pricedAt(['12,50', '12.50'], 'shopify_csv'), 'EUR')).toBeUndefined()
  })

  test.each<[string, string, ',' | '.' | undefined]>([
    ['1.250', 'KWD', '.'],
    ['1,5', 'KWD', ','],
    ['12', 'CLF', '.'],
    ['15.500', 'JPY', ','],
    ['1.500.000', 'JPY', ','],
    ['1.000', 'JPY', undefined],
    ['1.000.000', 'JPY', ','],
    ['12,50', 'JPY', undefined],
    ['150.0', 'JPY', '.'],
  ])('with the price %s in %s is %j', async (price, currency, mark) => {
    expect(await decimalMarkOf(pricedAt([price]), currency)).toBe(mark)
  })
})

test('a price is shown with the decimals and the code of its currency', () => {
  expect([
    shownPrice(8_000n, 'USD'),
    shownPrice(80n, 'JPY'),
    shownPrice(5n, 'KWD'),
    shownPrice(-5n, 'EUR'),
  ]).toEqual(['80.00 USD', '80 JPY', '0.005 KWD', '-0.05 EUR'])
})

describe('examples of products', () => {
  const shown = (...fields: Record<string, unknown>[]) =>
    productExamples(
      fields.map((one, n) => ({ number: n, fields: one })),
      'EUR',
    )

  test.each<[Record<string, unknown>, string]>([
    [{ name: 'Cup', price: 350 }, '"Cup" costs 3.50 EUR'],
    [{ external_id: 'c', sku: 'S', slug: 's', price: 1 }, '"c" costs 0.01 EUR'],
    [{ sku: 'S', slug: 's', price: 1 }, '"S" costs 0.01 EUR'],
    [{ slug: 's', price: 1 }, '"s" costs 0.01 EUR'],
    [{ price: 0 }, '"" costs 0.00 EUR'],
    [{ name: 'Cup', price: 350, compare_at_price: 500 }, '"Cup" costs 3.50 EUR; before 5.00 EUR'],
    [{ name: 'Cup', price: 350, compare_at_price: null }, '"Cup" costs 3.50 EUR'],
    [{ name: 'Cup', price: 350, quantity: 0 }, '"Cup" costs 3.50 EUR; 0 in stock'],
    [{ name: 'Cup', price: 350, quantity: '7' }, '"Cup" costs 3.50 EUR'],
    [
      {
        name: 'Shirt',
        options: [{ name: 'Size', values: ['S', 'M'] }, { name: 'Cut', values: 'A' }, 7],
        variants: [{ price: 1_400, quantity: 3 }, { price: 1_200 }, 'S', { price: 1_300, quantity: 4 }],
      },
      '"Shirt" costs 12.00 to 14.00 EUR; Size: S, M; Cut: ; 7 in stock',
    ],
    [
      {
        name: 'Shirt',
        variants: [
          { price: 1_200, compare_at_price: 1_500 },
          { price: 1_200, compare_at_price: 1_500 },
        ],
      },
      '"Shirt" costs 12.00 EUR; before 15.00 EUR',
    ],
    [
      {
        name: 'Shirt',
        variants: [
          { price: 1_200, compare_at_price: 1_500 },
          { price: 1_200, compare_at_price: 1_600 },
        ],
      },
      '"Shirt" costs 12.00 EUR',
    ],
    [
      {
        name: 'Shirt',
        variants: [
          { price: 1_200, compare_at_price: 1_500 },
          { price: 1_300, compare_at_price: 1_500 },
        ],
      },
      '"Shirt" costs 12.00 to 13.00 EUR',
    ],
  ])('%j', (fields, line) => {
    expect(shown(fields)).toEqual([`for example: ${line}`])
  })

  test('are the first three with a price', () => {
    const priced = (name: string, price: unknown) => ({ name, price })
    const products = [priced('A', 'x'), priced('B', 1), priced('C', 1.5), priced('D', 2), priced('E', 3)]
    expect(shown(...products, priced('F', 4)).map((line) => line.slice(0, 16))).toEqual([
      'for example: "B"',
      'for example: "D"',
      'for example: "E"',
    ])
    expect(shown(priced('A', undefined), { variants: [{}] }, {})).toEqual([])
  })

  test('are read only until there are enough', () => {
    function* endless() {
      for (let number = 1; ; number++) yield { number, fields: { name: 'Cup', price: number } }
    }
    expect(productExamples(endless(), 'EUR')).toHaveLength(3)
  })
})
