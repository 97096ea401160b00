import { describe, expect, test } from 'vitest'
import type { PlannedRow } from '../../../lib/import/row.ts'
import { noPriceAt } from '../../../lib/import/unpriced.ts'
import { priceNotes, withNoPrices, withoutPrice } from '../../../lib/import/without-price.ts'
import { shirt } from '../../domain/products/stored-product.ts'
import { plannedRows } from '../read/planned-rows.ts'
import { readRow } from './claims.ts'

const row = (fields: Record<string, unknown>, more: Partial<PlannedRow> = {}): PlannedRow => ({
  ...readRow(fields),
  ofNew: {},
  ...more,
})
const size = (Size: string, members: object = {}) => ({ option_values: { Size }, ...members })

describe('a row without any price', () => {
  test('is a draft without a price, and says nothing of an earlier one', () => {
    const planned = withoutPrice(
      row(
        { name: 'Cup', compare_at_price: 9, status: 'active' },
        { emptied: ['price', 'compare_at_price', 'brand'], ofNew: { category_id: 'tea' } },
      ),
    )
    expect(planned).toMatchObject({
      fields: { external_id: 'e1', name: 'Cup' },
      emptied: ['brand'],
      ofNew: { category_id: 'tea', price: 0, status: 'draft' },
      unpriced: 'whole',
    })
    expect(planned.fields).not.toHaveProperty('status')
    expect(planned.fields).not.toHaveProperty('compare_at_price')
  })

  test.each([
    ['archived', 'archived', false],
    ['draft', 'draft', false],
    // A status that no product can have stays in the row, to be refused.
    ['sold', 'draft', true],
  ])('with the status %s is new as %s', (status, expected, stays) => {
    const { fields, ofNew } = withoutPrice(row({ status }))
    expect(ofNew.status).toBe(expected)
    expect('status' in fields).toBe(stays)
  })

  test('says nothing of a status that it does not have', () => {
    expect(Object.keys(withoutPrice(row({ name: 'Cup' })).fields)).toEqual(['external_id', 'name'])
  })

  test('includes a row whose price belongs to none of its variants', () => {
    const { fields, unpriced } = withoutPrice(row({ price: 5, variants: [size('S')] }))
    expect([fields.price, fields.variants, unpriced]).toEqual([5, [size('S')], 'whole'])
  })

  test('has variants without prices, and no price of its own', () => {
    const { fields, ofNew, unpriced } = withoutPrice(
      row({ variants: [size('S', { compare_at_price: 9, is_enabled: true, sku: 'A' }), size('M')] }),
    )
    expect(fields.variants).toEqual([size('S', { sku: 'A' }), size('M')])
    expect([ofNew, unpriced]).toEqual([{ status: 'draft' }, 'whole'])
  })
})

test('where only some variants have a price, the others say nothing of one, and the status stays', () => {
  const priced = size('S', { price: 5, is_enabled: true })
  const { fields, ofNew, unpriced } = withoutPrice(
    row({ status: 'active', variants: [priced, size('M', { is_enabled: true }), 'none'] }),
  )
  expect(fields).toEqual({ external_id: 'e1', status: 'active', variants: [priced, size('M')] })
  expect([ofNew, unpriced]).toEqual([{}, 'variants'])
})

test.each<[string, PlannedRow]>([
  ['a price', row({ price: 0 })],
  ['options without variants', row({ options: [] })],
  ['a price for each variant', row({ variants: [size('S', { price: 5 })] })],
  ['a price that cannot be read', row({}, { faults: [{ field: 'price', detail: 'must be a number' }] })],
  ['options that cannot be read', row({}, { faults: [{ field: 'options', detail: 'x' }] })],
  ['variants that cannot be read', row({}, { faults: [{ field: 'variants', detail: 'x' }] })],
  ['the stock of a product alone', row({}, { counts: [] })],
  ['nothing, as it is left out', row({}, { leftOut: 'a group' })],
  ['nothing that can be read', row({}, { isReadable: false })],
])('a row with %s stays as it is', (_, planned) => {
  expect(withoutPrice(planned)).toBe(planned)
})

