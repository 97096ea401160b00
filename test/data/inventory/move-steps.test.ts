import { expect, test } from 'vitest'
import { moveStep } from '../../../lib/data/inventory/move-steps.ts'
import { variantIdOf } from '../../../lib/data/inventory/stock-item.ts'
import { MOST_HELD } from '../../../lib/domain/stock/hold.ts'
import type { StockMove } from '../../../lib/domain/stock/stock-plan.ts'

const PRODUCT = '01900000-0000-7000-8000-000000000002'

const move = (number: number, allow_backorder: boolean): StockMove => ({
  index: 0,
  variantId: variantIdOf(PRODUCT, number),
  delta: -1,
  before: { quantity: 1, allow_backorder, low_stock_at: 1, sku: 'SKU' },
  after: 0,
  isFlip: true,
  isAvailabilityFlip: true,
})

test.each([true, false])(
  'the lines of a hold and those that they replace, of one product, fit into an expression (backorders: %s)',
  (allowsBackorder) => {
    const moves = Array.from({ length: 2 * MOST_HELD }, (_, n) => move(999_999_900 + n, allowsBackorder))
    const { Update } = moveStep('business', PRODUCT, moves, { time: 1, spreadMs: 0 }).write
    const { ConditionExpression = '', UpdateExpression = '' } = Update ?? {}
    for (const expression of [ConditionExpression, UpdateExpression])
      expect(Buffer.byteLength(expression)).toBeLessThan(4096)
    expect(ConditionExpression.match(/ AND | OR | = | < |attribute_/g)?.length).toBeLessThanOrEqual(300)
  },
)
