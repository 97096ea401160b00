import * as v from 'valibot'
import { MOST_BYTES } from '../../lib/data/table/commit.ts'
import { newProduct } from '../../lib/domain/products/product.ts'
import { newVariantSet } from '../../lib/domain/products/variant.ts'
import { adjustment, CHANGES_PER_COMMIT } from '../../lib/domain/stock/inventory.ts'
import { costOfChanges } from '../../lib/http/inventory/adjust.ts'
import { type Check, is, long, some, takes } from './limit-check.ts'

const changes = (count: number) => some(count, (n) => ({ sku: `${n}`, delta: 1 }))
const isTaken = (fields: object) => v.is(adjustment, { reason: 'sale', changes: changes(1), ...fields })

/** The rows of docs/limits.md about stock, by their first column. */
export const STOCK_CHECKS: Record<string, Check> = {
  '`quantity` and `low_stock_at`': takes((n) =>
    [{ quantity: n }, { low_stock_at: n }].every(
      (stock) =>
        v.is(newProduct, { name: 'A', price: 0, category_id: 'a', ...stock }) &&
        v.is(newVariantSet, { variants: [{ price: 0, ...stock }] }),
    ),
  ),
  'changes of an adjustment': takes((n) => isTaken({ changes: changes(n) })),
  'changes of an adjustment with `atomic: false`': takes((n) =>
    isTaken({ atomic: false, changes: changes(n) }),
  ),
  'items of one transaction, as DynamoDB counts them': is(() => MOST_BYTES),
  'changes of one transaction with `atomic: false`': is(() => CHANGES_PER_COMMIT),
  '`quantity`, `delta` and `expected` of a change, and the quantity after it': takes((n) =>
    [{ quantity: n }, { delta: n }, { delta: -n }, { quantity: 0, expected: n }].every((change) =>
      isTaken({ changes: [{ sku: 'a', ...change }] }),
    ),
  ),
  '`reference` of an adjustment': takes((n) => isTaken({ reference: long(n) })),
  'changes of an adjustment that count as one request of the rate limit': takes(
    (n) => costOfChanges({ reason: 'sale', reference: null, atomic: false, changes: changes(n) }) === 1,
  ),
}
