import { describe, expect, test } from 'vitest'
import { MAX_QUANTITY } from '../../../lib/domain/products/product.ts'
import type { HeldItem } from '../../../lib/domain/stock/hold.ts'
import {
  addedUp,
  differences,
  isFor,
  type NamedPieces,
  returnsOf,
  takenOf,
} from '../../../lib/domain/stock/hold-plan.ts'
import type { Stock } from '../../../lib/domain/stock/stock.ts'

const P = '0190a1b2-0000-7000-8000-000000000001'
const [ONE, TWO] = [`${P}-1`, `${P}-2`]

const pieces = (variantId: string, quantity: number, more: Partial<NamedPieces> = {}): NamedPieces => ({
  index: 0,
  variantId,
  sku: null,
  quantity,
  isTracked: true,
  ...more,
})

const item = (variant_id: string, quantity: number, more: Partial<HeldItem> = {}): HeldItem => ({
  variant_id,
  product_id: P,
  sku: null,
  quantity,
  is_held: true,
  ...more,
})

const stockOf = (levels: Record<string, { quantity: number; sku?: string }>): Stock =>
  new Map(
    Object.entries(levels).map(([id, { quantity, sku = null }]) => [
      id,
      { quantity, sku, allow_backorder: false, low_stock_at: null },
    ]),
  )

describe('lines of one variant', () => {
  test('are added up at the place of the first, whatever the order in which they were found', () => {
    const lines = [pieces(ONE, 2, { index: 2 }), pieces(TWO, 5, { index: 1 }), pieces(ONE, 1, { index: 0 })]
    expect(addedUp(lines)).toEqual([pieces(ONE, 3, { index: 0 }), pieces(TWO, 5, { index: 1 })])
  })
})

describe('what a hold has taken', () => {
  const items = [item(ONE, 1), item(TWO, 2, { is_held: false })]

  test.each([
    { status: 'held' as const, taken: [items[0]] },
    { status: 'released' as const, taken: [] },
    { status: 'committed' as const, taken: [] },
  ])('is what is held while it is $status', ({ status, taken }) => {
    expect(takenOf({ status, items })).toEqual(taken)
  })

  test('is nothing without a hold', () => {
    expect(takenOf(undefined)).toEqual([])
  })
})

describe('a hold is for the same pieces', () => {
  const items = [item(ONE, 1), item(TWO, 2)]

  test.each([
    { name: 'in another order', wanted: [pieces(TWO, 2), pieces(ONE, 1)], is: true },
    { name: 'of another quantity', wanted: [pieces(TWO, 2), pieces(ONE, 2)], is: false },
    { name: 'with one less', wanted: [pieces(TWO, 2)], is: false },
    { name: 'of another variant', wanted: [pieces(TWO, 2), pieces(P, 1)], is: false },
  ])('$name: $is', ({ wanted, is }) => {
    expect(isFor({ items }, wanted)).toBe(is)
  })
})

describe('pieces go back', () => {
  const back = (items: HeldItem[], stock: Stock, most?: number) => {
    const returns = returnsOf(items, new Map([[P, stock]]), most)
    return [Object.fromEntries(returns.back), returns.left]
  }

  test('to their variant while it is tracked, even if another variant has its SKU', () => {
    const stock = stockOf({ [ONE]: { quantity: 0, sku: 'B' }, [TWO]: { quantity: 0, sku: 'A' } })
    expect(back([item(ONE, 2, { sku: 'A' })], stock)).toEqual([{ [ONE]: 2 }, []])
  })

  test('to the variant that has their SKU after options came, together with its own', () => {
    const stock = stockOf({ [ONE]: { quantity: 0, sku: 'A' } })
    expect(back([item(P, 2, { sku: 'A' }), item(ONE, 1)], stock)).toEqual([{ [ONE]: 3 }, []])
  })

  test('nowhere if the variant is not tracked, and not to another without a SKU', () => {
    const stock = stockOf({ [ONE]: { quantity: 0 } })
    expect(back([item(TWO, 2), item(P, 1, { sku: 'A' })], stock)).toEqual([{}, [TWO, P]])
    expect(back([item(TWO, 2)], stockOf({}))).toEqual([{}, [TWO]])
  })

  test('nowhere if there would be more than a quantity can be', () => {
    const stock = stockOf({ [ONE]: { quantity: MAX_QUANTITY - 2, sku: 'A' } })
    expect(back([item(ONE, 2)], stock)).toEqual([{ [ONE]: 2 }, []])
    expect(back([item(ONE, 3)], stock)).toEqual([{}, [ONE]])
    expect(back([item(ONE, 2), item(P, 1, { sku: 'A' })], stock)).toEqual([{ [ONE]: 2 }, [P]])
    expect(back([item(ONE, 3)], stock, Number.POSITIVE_INFINITY)).toEqual([{ [ONE]: 3 }, []])
  })
})

describe('the differences', () => {
  test('take what is new, give back what is not wanted, and leave the rest alone', () => {
    const had = new Map([
      [ONE, 2],
      [P, 4],
    ])
    const wanted = [pieces(ONE, 2, { index: 0 }), pieces(TWO, 3, { index: 1 })]
    expect(differences(had, wanted)).toEqual([
      { index: 1, variantId: TWO, delta: -3 },
      { index: 24, variantId: P, delta: 4 },
    ])
  })

  test('are of a variant that has some already only what is more or less', () => {
    const deltas = (wanted: number) => differences(new Map([[ONE, 2]]), [pieces(ONE, wanted)])
    expect(deltas(5)).toEqual([{ index: 0, variantId: ONE, delta: -3 }])
    expect(deltas(1)).toEqual([{ index: 0, variantId: ONE, delta: 1 }])
  })

  test('take nothing of what is not tracked', () => {
    expect(differences(new Map(), [pieces(ONE, 2, { isTracked: false })])).toEqual([])
  })
})
