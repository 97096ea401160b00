import { expect, test } from 'vitest'
import { openWooCommerce } from '../../../../lib/import/catalogue-files/dialects/woocommerce.ts'

const STARTS = 'Date sale price starts'
const ENDS = 'Date sale price ends'
type Cells = Readonly<Record<string, string>>
const LAMP = { ID: '21', Type: 'simple', Name: 'Lamp', Published: '1' }
const PRICES = { 'Sale price': '30', 'Regular price': '45' }

/** The product of rows with these cells at a time of the shop. */
function productOf(rows: readonly Cells[], now = '2026-11-27 12:00:00') {
  const read = rows.map((values, n) => ({ number: n + 1, line: n + 2, values }))
  const header = [...new Set(rows.flatMap((cells) => Object.keys(cells)))]
  const [first] = read
  const dialect = first && openWooCommerce(header, first)
  const product = dialect?.productOf(read, { source: 'woo', now })
  if (!product) throw new Error('this is no export of WooCommerce')
  return product
}

/** The prices of a product with these dates, and its notes. */
function soldAt(now: string, [starts, ends]: readonly string[], titles: readonly string[] = [STARTS, ENDS]) {
  const dates = Object.fromEntries(titles.map((title, n) => [title, (n === 0 ? starts : ends) ?? '']))
  const { values, notes, empty } = productOf([{ ...LAMP, ...dates, ...PRICES }], now)
  const { price, compare_at_price } = Object(values)
  return { price, compare_at_price, notes, empty }
}

const ON_SALE = { price: '30', compare_at_price: '45' }
const REGULAR = { price: '45', compare_at_price: undefined, empty: ['compare_at_price'] }
const left = (detail: string) => [{ loss: 'sale_price', detail: `the sale price 30 ${detail}` }]
const ending = (end: string) => [
  { loss: 'sale_end', detail: `the sale price 30 ends ${end}: import again after it` },
]

test.each<[string, string[], string, object]>([
  ['without dates', ['', ''], '2026-11-27 12:00:00', { ...ON_SALE, notes: [] }],
  ['that has begun', ['2026-11-27', ''], '2026-11-27 00:00:00', { ...ON_SALE, notes: [] }],
  [
    'that begins tomorrow',
    ['2026-11-28', ''],
    '2026-11-27 23:59:59',
    { ...REGULAR, notes: left('begins 2026-11-28: import again then') },
  ],
  ['on its last day', ['', '2026-11-27'], '2026-11-27 23:59:59', { ...ON_SALE, notes: ending('2026-11-27') }],
  [
    'that ended yesterday',
    ['', '2026-11-27'],
    '2026-11-28 00:00:00',
    { ...REGULAR, notes: left('ended 2026-11-27') },
  ],
  [
    'between its dates',
    ['2019-03-01', '2099-03-31'],
    '2026-11-27 12:00:00',
    { ...ON_SALE, notes: ending('2099-03-31') },
  ],
  [
    'whose dates are the wrong way round',
    ['2099-03-31', '2019-03-01'],
    '2026-11-27 12:00:00',
    { ...REGULAR, notes: left('ended 2019-03-01') },
  ],
  [
    'that begins at a time, as the exporter writes it',
    ['2026-11-27 9:05:00', ''],
    '2026-11-27 09:04:59',
    { ...REGULAR, notes: left('begins 2026-11-27 09:05: import again then') },
  ],
  ['at that time', ['2026-11-27 9:05:00', ''], '2026-11-27 09:05:00', { ...ON_SALE, notes: [] }],
  [
    'that ends at a time',
    ['2026-11-27 0:00:00', '2026-11-27 18:30'],
    '2026-11-27 18:30:00',
    { ...ON_SALE, notes: ending('2026-11-27 18:30') },
  ],
  [
    'a second after that',
    ['', '2026-11-27T18:30'],
    '2026-11-27 18:30:01',
    { ...REGULAR, notes: left('ended 2026-11-27 18:30') },
  ],
  [
    'that ends at a second',
    ['', '2026-11-27 18:00:30'],
    '2026-11-27 18:00:30',
    { ...ON_SALE, notes: ending('2026-11-27 18:00:30') },
  ],
  [
    'that ends at midnight before a day',
    ['', '2026-11-27 0:00:00'],
    '2026-11-27 00:00:01',
    { ...REGULAR, notes: left('ended 2026-11-27 00:00') },
  ],
])('a sale %s', (_, dates, now, outcome) => {
  expect(soldAt(now, dates)).toMatchObject(outcome)
})

test('a sale price above the regular one does not count, as in WooCommerce', () => {
  const { values, notes } = productOf([{ ...LAMP, 'Sale price': '50', 'Regular price': '45' }])
  expect([values, notes]).toMatchObject([
    { price: '45' },
    [{ loss: 'sale_price', detail: 'the sale price 50 is above the regular 45' }],
  ])
})

