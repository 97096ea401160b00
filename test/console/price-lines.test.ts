import { expect, test } from 'vitest'
import {
  type BulkResult,
  carriedOut,
  isUndecided,
  notCarriedOut,
  type PriceLine,
  pricedRows,
  triedLine,
  worksAgain,
  worksBack,
} from '../../clients/console/src/rules/prices/price-lines.ts'
import { changedWords, changeWords, triedWords } from '../../clients/console/src/rules/prices/price-words.ts'
import type { components } from '../../clients/typescript/src/api.ts'
import { euros, row } from './table.ts'

const work = { product: 'tea', name: 'Tea', change: { percent: -10 } }

/** A result as the response has it: the description leaves the members of events open. */
const resultOf = (result: object): BulkResult =>
  JSON.parse(JSON.stringify({ index: 0, status: 200, ...result }))

const event = (from: number, to: number) => ({
  type: 'product.updated',
  data: { id: 'tea', name: 'Tea', price: to, version: 4 },
  previous: { price: from, version: 3 },
})

const refusal = (
  status: number,
  code: string,
  ...errors: { pointer: string; detail: string }[]
): BulkResult =>
  resultOf({
    status,
    problem: {
      type: 'x',
      title: 'x',
      status,
      code,
      detail: `It is ${code}.`,
      request_id: 'r',
      instance: 'x',
      errors: errors.map((error) => ({ code: 'invalid', ...error })),
    } satisfies components['schemas']['Problem'],
  })

const shown = triedLine(work, resultOf({ id: 'tea', version: 4, events: [event(1250, 1125)] }), euros)
const shirt = triedLine(
  { ...work, product: 'shirt', name: 'Shirt' },
  resultOf({
    id: 'shirt',
    version: 9,
    events: [{ ...event(1000, 900), data: { id: 'shirt', price: 900 } }],
    variants: [
      {
        id: 'shirt-1',
        option_values: { Size: 'S', Colour: 'Red' },
        from: { price: 1000 },
        to: { price: 900 },
      },
      {
        id: 'shirt-2',
        option_values: { Size: 'M', Colour: 'Red' },
        from: { price: 2000 },
        to: { price: 1800 },
      },
    ],
  }),
  euros,
)

test('a dry run shows the price before and after, or those of the variants by their options', () => {
  expect(shown).toEqual({
    ...work,
    state: 'shown',
    changes: [{ id: 'tea', name: '', from: 1250, to: 1125 }],
    version: 4,
    words: '',
  })
  expect(shirt.changes).toEqual([
    { id: 'shirt-1', name: 'S / Red', from: 1000, to: 900 },
    { id: 'shirt-2', name: 'M / Red', from: 2000, to: 1800 },
  ])
})

test('a product that would not change, and one that is refused, have no prices', () => {
  expect(triedLine(work, resultOf({ id: 'tea', version: 3, events: [] }), euros)).toMatchObject({
    state: 'same',
    changes: [],
  })
  expect(triedLine(work, refusal(404, 'product_not_found'), euros)).toMatchObject({
    state: 'refused',
    changes: [],
    words: 'It is product_not_found.',
  })
})

test('a refusal has its amounts as the shop writes them, and names other members', () => {
  const words = (pointer: string, detail: string) =>
    triedLine(work, refusal(422, 'validation_failed', { pointer, detail }), euros).words
  expect(
    words(
      '/operations/3/percent',
      'leads to the price 1300, which must not be above the compare_at_price 1250',
    ),
  ).toBe('It leads to the price 13.00, which must not be above the compare-at price 12.50')
  expect(words('/operations/0/data/variants/0/price', 'must not be above compare_at_price')).toBe(
    'price must not be above compare_at_price',
  )
})

test('what was not begun, is under way or has moved can be tried again', () => {
  const states = [
    refusal(503, 'unavailable'),
    refusal(429, 'rate_limited'),
    refusal(409, 'idempotency_in_progress'),
    refusal(412, 'precondition_failed'),
    refusal(404, 'product_not_found'),
  ].map((result) => [triedLine(work, result, euros).state, isUndecided(result)])
  expect(states).toEqual([
    ['again', true],
    ['again', true],
    ['again', true],
    ['again', false],
    ['refused', false],
  ])
})

test('a product that was changed in the meantime is left as it is, and says so', () => {
  expect(carriedOut(shown, refusal(412, 'precondition_failed'), euros)).toMatchObject({
    state: 'again',
    changes: [],
    words: 'It was changed in the meantime, and was left as it is.',
  })
  expect(carriedOut(shown, resultOf({ id: 'tea', version: 4 }), euros)).toEqual({
    ...shown,
    state: 'changed',
  })
})

test('a plan that is over is tried again, unless it was perhaps carried out', () => {
  const over = { code: 'plan_not_found', detail: 'There is none.' }
  expect(notCarriedOut(shown, over, false)).toMatchObject({ state: 'again', changes: [] })
  expect(notCarriedOut(shown, over, true)).toMatchObject({ state: 'unknown', changes: shown.changes })
  expect(notCarriedOut(shown, { code: 'validation_failed', detail: 'No.' }, false)).toMatchObject({
    state: 'refused',
    words: 'No.',
  })
})

test('the earlier prices are put back where they were changed, and the rest can be tried again', () => {
  const done = carriedOut(shirt, resultOf({ id: 'shirt', version: 9 }), euros)
  const moved = carriedOut(shown, refusal(412, 'precondition_failed'), euros)
  expect(worksBack([done, moved])).toEqual([
    {
      product: 'shirt',
      name: 'Shirt',
      change: {
        prices: new Map([
          ['shirt-1', 1000],
          ['shirt-2', 2000],
        ]),
      },
    },
  ])
  expect(worksAgain([done, moved])).toEqual([work])
})

test('rows get their new prices, and the new tag if they were of the version before', () => {
  const lines: PriceLine[] = [
    { ...shown, state: 'changed' },
    { ...shirt, state: 'changed' },
  ]
  const rows = [
    row('tea', {}, { tag: '"1000.3"', productId: 'tea' }),
    row('shirt', { price: null }, { tag: '"1000.7"', hasOptions: true, productId: 'shirt' }),
    row('shirt-2', {}, { tag: '"1000.8"', kind: 'variant', productId: 'shirt' }),
    row('other', {}, { productId: 'other' }),
  ]
  expect(pricedRows(lines, rows).map(({ id, tag, values }) => [id, tag, values.price])).toEqual([
    ['tea', '"1000.4"', 1125],
    // Somebody else has changed it since it was read: a save reads it first.
    ['shirt', '"1000.7"', null],
    ['shirt-2', '"1000.9"', 1800],
  ])
  expect(pricedRows([shown], rows)).toEqual([])
})

test('the words count prices and products', () => {
  const lines: PriceLine[] = [shown, shirt, { ...shown, state: 'refused', changes: [] }]
  expect(triedWords(lines, 0)).toBe('Dry run: 3 prices of 2 products would change, 1 product refused')
  expect(triedWords([shown], 1_499)).toBe('Dry run: 1 of 1,500 products, 1 price of 1 product would change')
  expect(changeWords(lines)).toBe('Change 3 prices')
  expect(
    changedWords([
      { ...shirt, state: 'changed' },
      { ...shown, state: 'unknown' },
    ]),
  ).toBe('Changed 2 prices of 1 product, 1 product unknown')
})
