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
const created = (status: string) => event('product.created', { status, price: 5 })
/** The members that every change has among those before. */
const STAMPS = { updated_at: '2026-11-30T00:00:00.000Z', version: 1 }
const repriced = (from: number, to: number) => event('product.updated', { price: to }, { price: from })

test.each<[string, PlannedEvent[], string]>([
  [
    'a creation that everybody sees',
    [created('active')],
    '1 change: 1 created and published, 0 updated, 0 unpublished, 0 deleted',
  ],
  [
    'creations of each status',
    [created('active'), created('draft'), created('archived'), created('active')],
    '4 changes: 1 created as draft, 2 created and published, 1 created as archived, 0 updated, 0 unpublished, 0 deleted',
  ],
  [
    'quantities that begin and end, those of a product that is created or deleted too',
    [
      { ...created('draft'), quantities: () => [{ from: null, to: 77 }] },
      {
        ...event('product.updated'),
        quantities: () => [
          { from: 460, to: null },
          { from: 1, to: null },
        ],
      },
      { ...event('product.deleted'), quantities: () => [{ from: -2, to: null }] },
    ],
    '3 changes: 1 created as draft, 1 updated, 1 quantity begun with 77 pieces, 3 quantities ended with 459 pieces, 0 unpublished, 1 deleted',
  ],
  [
    'options in another order beside an unpublishing',
    [
      {
        ...event('product.unpublished', { status: 'draft' }, { status: 'active', ...STAMPS }),
        options: { from: [], to: [] },
      },
    ],
    '1 change: 0 created, 1 updated, 1 unpublished, 0 deleted',
  ],
  [
    'drafts, and prices by one percentage',
    [created('draft'), created('draft'), repriced(1000, 900), repriced(999, 899)],
    '4 changes: 2 created as draft, 2 updated, 2 prices by -10 %, 0 unpublished, 0 deleted',
  ],
  [
    'prices by several percentages, and one from nothing',
    [repriced(1000, 500), repriced(1000, 1200), repriced(0, 100)],
    '3 changes: 0 created, 3 updated, 2 prices by -50 % to 20 %, 1 price from 0, 0 unpublished, 0 deleted',
  ],
  [
    'a price that nearly ends, and one that hardly changes',
    [repriced(100_000, 1), repriced(1000, 1004)],
    '2 changes: 0 created, 2 updated, 2 prices by -99.99 % to 0.4 %, 0 unpublished, 0 deleted',
  ],
  [
    'the least step of a percentage',
    [repriced(1_000_000, 1_000_100)],
    '1 change: 0 created, 1 updated, 1 price by 0.01 %, 0 unpublished, 0 deleted',
  ],
  [
    'less than that',
    [repriced(1_000_000_000, 999_999_999), repriced(1_000_000_000, 1_000_000_001)],
    '2 changes: 0 created, 2 updated, 2 prices by -0.01 % to 0.01 %, 0 unpublished, 0 deleted',
  ],
  [
    'a price that becomes 0',
    [repriced(1000, 0)],
    '1 change: 0 created, 1 updated, 1 price by -100 %, 0 unpublished, 0 deleted',
  ],
  [
    'a price from nothing alone',
    [repriced(0, 100)],
    '1 change: 0 created, 1 updated, 1 price from 0, 0 unpublished, 0 deleted',
  ],
  [
    'one price by a percentage, and several from nothing',
    [repriced(0, 100), repriced(1000, 990), repriced(0, 5)],
    '3 changes: 0 created, 3 updated, 1 price by -1 %, 2 prices from 0, 0 unpublished, 0 deleted',
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
    '1 change: 0 created, 1 updated, 2 prices by -10 %, 1 variant added, 0 unpublished, 0 deleted',
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
    '2 changes: 0 created, 2 updated, 2 prices by -99.9 % to 100 %, 2 variants added, 1 variant removed, 0 unpublished, 0 deleted',
  ],
  [
    'variants that are removed or added, but not those of a product that is deleted or created',
    [
      event('product.updated', {}, {}, [
        { id: 'a', from: { price: 1 }, to: null },
        { id: 'b', from: null, to: { price: 1 } },
      ]),
      event('product.deleted', {}, {}, [{ id: 'c', from: { price: 1 }, to: null }]),
      event('product.created', { status: 'draft' }, {}, [{ id: 'd', from: null, to: { price: 1 } }]),
    ],
    '3 changes: 1 created as draft, 1 updated, 1 variant added, 1 variant removed, 0 unpublished, 1 deleted',
  ],
  [
    'variants with other values of options',
    [
      event('product.updated', {}, STAMPS, [
        { id: 'a', from: { option_values: { Size: 'S' } }, to: { option_values: { Size: 'M' } } },
        { id: 'b', from: { option_values: { Size: 'M' } }, to: { option_values: { Size: 'S' } } },
      ]),
    ],
    '1 change: 0 created, 1 updated, 2 variants with other options, 0 unpublished, 0 deleted',
  ],
  [
    'availability that ends and begins',
    [
      event('product.updated', { is_available: false }, { ...STAMPS, is_available: true }),
      event('product.updated', { is_available: true }, { ...STAMPS, is_available: false }),
      event('product.updated', { is_available: true }, { ...STAMPS, name: 'A' }),
    ],
    '3 changes: 0 created, 3 updated, 1 product no longer available, 1 product available again, 0 unpublished, 0 deleted',
  ],
  [
    'a product whose variants are all disabled',
    [
      event('product.updated', { is_available: false }, { ...STAMPS, is_available: true }, [
        { id: 'a', from: { is_enabled: true }, to: { is_enabled: false } },
        { id: 'b', from: { is_enabled: true }, to: { is_enabled: false } },
      ]),
    ],
    '1 change: 0 created, 1 updated, 1 product no longer available, 2 variants disabled, 0 unpublished, 0 deleted',
  ],
  [
    'variants of a product that stays available',
    [
      event('product.updated', { is_available: true }, STAMPS, [
        { id: 'a', from: { is_available: true }, to: { is_available: false } },
        {
          id: 'b',
          from: { is_available: false, is_on_backorder: null },
          to: { is_available: true, is_on_backorder: true },
        },
        { id: 'c', from: { is_enabled: false }, to: { is_enabled: true } },
        { id: 'd', from: { is_on_backorder: true }, to: { is_on_backorder: null } },
      ]),
    ],
    '1 change: 0 created, 1 updated, 1 variant no longer available, 1 variant available again, 1 variant on backorder, 1 variant enabled, 0 unpublished, 0 deleted',
  ],
  [
    'a product that can be ordered although none is left',
    [
      event(
        'product.updated',
        { is_available: true, is_on_backorder: true },
        { ...STAMPS, allow_backorder: false, is_available: false, is_on_backorder: null },
      ),
    ],
    '1 change: 0 created, 1 updated, 1 product available again, 1 product on backorder, 0 unpublished, 0 deleted',
  ],
  [
    'products that become public or end being it, and stay as they are otherwise',
    [
      event('product.published', { status: 'active' }, { ...STAMPS, status: 'draft' }),
      event('product.unpublished', { status: 'archived' }, { ...STAMPS, status: 'active' }),
    ],
    '2 changes: 0 created, 0 updated, 1 published, 1 unpublished, 0 deleted',
  ],
  [
    'products that become public or end being it, and change in other ways too',
    [
      event('product.published', { status: 'active' }, { ...STAMPS, status: 'draft', price: 5 }),
      event('product.unpublished', { status: 'draft' }, { ...STAMPS, status: 'active', name: 'A' }),
      event('product.unpublished', { status: 'draft' }, { ...STAMPS, status: 'active' }, [
        { id: 'a', from: { sku: 'A' }, to: { sku: 'B' } },
      ]),
    ],
    '3 changes: 0 created, 3 updated, 1 published, 2 unpublished, 0 deleted',
  ],
  [
    'a draft that is archived',
    [event('product.updated', { status: 'archived' }, { ...STAMPS, status: 'draft' })],
    '1 change: 0 created, 1 updated, 0 unpublished, 0 deleted',
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
    '3 changes of stock: 15 pieces added, 2 taken',
  ],
  [
    'the last piece of one product, and the first of another',
    [-1, 1],
    [
      event('product.updated', { is_available: false }, { is_available: true }),
      event('product.updated', { is_available: true }, { is_available: false }),
      event('inventory.adjusted'),
    ],
    '2 changes of stock: 1 piece added, 1 taken, 1 product no longer available, 1 product available again',
  ],
  [
    'the last piece of a variant of a product that stays available, and pieces that nobody has',
    [-1, -5, 1],
    [
      event('product.updated', { is_available: true }, {}, [
        { id: 'a', from: { is_available: true }, to: { is_available: false } },
        { id: 'b', from: { is_available: false }, to: { is_available: true } },
        { id: 'c', from: { is_on_backorder: null }, to: { is_on_backorder: true } },
      ]),
      event('product.updated', { is_on_backorder: true }, { is_on_backorder: null }),
      event('inventory.adjusted'),
    ],
    '3 changes of stock: 1 piece added, 6 taken, 1 product on backorder, 1 variant no longer available, 1 variant available again, 1 variant on backorder',
  ],
])('the summary of %s', (_, deltas, events, summary) => {
  expect(stockSummary(deltas, events)).toBe(summary)
})
