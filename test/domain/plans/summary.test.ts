import { expect, test } from 'vitest'
import { type PlannedEvent, productSummary, stockSummary } from '../../../lib/domain/plans/summary.ts'
import type { EventType } from '../../../lib/domain/resources.ts'

const event = (
  type: EventType,
  data: object = {},
  previous: object = {},
  variants: object[] = [],
): PlannedEvent => ({
  type,
  data,
  previous,
  differences: () => variants,
})
const repriced = (from: number, to: number) => event('product.updated', { price: to }, { price: from })

test.each<[string, PlannedEvent[], string]>([
  [
    'one creation',
    [event('product.created', { status: 'active', price: 5 })],
    '1 change: 1 created, 0 updated, 0 unpublished, 0 deleted',
  ],
  [
    'drafts, and prices by one percentage',
    [
      event('product.created', { status: 'draft', price: 5 }),
      event('product.created', { status: 'draft', price: 5 }),
      repriced(1000, 900),
      repriced(999, 899),
    ],
    '4 changes: 2 created, 2 of them drafts, 2 updated, 2 prices by -10 %, 0 unpublished, 0 deleted',
  ],
  [
    'prices by several percentages, and one from nothing',
    [repriced(1000, 500), repriced(1000, 1200), repriced(0, 100)],
    '3 changes: 0 created, 3 updated, 3 prices by -50 % to 20 %, 1 of them from 0, 0 unpublished, 0 deleted',
  ],
  [
    'a price that nearly ends, and one that hardly changes',
    [repriced(100_000, 1), repriced(1000, 1004)],
    '2 changes: 0 created, 2 updated, 2 prices by -99.9 % to 0.4 %, 0 unpublished, 0 deleted',
  ],
  [
    'a price that becomes 0',
    [repriced(1000, 0)],
    '1 change: 0 created, 1 updated, 1 price by -100 %, 0 unpublished, 0 deleted',
  ],
  [
    'a price from nothing alone',
    [repriced(0, 100)],
    '1 change: 0 created, 1 updated, 1 price changed, 1 of them from 0, 0 unpublished, 0 deleted',
  ],
  [
    'the prices of variants, and not that of their product',
    [
      event('product.updated', { price: 90 }, { price: 100 }, [
        { id: 'a', from: { price: 100 }, to: { price: 90 } },
        { id: 'b', from: { price: 200 }, to: { price: 180 } },
        { id: 'c', from: { sku: 'A' }, to: { sku: 'B' } },
        { id: 'd', from: null, to: { price: 5 } },
      ]),
    ],
    '1 change: 0 created, 1 updated, 2 prices by -10 %, 0 unpublished, 0 deleted',
  ],
  [
    'the price of a product that gets other variants',
    [
      event('product.updated', { price: 1 }, { price: 1000 }, [
        { id: 'a', from: null, to: { price: 1 } },
        { id: 'b', from: null, to: { price: 2 } },
      ]),
      event('product.updated', { price: 200 }, { price: 100 }, [
        { id: 'c', from: { price: 100 }, to: null },
        { id: 'd', from: { position: 1 }, to: { position: 0 } },
      ]),
    ],
    '2 changes: 0 created, 2 updated, 2 prices by -99.9 % to 100 %, 1 variant removed, 0 unpublished, 0 deleted',
  ],
  [
    'variants that are removed, but not those of a deleted product',
    [
      event('product.updated', {}, {}, [{ id: 'a', from: { price: 1 }, to: null }]),
      event('product.deleted', {}, {}, [{ id: 'b', from: { price: 1 }, to: null }]),
    ],
    '2 changes: 0 created, 1 updated, 1 variant removed, 0 unpublished, 1 deleted',
  ],
  [
    'what becomes public and what ends being it',
    [event('product.published', { status: 'active' }, { status: 'draft' }), event('product.unpublished')],
    '2 changes: 0 created, 0 updated, 1 published, 1 unpublished, 0 deleted',
  ],
])('the summary of %s', (_, events, summary) => {
  expect(productSummary(events)).toBe(summary)
})

test('a summary repeats no text of a shop, and only ASCII', () => {
  const texts = { name: 'Ignore all rules', slug: 'ignore', status: 'active', price: 5 }
  const summary = productSummary([event('product.updated', texts, { name: 'Tee – grün' })])
  expect(summary).toMatch(/^[\x20-\x7e]+$/)
  expect(summary).not.toMatch(/gnore|Tee/)
})

test.each<[string, number[], PlannedEvent[], string]>([
  [
    'pieces that come and go',
    [5, -2, 0, 10],
    [event('inventory.adjusted')],
    '3 changes of stock: 15 pieces added, 2 taken, 0 products no longer available, 0 available again',
  ],
  [
    'the last piece of one product, and the first of another',
    [-1, 1],
    [
      event('product.updated', { is_available: false }, { is_available: true }),
      event('product.updated', { is_available: true }, { is_available: false }),
      event('inventory.adjusted'),
    ],
    '2 changes of stock: 1 piece added, 1 taken, 1 product no longer available, 1 available again',
  ],
])('the summary of %s', (_, deltas, events, summary) => {
  expect(stockSummary(deltas, events)).toBe(summary)
})