test.each([
  'next spring',
  '31.12.2026',
  '2026-02-30',
  '2026-12-31 24:00:00',
  '2026-12-31 9:60',
  '1798671600',
])('a date that nobody can know refuses the product: %s', (date) => {
  const advice = 'write it as 2026-12-31 or 2026-12-31 23:59:59'
  for (const [column, what] of [
    [STARTS, 'the beginning'],
    [ENDS, 'the end'],
  ] as const)
    expect(productOf([{ ...LAMP, ...PRICES, [column]: date }]).fault).toBe(
      `${what} of its sale is "${date}": ${advice}`,
    )
  expect(productOf([{ ...LAMP, 'Regular price': '45', [STARTS]: date }]).fault).toBeUndefined()
})

test('each variation has dates of its own, and notes name its line', () => {
  const size = { 'Attribute 1 name': 'Size' }
  const variation = (values: Cells) => ({
    Type: 'variation',
    Published: '1',
    Parent: 'id:21',
    ...size,
    ...values,
  })
  const { values, notes } = productOf([
    {
      ...LAMP,
      Type: 'variable',
      'Attribute 1 name': 'Size',
      'Attribute 1 value(s)': 'S, M, L',
      [STARTS]: '2099-01-01',
    },
    variation({ 'Attribute 1 value(s)': 'S', ...PRICES, [STARTS]: '2099-03-01 0:00:00' }),
    variation({ 'Attribute 1 value(s)': 'M', ...PRICES, [ENDS]: '2026-12-31 23:59:59' }),
    variation({ 'Attribute 1 value(s)': 'L', ...PRICES }),
  ])
  expect(values).toMatchObject({
    variants: [
      { price: '45', compare_at_price: null },
      { price: '30', compare_at_price: '45' },
      { price: '30', compare_at_price: '45' },
    ],
  })
  expect(notes).toEqual([
    { loss: 'sale_price', detail: 'line 3: the sale price 30 begins 2099-03-01: import again then' },
    { loss: 'sale_end', detail: 'line 4: the sale price 30 ends 2026-12-31: import again after it' },
  ])
})

/** As the translations of WooCommerce have them. */
test.each([
  ['de', 'Datum, an dem Angebotspreis beginnt', 'Datum, an dem Angebotspreis endet'],
  ['fr', 'Date de début de promo', 'Date de fin de promo'],
  ['es', 'Día en que empieza el precio rebajado', 'Día en que termina el precio rebajado'],
  ['it', 'Data di partenza del prezzo in saldo', "Data in cui termina l'offerta"],
  ['nl', 'Startdatum actieprijs', 'Einddatum actieprijs'],
  ['pl', 'Data rozpoczęcia promocji', 'Data zakończenia promocji'],
  ['pt-BR', 'Data de preço promocional começa em', 'Data de preço promocional termina em'],
  ['pt', 'Data de início do preço promocional', 'Data de término do preço promocional'],
  ['ru', 'Дата начала действия скидки', 'Дата окончания действия скидки'],
  ['tr', 'İndirimli fiyatın başladığı tarih', 'İndirimli fiyatın bittiği tarih'],
])('the titles of the dates are known in the language %s', (_, ...titles) => {
  expect(soldAt('2018-01-01 00:00:00', ['2019-03-01', '2099-03-31'], titles)).toMatchObject(REGULAR)
  expect(soldAt('2100-01-01 00:00:00', ['2019-03-01', '2099-03-31'], titles)).toMatchObject(REGULAR)
})

/** The columns of a complete export up to its attributes: titles that nobody knows, but those that are said. */
function complete(said: Readonly<Record<number, string>>, cells: Readonly<Record<number, string>>) {
  const titles = Array.from({ length: 39 }, (_, n) => said[n] ?? `Kol ${n}`)
  return productOf([Object.fromEntries(titles.map((title, n) => [title, cells[n] ?? '']))])
}

test('in a complete export in another language the dates are known by their places', () => {
  const cells = { 0: '21', 1: 'simple', 3: 'Lampa', 4: '1', 6: 'visible', 24: '30', 25: '45' }
  expect(complete({}, { ...cells, 9: '2099-03-01 0:00:00' }).notes).toEqual(
    left('begins 2099-03-01: import again then'),
  )
  expect(complete({}, { ...cells, 10: '2019-03-01' }).notes).toEqual(left('ended 2019-03-01'))
  // Somebody has put another column in the place of a date.
  const moved = { 10: 'Description' }
  expect(complete(moved, { ...cells, 9: 'taxable' })).toMatchObject({
    notes: [],
    values: ON_SALE,
  })
})

test('a sale price without a regular price sells nothing: the price was taken away', () => {
  const { values, notes, empty } = productOf([{ ...LAMP, 'Sale price': '30', 'Regular price': '' }])
  expect(Object(values)).not.toHaveProperty('price')
  expect(empty).toEqual(['price', 'compare_at_price'])
  expect(notes).toEqual([])
})
