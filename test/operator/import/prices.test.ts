import { describe, expect, test } from 'vitest'
import { decimalsOf } from '../../../lib/domain/currency-decimals.ts'
import { makeBusiness } from '../../support/shop.ts'
import { makeFile, operate, productsOf } from '../operate.ts'

async function importCsv(text: string, { currency = 'USD', options = [] as string[], name = 'a.csv' } = {}) {
  const business = await makeBusiness({ currency })
  const file = await makeFile(name, text)
  const outcome = await operate('import', file, '--business', business.id, ...options)
  return { ...outcome, file, prices: (await productsOf(business)).map(({ price }) => price) }
}

const cups = (...prices: string[]) =>
  `sku,name,price,category\n${prices.map((price, n) => `S${n},Cup,${price},Cups\n`).join('')}`

describe('a CSV with prices that does not say how they are written', () => {
  test.each([
    [
      'USD',
      cups('80'),
      '"80" (line 2, column "price") is 80.00 USD with --price-scale 100 and 0.80 USD with --price-scale 1',
    ],
    [
      'USD',
      cups('9.99', '$5', '80'),
      '"80" (line 4, column "price") is 80.00 USD with --price-scale 100 and 0.80 USD with --price-scale 1',
    ],
    [
      'EUR',
      cups('$5', '9.99'),
      '"9.99" (line 3, column "price") is 9.99 EUR with --price-scale 100 and refused with --price-scale 1',
    ],
    [
      'KWD',
      cups('80'),
      '"80" (line 2, column "price") is 80.000 KWD with --price-scale 1000 and 0.080 KWD with --price-scale 1',
    ],
    [
      'HUF',
      cups('0', ' 1990 '),
      '"1990" (line 3, column "price") is 1990.00 HUF with --price-scale 100 and 19.90 HUF with --price-scale 1',
    ],
    [
      'USD',
      'sku,name,Cost\nS1,Cup,5\n',
      '"5" (line 2, column "Cost") is 5.00 USD with --price-scale 100 and 0.05 USD with --price-scale 1',
    ],
  ])('in %s: %j', async (currency, text, said) => {
    for (const options of [[], ['--dry-run'], ['--json']]) {
      const { file, code, stdout, notes, prices } = await importCsv(text, { currency, options })
      expect({ code, stdout, prices }).toEqual({ code: 1, stdout: '', prices: [] })
      expect(notes).toEqual([
        `error: ${file}: add --price-scale, the factor from the prices in the file to the minor unit: ${said}`,
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
    ['no price in it', 'sku,name\nS1,Cup\n'],
    ['prices that are no numbers', cups('$5')],
    ['no price but nothing', cups('0', '0.00')],
  ])('is judged row by row with %s', async (_, text) => {
    expect((await importCsv(text)).stdout).toMatch(/^\d rows?: /)
  })
})

test.each([
  ['100', 8000],
  ['1', 80],
])('with --price-scale %s, 80 is %i', async (scale, price) => {
  expect(await importCsv(cups('80'), { options: ['--price-scale', scale] })).toMatchObject({
    code: 0,
    prices: [price],
  })
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
