import { expect, test } from 'vitest'
import {
  backorderOf,
  isLow,
  isOnBackorder,
  isSellable,
  quantityFaults,
  withLevel,
} from '../../../lib/domain/stock/stock.ts'
import { variant } from '../products/sizes.ts'

test.each([
  [1, false, true],
  [0, false, false],
  [-1, false, false],
  [0, true, true],
  [-1, true, true],
])('of %d pieces, backorders %s, one can be sold: %s', (quantity, allow_backorder, sellable) => {
  expect(isSellable({ quantity, allow_backorder })).toBe(sellable)
})

test.each([
  [1, true, false],
  [0, true, true],
  [-1, true, true],
  [0, false, false],
  [-1, false, false],
])('of %d pieces, backorders %s, a variant is on backorder: %s', (quantity, allow_backorder, is) => {
  expect(isOnBackorder({ quantity, allow_backorder })).toBe(is)
  const before = variant('p-1', 'S', { track_inventory: true, allow_backorder })
  const level = { quantity, allow_backorder, low_stock_at: null, sku: null }
  const is_available = is || quantity > 0
  const after = { ...before, is_available, ...(is && { is_on_backorder: true }) }
  expect(withLevel(before, level)).toStrictEqual(after)
  expect(withLevel({ ...before, is_on_backorder: true }, level)).toStrictEqual(after)
})

test.each([
  [true, true, { is_on_backorder: true }],
  [false, true, {}],
  [true, false, {}],
])(
  'of a stored flag, tracked %s and backorders %s, this is left: %o',
  (track_inventory, allow_backorder, left) => {
    expect(backorderOf({ is_on_backorder: true, track_inventory, allow_backorder })).toStrictEqual(left)
    expect(backorderOf({ track_inventory, allow_backorder })).toStrictEqual({})
  },
)

test.each([
  [4, 3, false],
  [3, 3, true],
  [2, 3, true],
  [0, 0, true],
  [0, null, false],
])('%d pieces with a mark at %s are few: %s', (quantity, low_stock_at, low) => {
  expect(isLow({ quantity, low_stock_at })).toBe(low)
})

const READ_ONLY = 'read_only: is changed by POST /admin/inventory/adjust'
const UNTRACKED = 'invalid: needs track_inventory true'
const UPSERT = { isUpsert: true }
const TRACKED = { track_inventory: true }
const FREE = { track_inventory: false }

test.each([
  ['no quantity, of what is new', {}, undefined, {}, []],
  ['no quantity, of what exists', {}, TRACKED, {}, []],
  ['no quantity without tracking', { track_inventory: false }, undefined, UPSERT, []],
  ['the first quantity', { quantity: 5, track_inventory: true }, undefined, {}, []],
  ['a quantity of none', { quantity: 0, track_inventory: true }, undefined, {}, []],
  ['the first quantity, sent again', { quantity: 5, track_inventory: true }, undefined, UPSERT, []],
  ['a quantity without tracking', { quantity: 5 }, undefined, {}, [UNTRACKED]],
  ['a quantity and no tracking', { quantity: 5, track_inventory: false }, undefined, {}, [UNTRACKED]],
  ['a quantity without tracking, sent again', { quantity: 5 }, undefined, UPSERT, [UNTRACKED]],
  ['the quantity of what exists', { quantity: 5, track_inventory: true }, TRACKED, {}, [READ_ONLY]],
  ['the quantity of what exists and is not tracked', { quantity: 5 }, FREE, {}, [READ_ONLY]],
  ['the quantity of what exists, sent again', { quantity: 5, track_inventory: true }, TRACKED, UPSERT, []],
  ['the quantity alone, sent again', { quantity: 5 }, TRACKED, UPSERT, []],
  ['the quantity alone, sent again for what is not tracked', { quantity: 5 }, FREE, UPSERT, []],
  [
    'the quantity of what tracking ends for',
    { quantity: 5, track_inventory: false },
    TRACKED,
    UPSERT,
    [UNTRACKED],
  ],
])('%s', (_, sent, known, rules, faults) => {
  const found = quantityFaults(sent, known, rules)
  expect(found.map(({ code, detail }) => `${code}: ${detail}`)).toEqual(faults)
})

test('a fault points to the quantity, wherever that is', () => {
  expect(quantityFaults({ quantity: 1 }, undefined, {}).map(({ path }) => path)).toEqual([['quantity']])
  expect(quantityFaults({ quantity: 1 }, undefined, {}, ['variants', '2']).map(({ path }) => path)).toEqual([
    ['variants', '2', 'quantity'],
  ])
})
