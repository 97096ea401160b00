import { changeProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { makeProduct } from '../support/shop.ts'
import { makeOld, sizes } from './old-product.ts'
import type { Scenario } from './scenarios.ts'

const ADJUST = 'POST /admin/inventory/adjust'
const PRODUCT = '/admin/products/{id}'
const KEY = { 'idempotency-key': 'once-and-only-once' }

/** A product with this quantity. */
export const makeStocked = async (business: Business, name: string, quantity: number, more: object = {}) =>
  (
    await makeProduct(business, {
      name,
      category_id: 'tea',
      sku: `${name}-sku`,
      track_inventory: true,
      quantity,
      ...more,
    })
  ).id

/** Three sizes; of each of them there are so many, or its inventory is not tracked. */
export async function makeTracked(business: Business, each: readonly (number | null)[]) {
  const id = await makeOld(business)
  const { options, variants } = sizes(each.map((_, n) => `Old-${n}`))
  const tracked = variants.map((variant, n) =>
    each[n] == null ? variant : { ...variant, track_inventory: true, quantity: each[n] },
  )
  await changeProduct(business.id, id, (whole) => replaceVariants(whole, { options, variants: tracked }))
  return id
}

const sale = (changes: object[], more: object = {}) => ({
  body: { reason: 'sale', reference: 'order 1', changes, ...more },
  headers: KEY,
})

const ADJUSTMENTS: readonly Scenario[] = [
  {
    route: ADJUST,
    variant: 'that flips nothing',
    prepare: async (business) => sale([{ variant_id: await makeStocked(business, 'Tea', 5), delta: -2 }]),
  },
  {
    route: ADJUST,
    variant: 'of the last of a product',
    prepare: async (business) => sale([{ variant_id: await makeStocked(business, 'Tea', 2), delta: -2 }]),
  },
  {
    route: ADJUST,
    variant: 'of the last of a variant',
    prepare: async (business) => {
      await makeTracked(business, [2, 3, null])
      return sale([{ sku: 'Old-0', delta: -2 }])
    },
  },
  {
    route: ADJUST,
    variant: 'of three products',
    prepare: async (business) => {
      await makeTracked(business, [2, 3, 0])
      await makeStocked(business, 'Tea', 1)
      await makeStocked(business, 'Pot', 9, { low_stock_at: 8 })
      return sale([
        { sku: 'Old-1', delta: -3 },
        { sku: 'Old-2', quantity: 4, expected: 0 },
        { sku: 'Tea-sku', delta: -1 },
        { sku: 'Pot-sku', delta: -1 },
      ])
    },
  },
  {
    route: ADJUST,
    variant: 'of which one change is refused',
    prepare: async (business) => {
      await makeTracked(business, [2, 3, 1])
      await makeStocked(business, 'Tea', 5)
      const changes = [
        { sku: 'Old-0', delta: -3 },
        { sku: 'Old-1', delta: -3 },
        { sku: 'Tea-sku', delta: -1 },
      ]
      return sale(changes, { atomic: false })
    },
  },
]

/** Writes of products that begin, change or end what there is of them. */
const PRODUCTS: readonly Scenario[] = [
  {
    route: 'POST /admin/products',
    variant: 'with a quantity',
    prepare: async () => {
      const body = { name: 'New', price: 1, category_id: 'tea', status: 'active', sku: 'new' }
      return { body: { ...body, track_inventory: true, quantity: 3, low_stock_at: 1 }, headers: KEY }
    },
  },
  {
    route: 'POST /admin/products',
    variant: 'with variants and quantities',
    prepare: async () => {
      const { options, variants } = sizes(['new-0', 'new-1'])
      const tracked = variants.map((variant, n) => ({ ...variant, track_inventory: true, quantity: n }))
      const body = { name: 'New', category_id: 'tea', status: 'active', options, variants: tracked }
      return { body, headers: KEY }
    },
  },
  {
    route: `PATCH ${PRODUCT}`,
    variant: 'track inventory',
    prepare: async (business) => ({
      path: { id: await makeOld(business) },
      body: { track_inventory: true, low_stock_at: 2 },
    }),
  },
  {
    route: `PATCH ${PRODUCT}`,
    variant: 'track inventory no more',
    prepare: async (business) => ({
      path: { id: await makeStocked(business, 'Tea', 5) },
      body: { track_inventory: false },
    }),
  },
  {
    route: `PATCH ${PRODUCT}`,
    variant: 'allow backorders',
    prepare: async (business) => ({
      path: { id: await makeStocked(business, 'Tea', 0) },
      body: { allow_backorder: true },
    }),
  },
  {
    // One begins to be tracked, one ends, one changes its rules.
    route: `PATCH ${PRODUCT}/variants`,
    variant: 'track inventory',
    prepare: async (business) => {
      const id = await makeTracked(business, [null, 3, 0])
      const variants = [
        { id: `${id}-1`, track_inventory: true },
        { id: `${id}-2`, track_inventory: false },
        { id: `${id}-3`, allow_backorder: true, sku: 'Old-other' },
      ]
      return { path: { id }, body: { variants } }
    },
  },
  {
    route: `PUT ${PRODUCT}/variants`,
    variant: 'first options of a stock',
    prepare: async (business) => {
      const id = await makeStocked(business, 'Tea', 5)
      const { options, variants } = sizes(['Tea-sku', 'Tea-M'])
      // Without a quantity, which a repetition could not send for a variant that is there by then.
      const other = { ...variants[1], track_inventory: true }
      return { path: { id }, body: { options, variants: [{ ...variants[0], id }, other] } }
    },
  },
  {
    route: `DELETE ${PRODUCT}`,
    variant: 'with a stock',
    prepare: async (business) => ({ path: { id: await makeTracked(business, [1, 2, null]) } }),
  },
]

/** Every way to write what there is of a variant. */
export const INVENTORY: readonly Scenario[] = [...ADJUSTMENTS, ...PRODUCTS]
