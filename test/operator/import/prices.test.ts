import { describe, expect, test } from 'vitest'
import { decimalsOf } from '../../../lib/domain/currency-decimals.ts'
import { makeBusiness } from '../../support/shop.ts'
import { makeFile, operate, productsOf } from '../operate.ts'

async function importCsv(text: string, { currency = 'USD', options = [] as string[], name = 'a.csv' } = {}) {
  const business = await makeBusiness({ currency })
  const file = await makeFile(name, text)
  const outcome = await operate('import', file, '--business', business.id, ...options)
  return {
    ...outcome,
    file,
    prices: (await productsOf(business)).map(({ price }) => Number(price)).sort((a, b) => a - b),
  }
}

const cups = (...prices: string[]) =>
  `sku,name,price,category\n${prices.map((price, n) => `S${n},Cup,${price},Cups\n`).join('')}`

describe('a CSV in which all prices are whole numbers', () => {
  test.each([
    ['USD', cups('80'), '"Cup" (line 2) costs 80.00 USD or 0.80 USD, in the file "80"'],
    [
      'EUR',
      cups('80', '0', '1 999', '5', '7'),
      [
        '"Cup" (line 2) costs 80.00 EUR or 0.80 EUR, in the file "80"',
        '"Cup" (line 4) costs 1999.00 EUR or 19.99 EUR, in the file "1 999"',
        '"Cup" (line 5) costs 5.00 EUR or 0.05 EUR, in the file "5"',
      ].join('; '),
    ],
    ['KWD', cups('free', ' 80 '), '"Cup" (line 3) costs 80.000 KWD or 0.080 KWD, in the file "80"'],
    ['USD', 'sku,name,Cost\nS1,,5\n', '"" (line 2) costs 5.00 USD or 0.05 USD, in the file "5"'],
  ])('in %s: %j', async (currency, text, said) => {
    for (const options of [[], ['--dry-run'], ['--json']]) {
      const { file, code, stdout, notes, prices } = await importCsv(text, { currency, options })
      expect({ code, stdout, prices }).toEqual({ code: 1, stdout: '', prices: [] })
      expect(notes).toEqual([
        `error: ${file}: all prices are whole numbers: add --prices decimal or --prices minor. ${said}`,
      ])
    }
  })

  test('whatever the file is called', async () => {
    const { code } = await importCsv(cups('80'), { name: 'a.txt', options: ['--format', 'csv'] })
    expect(code).toBe(1)
  })

  test('is taken in a currency without decimals', async () => {
    expect(await importCsv(cups('80'), { currency: 'JPY' })).toMatchObject({ code: 0, prices: [80] })
  })

  test.each([
    ['￥2,400', 'JPY', [2400]],
    ['12,99 zł', 'PLN', [1299]],
    ['12,99 zł', 'SEK', []],
    ['1.250', 'EUR', []],
    ['€1.250', 'EUR', []],
    ['1.299 KWD', 'KWD', [1299]],
    ['15.500', 'VND', [15500]],
    ['15.000', 'VND', []],
    ['Rp15.000', 'IDR', []],
  ])('%s is read in %s', async (price, currency, prices) => {
    expect(await importCsv(cups(`"${price}"`), { currency })).toMatchObject({ prices })
  })

  test.each([
    ['12,50', [125000, 1250]],
    ['12.50', [125, 1250]],
    // A price in another currency is refused, and says nothing of the others.
    ['12,50 zł', []],
  ])('1.250 is what %s shows', async (other, prices) => {
    const read = await importCsv(cups('1.250', `"${other}"`), { currency: 'EUR' })
    expect(read.prices.toSorted()).toEqual(prices.toSorted())
  })

  test.each([
    ['no price in it', 'sku,name\nS1,Cup\n'],
    ['prices that are none', cups('five')],
    ['no price but nothing', cups('0', '0')],
  ])('is judged row by row with %s', async (_, text) => {
    expect((await importCsv(text)).stdout).toMatch(/^\d rows?: /)
  })

  test.each([
    ['--prices', 'decimal', 8000],
    ['--prices', 'minor', 80],
    ['--price-scale', '100', 8000],
    ['--price-scale', '1', 80],
  ])('with %s %s, 80 is %i', async (option, value, price) => {
    expect(await importCsv(cups('80'), { options: [option, value] })).toMatchObject({
      code: 0,
      prices: [price],
    })
  })
})

test.each(['€80', '80 EUR'])(
  'a currency beside a price says that it is no number of cents: %s',
  async (price) => {
    expect(await importCsv(cups('7', price), { currency: 'EUR' })).toMatchObject({
      code: 0,
      prices: [700, 8000],
    })
  },
)

