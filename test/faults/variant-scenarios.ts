import { updateProduct } from '../../lib/data/products/products.ts'
import { commit } from '../../lib/data/table/commit.ts'
import { newId } from '../../lib/data/table/ids.ts'
import { skuGuardKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeOld, makeSized, sizes } from './old-product.ts'
import type { Scenario } from './scenarios.ts'

const VARIANTS_PATH = '/admin/products/{id}/variants'
const PRODUCT_PATH = '/admin/products/{id}'
const KEY = { 'idempotency-key': 'once-and-only-once' }

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}`)

/** A guard of a SKU that its holder does not have; without one the holder does not exist either. */
const leaveGuard = (business: Business, sku: string, product_id = newId(new Date())) =>
  commit([
    {
      write: {
        Put: { Item: { ...skuGuardKey(business.id, sku), type: 'guard', product_id, stamp: 'earlier' } },
      },
    },
  ])

/** A product with options whose status is another one. */
async function makeHidden(business: Business) {
  const id = await makeSized(business)
  await updateProduct(business.id, id, (product) => ({ ...product, status: 'draft' }))
  return id
}

/** All variants anew: options come, change and go. */
const REPLACEMENTS: readonly Scenario[] = [
  {
    route: `PUT ${VARIANTS_PATH}`,
    variant: 'first options',
    prepare: async (business) => {
      const id = await makeOld(business)
      const { options, variants } = sizes(['Old-sku', 'Old-M'])
      return { path: { id }, body: { options, variants: [{ ...variants[0], id }, variants[1]] } }
    },
  },
  {
    // Two change places, one goes, one comes.
    route: `PUT ${VARIANTS_PATH}`,
    variant: 'other variants',
    prepare: async (business) => ({
      path: { id: await makeSized(business) },
      body: sizes(['Old-M', 'Old-S', 'Old-XL', 'Old-XXL']),
    }),
  },
  {
    route: `PUT ${VARIANTS_PATH}`,
    variant: 'no options',
    prepare: async (business) => ({
      path: { id: await makeSized(business) },
      body: { options: [], variants: [{ sku: 'Old-M', price: 3 }] },
    }),
  },
  {
    // 80 that are taken leave room to release 7 of the 10.
    route: `PUT ${VARIANTS_PATH}`,
    variant: 'late releases',
    leavesSkus: true,
    prepare: async (business) => ({
      path: { id: await makeSized(business, numbered('Old', 10)) },
      body: sizes(numbered('New', 80)),
    }),
  },
]

/** Scenarios that change a product with options, or only some of its variants. */
const CHANGES: readonly Scenario[] = [
  {
    route: `PATCH ${VARIANTS_PATH}`,
    prepare: async (business) => {
      const id = await makeSized(business)
      const variants = [
        { sku: 'Old-S', is_enabled: false },
        { id: `${id}-2`, sku: 'Old-XL', price: 1 },
      ]
      return { path: { id }, body: { variants } }
    },
  },
  {
    route: `PATCH ${PRODUCT_PATH}`,
    variant: 'publish variants',
    prepare: async (business) => ({ path: { id: await makeHidden(business) }, body: { status: 'active' } }),
  },
  {
    route: `PATCH ${PRODUCT_PATH}`,
    variant: 'unpublish variants',
    prepare: async (business) => ({ path: { id: await makeSized(business) }, body: { status: 'archived' } }),
  },
  {
    route: `PATCH ${PRODUCT_PATH}`,
    variant: 'move variants',
    prepare: async (business) => ({ path: { id: await makeSized(business) }, body: { category_id: 'pots' } }),
  },
  {
    route: `DELETE ${PRODUCT_PATH}`,
    variant: 'with variants',
    prepare: async (business) => ({ path: { id: await makeSized(business) } }),
  },
]

/** Writes that take a SKU whose guard was left behind. */
const LEFTOVERS: readonly Scenario[] = [
  {
    route: 'POST /admin/products',
    variant: 'SKU of a product with options that has others',
    leavesSkus: true,
    prepare: async (business) => {
      await leaveGuard(business, 'left', await makeSized(business))
      return { body: { name: 'New', price: 1, category_id: 'tea', sku: 'left' }, headers: KEY }
    },
  },
  {
    route: `PATCH ${VARIANTS_PATH}`,
    variant: 'SKUs of a product that is gone',
    leavesSkus: true,
    prepare: async (business) => {
      const id = await makeSized(business)
      for (const sku of ['left', 'behind']) await leaveGuard(business, sku)
      const variants = [
        { id: `${id}-1`, sku: 'left' },
        { id: `${id}-3`, sku: 'behind' },
      ]
      return { path: { id }, body: { variants } }
    },
  },
]

/** Every way to write a product with options. */
export const VARIANTS: readonly Scenario[] = [...REPLACEMENTS, ...CHANGES, ...LEFTOVERS]
