import { describe, expect, test } from 'vitest'
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
  test('is refused in one line, and nothing is written', async () => {
    for (const options of [[], ['--dry-run'], ['--json']]) {
      const { file, code, stdout, notes, prices } = await importCsv(cups('80'), { options })
      expect({ code, stdout, prices }).toEqual({ code: 1, stdout: '', prices: [] })
      expect(notes).toEqual([
        `error: ${file}: all prices are whole numbers: add --prices decimal or --prices minor. "Cup" (line 2) costs 80.00 USD or 0.80 USD, in the file "80"`,
      ])
    }
  })

  test('whatever the file is called', async () => {
    const { code } = await importCsv(cups('80'), { name: 'a.txt', options: ['--format', 'csv'] })
    expect(code).toBe(1)
  })

  test.each([
    ['--prices', 'decimal', 8000],
    ['--price-scale', '100', 8000],
  ])('with %s %s, 80 is %i', async (option, value, price) => {
    expect(await importCsv(cups('80'), { options: [option, value] })).toMatchObject({
      code: 0,
      prices: [price],
    })
  })
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

test('three products are shown with their prices', async () => {
  const text = cups('9.99', 'dear', '.5', '0.05', '7')
  for (const options of [['--dry-run'], []]) {
    const { examples, prices } = await importCsv(text, { options })
    const shown = ['9.99 USD', '0.50 USD', '0.05 USD']
    expect(examples).toEqual(shown.map((price) => `for example: "Cup" costs ${price}`))
    expect(prices).toHaveLength(options.length > 0 ? 0 : 4)
  }
})

test('--prices decimal is meant in JSON too', async () => {
  const text = JSON.stringify([{ sku: 'S1', name: 'Cup', price: 9.5, category: 'Cups' }])
  const options = ['--prices', 'decimal']
  expect(await importCsv(text, { name: 'a.json', options })).toMatchObject({ code: 0, prices: [950] })
})
