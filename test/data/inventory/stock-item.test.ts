import { expect, test } from 'vitest'
import { LARGEST_STOCK_BYTES, stockSteps, variantIdOf } from '../../../lib/data/inventory/stock-item.ts'
import { MAX_QUANTITY } from '../../../lib/domain/products/product.ts'
import { MOST_VARIANTS } from '../../../lib/domain/products/variant.ts'

const PRODUCT = '01900000-0000-7000-8000-000000000002'

test('no stock item is larger than its bound', () => {
  const level = { quantity: MAX_QUANTITY, allow_backorder: true, low_stock_at: MAX_QUANTITY }
  const after = new Map(
    Array.from({ length: MOST_VARIANTS }, (_, n) => [
      variantIdOf(PRODUCT, 999_999_900 + n),
      { ...level, sku: '🧵'.repeat(255) },
    ]),
  )
  const [step] = stockSteps(PRODUCT, PRODUCT, { before: new Map(), after }, new Date())
  const item = step && 'write' in step ? step.write.Put?.Item : undefined
  // As JSON it has more bytes than in the table.
  expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(LARGEST_STOCK_BYTES)
})
