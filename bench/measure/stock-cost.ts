import { adjustStock } from '../../lib/data/inventory/adjust.ts'
import { changeProduct, createProduct } from '../../lib/data/products/products.ts'
import { actingAs } from '../../lib/data/table/actor.ts'
import type { NewProduct } from '../../lib/domain/products/product.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import type { WriteCost } from '../report/figures.ts'
import { holdCosts } from './hold-cost.ts'
import { REQUEST, SHOP } from './questions.ts'
import { scheduleCosts } from './schedule-cost.ts'
import { sixVariants } from './varied.ts'

/** The consumption of changes of stock, of variants and of schedules; `cost` meters one of them. */
export async function stockCosts(
  input: NewProduct,
  currency: string,
  cost: (work: () => Promise<unknown>) => Promise<WriteCost>,
) {
  const own = { ...input, slug: 'with-variants', sku: null, external_id: null }
  const { id } = await createProduct(SHOP.id, own, currency)
  const put_variants = await cost(() =>
    changeProduct(SHOP.id, id, (whole) =>
      replaceVariants(whole, sixVariants({ price: input.price, sku: 'VARIED' })),
    ),
  )
  const stocked = { ...own, slug: 'with-stock', track_inventory: true, quantity: 2 }
  const { id: tracked } = await createProduct(SHOP.id, stocked, currency)
  const adjust = await cost(() => sellOne(tracked))
  const adjust_sells_out = await cost(() => sellOne(tracked))
  const held = { ...stocked, slug: 'with-holds', quantity: 9 }
  const { id: heldProduct } = await createProduct(SHOP.id, held, currency)
  const scheduled = { ...own, slug: 'with-schedule', compare_at_price: null }
  const { id: scheduledProduct } = await createProduct(SHOP.id, scheduled, currency)
  return {
    put_variants,
    adjust,
    adjust_sells_out,
    ...(await holdCosts(heldProduct, cost)),
    ...(await scheduleCosts(scheduledProduct, input.price, cost)),
  }
}

/** One piece of a product without options. */
export const sellOne = (productId: string): Promise<unknown> =>
  actingAs(REQUEST, () =>
    adjustStock(SHOP.id, {
      reason: 'sale',
      reference: 'order-100234',
      changes: [{ index: 0, variantId: productId, delta: -1 }],
    }),
  )