test('cents are plain numbers', async () => {
  const { code, notes, prices } = await importCsv(cups('80', '$80'), { options: ['--prices', 'minor'] })
  expect([code, prices]).toEqual([3, [80]])
  expect(notes).toEqual(['row 2 (line 3): price: "$80" is not a decimal number'])
})

test('a price in another currency says it too, and is refused', async () => {
  const { code, notes, prices } = await importCsv(cups('7', '€80'), { currency: 'USD' })
  expect([code, prices]).toEqual([3, [700]])
  expect(notes).toEqual(['row 2 (line 3): price: is in €, but the business sells in USD'])
})

test('decimals of nothing but zeros are decimals', async () => {
  expect(await importCsv(cups('7', '80.00'))).toMatchObject({ code: 0, prices: [700, 8000] })
})

test('one price that has decimals says that all have them', async () => {
  const text = cups('80', '"$1,234.50"', '"12,50 $"', '0')
  expect(await importCsv(text)).toMatchObject({ code: 0, prices: [0, 1250, 8000, 123450] })
})

test('a price that can be two, or is in another currency, is refused by name', async () => {
  const { code, notes, prices } = await importCsv(cups('"1,299"', '9.99', 'CHF 5', '$5', '9.999', 'dear'), {
    currency: 'EUR',
  })
  expect([code, prices]).toEqual([3, [999]])
  expect(notes).toEqual([
    'row 1 (line 2): price: "1,299" can be 1299 or 1.299: write it without the comma',
    'row 3 (line 4): price: is in CHF, but the business sells in EUR',
    'row 4 (line 5): price: is in $, but the business sells in EUR',
    `row 5 (line 6): price: "9.999" × 100 is not a whole number of the currency's minor unit: say whether prices are decimal or minor`,
    'row 6 (line 7): price: "dear" is not an amount of money',
  ])
})

test.each([
  ['USD', ['9.99 USD', '0.50 USD', '0.05 USD']],
  ['KWD', ['9.990 KWD', '0.500 KWD', '0.050 KWD']],
])('three products are shown with prices in %s', async (currency, shown) => {
  const text = cups('9.99', 'dear', '.5', '0.05', '7')
  for (const options of [['--dry-run'], []]) {
    const { examples, prices } = await importCsv(text, { currency, options })
    expect(examples).toEqual(shown.map((price) => `for example: "Cup" costs ${price}`))
    expect(prices).toHaveLength(options.length > 0 ? 0 : 4)
  }
})

test('what is shown of products: variants, earlier prices, stock, and prices without decimals', async () => {
  const sizes = [
    { option_values: { Size: 'S' }, price: 1200, track_inventory: true, quantity: 4 },
    { option_values: { Size: 'M' }, price: 1500, track_inventory: true, quantity: 3 },
  ]
  const rows = [
    { name: 'Shirt', category: 'All', options: [{ name: 'Size', values: ['S', 'M'] }], variants: sizes },
    { name: 'Cup', category: 'All', price: 7, compare_at_price: 9 },
    { name: 'Mug', category: 'All', price: -7 },
    { name: 'Jug', category: 'All', price: 8 },
    { name: 'Gift' },
  ]
  const options = ['--dry-run', '--allow-unkeyed']
  const { examples } = await importCsv(JSON.stringify(rows), { currency: 'JPY', name: 'a.json', options })
  expect(examples).toEqual([
    'for example: "Shirt" costs 1200 to 1500 JPY; Size: S, M; 7 in stock',
    'for example: "Cup" costs 7 JPY; before 9 JPY',
    'for example: "Jug" costs 8 JPY',
  ])
})

test('--prices decimal is meant in JSON too', async () => {
  const text = JSON.stringify([{ sku: 'S1', name: 'Cup', price: 9.5, category: 'Cups' }])
  const options = ['--prices', 'decimal']
  expect(await importCsv(text, { name: 'a.json', options })).toMatchObject({ code: 0, prices: [950] })
})

test.each([80, '80'])(
  'in JSON %j is in the minor unit, as in the API, unless it says otherwise',
  async (price) => {
    const text = JSON.stringify([{ sku: 'S1', name: 'Cup', price, category: 'Cups' }])
    expect(await importCsv(text, { name: 'a.json' })).toMatchObject({ code: 0, prices: [80] })
  },
)

test.each([
  ['EUR', 2],
  ['JPY', 0],
  ['HUF', 2],
  ['ISK', 0],
  ['KWD', 3],
  ['CLF', 4],
])('%s has %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals)
})
