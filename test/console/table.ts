import type { ShopFacts } from '../../clients/console/src/rules/cell-text.ts'
import { newRow, type Row, type Values } from '../../clients/console/src/rules/rows.ts'

/** A shop in euros with two categories of one name. */
export const euros: ShopFacts = {
  currency: 'EUR',
  decimals: 2,
  categories: new Map([
    ['tea', 'Tea'],
    ['cups', 'Cups'],
    ['cups-2', 'cups'],
  ]),
}

/** A saved product with a price of 12.50 and 3 in stock. */
export function row(id: string, values: Partial<Values> = {}, more: Partial<Row> = {}): Row {
  const own = { name: id, status: 'active', price: 1250, stock: 3, sku: `S-${id}`, category_id: 'tea' }
  return {
    ...newRow(id),
    kind: 'product',
    tag: '"1000.1"',
    isTracked: true,
    ...more,
    values: { ...newRow(id).values, ...own, ...values },
  }
}
