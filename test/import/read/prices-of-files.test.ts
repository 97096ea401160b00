import { expect, test } from 'vitest'
import { decimalsOf } from '../../../lib/domain/currency-decimals.ts'
import { plannedRows } from './planned-rows.ts'

type Said = NonNullable<Parameters<typeof plannedRows>[1]>

/** The prices of the rows of a file in the minor unit, and the reason of a refused one. */
const pricesOf = async (text: string, said: Said = {}) =>
  (await plannedRows(text, said)).map(({ fields, faults }) => fields.price ?? faults[0]?.detail)

const cups = (...prices: string[]) => `sku,price\n${prices.map((price, n) => `S${n},"${price}"\n`).join('')}`

test.each([
  ['￥2,400', 'JPY', 2_400],
  ['80', 'JPY', 80],
  ['12,99 zł', 'PLN', 1_299],
  ['12,99 zł', 'SEK', 'is in zł, but the business sells in SEK'],
  ['1.250', 'EUR', '"1.250" can be 1250 or 1.250: write it without the point'],
  ['€1.250', 'EUR', '"€1.250" can be 1250 or 1.250: write it without the point'],
  ['1.299 KWD', 'KWD', 1_299],
  ['15.500', 'VND', 15_500],
  ['15.000', 'VND', '"15.000" can be 15000 or 15.000: write it without the point'],
  ['Rp15.000', 'IDR', '"Rp15.000" can be 15000 or 15.000: write it without the point'],
])('%s in %s is %j', async (price, currency, amount) => {
  expect(await pricesOf(cups(price), { currency })).toEqual([amount])
})

test.each([
  ['12,50', 125_000, 1_250],
  ['12.50', 125, 1_250],
  // A price in another currency is refused, and says nothing of the others.
  [
    '12,50 zł',
    '"1.250" can be 1250 or 1.250: write it without the point',
    'is in zł, but the business sells in EUR',
  ],
])('1.250 is what %s shows', async (other, price, itself) => {
  expect(await pricesOf(cups('1.250', other))).toEqual([price, itself])
})

test('where prices have a decimal comma, a point is between thousands, of quantities too', async () => {
  const rows = await plannedRows('sku;price;quantity\nA;12.990;1.500\nB;2,50;2.000\nC;1.200,00 €;3')
  expect(rows.map(({ fields }) => [fields.price, fields.quantity])).toEqual([
    [1_299_000, 1_500],
    [250, 2_000],
    [120_000, 3],
  ])
})

test('prices that are whole numbers in every variant have to be explained', async () => {
  const text = 'style,size,name,price\nT,S,Tee,20\nT,M,,21\n'
  const said = { groupBy: 'style', map: ['option:Size=size'] }
  await expect(plannedRows(text, said)).rejects.toThrow('all prices are whole numbers')
  const [row] = await plannedRows(text, { ...said, prices: 'minor' })
  expect(row?.fields.variants).toMatchObject([{ price: 20 }, { price: 21 }])
})

test.each<[string[], unknown[]]>([
  [
    ['7', '€80'],
    [700, 8_000],
  ],
  [
    ['7', '80 EUR'],
    [700, 8_000],
  ],
  [
    ['7', '80.00'],
    [700, 8_000],
  ],
  [
    ['7', '$80'],
    [700, 'is in $, but the business sells in EUR'],
  ],
  [
    ['80', '€1,234.50', '12,50 €', '0'],
    [8_000, 123_450, 1_250, 0],
  ],
])('of the prices %j one shows what all of them are: %j', async (prices, amounts) => {
  expect(await pricesOf(cups(...prices))).toEqual(amounts)
})

test.each<[Said, unknown]>([
  [{ prices: 'decimal' }, 8_000],
  [{ prices: 'minor' }, 80],
  [{ priceScale: 100n }, 8_000],
  [{ priceScale: 1n }, 80],
])('with %o a price of 80 is %i', async (said, price) => {
  expect(await pricesOf(cups('80'), said)).toEqual([price])
})

test('cents are plain numbers', async () => {
  expect(await pricesOf(cups('80', '$80'), { prices: 'minor' })).toEqual([
    80,
    '"$80" is not a decimal number',
  ])
})

test.each([80, '80'])(
  'in JSON %j is in the minor unit, as in the API, unless somebody says otherwise',
  async (price) => {
    const text = JSON.stringify([{ sku: 'S1', price }])
    expect(await pricesOf(text)).toEqual([80])
    expect(await pricesOf(text, { prices: 'decimal' })).toEqual([8_000])
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