test('another fault does not keep a row from being a draft', () => {
  expect(withoutPrice(row({}, { faults: [{ field: 'sku', detail: 'x' }] })).unpriced).toBe('whole')
})

test('a new product has its variants without a price at no price, and not for sale', () => {
  const variants = [size('S', { price: 5 }), size('M')]
  expect(withNoPrices(row({ variants }, { unpriced: 'variants' })).variants).toEqual([
    size('S', { price: 5 }),
    size('M', { price: 0, is_enabled: false }),
  ])
  expect(withNoPrices(row({ variants }))).toEqual({ external_id: 'e1', variants })
  expect(withNoPrices(row({ name: 'Cup' }, { unpriced: 'whole' }))).toEqual({
    external_id: 'e1',
    name: 'Cup',
  })
})

describe('the notes of a row without a price', () => {
  test('name a new product, or one that keeps its price', () => {
    const planned = row({ name: 'Cup' }, { unpriced: 'whole' })
    expect(priceNotes(planned)).toEqual([{ loss: 'price_draft', detail: '"Cup"' }])
    expect(priceNotes(planned, shirt())).toEqual([{ loss: 'price_kept', detail: '"Cup"' }])
    expect(priceNotes(row({}, { unpriced: 'whole' }))).toEqual([{ loss: 'price_draft', detail: '""' }])
  })

  test('name a new product with variants once', () => {
    const planned = row({ name: 'Shirt', variants: [size('S'), size('M')] }, { unpriced: 'whole' })
    expect(priceNotes(planned)).toEqual([{ loss: 'price_draft', detail: '"Shirt"' }])
  })

  test('name each variant of a product that is there, also where none has a price', () => {
    const planned = row({ name: 'Shirt', variants: [size('S'), size('XL')] }, { unpriced: 'whole' })
    expect(priceNotes(planned, shirt())).toEqual([
      { loss: 'price_kept', detail: 'variant 1: Size: S' },
      { loss: 'price_variant', detail: 'variant 2: Size: XL' },
    ])
  })

  test('name each variant by its line or its place, and say which of them are there', () => {
    const variants = [
      size('S', { price: 5 }),
      size('M'),
      { option_values: { Size: 'XL', Colour: 'Red' } },
      {},
    ]
    const planned = row({ variants }, { unpriced: 'variants', lines: [7, 8] })
    expect(priceNotes(planned, shirt())).toEqual([
      { loss: 'price_kept', detail: 'line 8: Size: M' },
      { loss: 'price_variant', detail: 'variant 3: Size: XL, Colour: Red' },
      { loss: 'price_variant', detail: 'variant 4' },
    ])
    expect(priceNotes(planned).map(({ loss }) => loss)).toEqual([
      'price_variant',
      'price_variant',
      'price_variant',
    ])
  })

  test('say of a new product that its first variant is new, too', () => {
    const variants = [size('S'), size('M', { price: 5 })]
    expect(priceNotes(row({ variants }, { unpriced: 'variants' }))).toEqual([
      { loss: 'price_variant', detail: 'variant 1: Size: S' },
    ])
  })

  test('are empty for a row that has its prices', () => {
    expect(priceNotes(row({ variants: [size('S')] }))).toEqual([])
  })
})

test.each([
  ['price', true],
  ['variants.0.price', true],
  ['variants.12.price', true],
  ['variants.x.price', false],
  ['variants.0.cost', false],
  ['compare_at_price', false],
  ['x.price', false],
  ['price.x', false],
])('a missing %s is a missing price: %j', (path, expected) => {
  expect(noPriceAt(path)).toEqual(expected ? { kind: 'no_price' } : {})
})

test('a row whose price cannot be read keeps its fault', async () => {
  const text = 'sku,name,category,price\nA,Cup,Tea,soon\nB,Pot,Tea,\nC,Mug,Tea,5.00\n'
  const rows = await plannedRows(text, { withoutPrice: 'draft' })
  expect(rows.map(({ faults, unpriced }) => [faults.map(({ field }) => field), unpriced])).toEqual([
    [['price'], undefined],
    [[], 'whole'],
    [[], undefined],
  ])
})
