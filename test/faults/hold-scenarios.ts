import { putHold } from '../../lib/data/holds/holds.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeStocked, makeTracked } from './inventory-scenarios.ts'
import { makeOld } from './old-product.ts'
import type { Scenario } from './scenarios.ts'

const HOLD = '/admin/inventory/holds/{reference}'
const path = { reference: 'cart-1' }
const PAYMENT = { body: { payment: 'pi_1' }, headers: { 'idempotency-key': 'once-and-only-once' } }

type Line = readonly [sku: string, quantity: number]

const bodyOf = (lines: readonly Line[]) => ({
  items: lines.map(([sku, quantity]) => ({ sku, quantity })),
  expires_in: 2_100,
})

/** Two products: three sizes, of which one is not tracked, and a tea. */
async function makeShelf(business: Business): Promise<void> {
  await makeTracked(business, [2, 3, null])
  await makeStocked(business, 'Tea', 5)
}

/** A hold of these pieces. It has ended when it is tried: nobody has released it. */
async function makeHold(business: Business, lines: readonly Line[]): Promise<void> {
  await makeShelf(business)
  await putHold(business.id, path.reference, bodyOf(lines))
}

/** The hold of a request for its path alone. */
export async function makeHeld(business: Business) {
  await makeHold(business, [['Tea-sku', 2]])
  return { path }
}

/** Every way to write a hold in one transaction. */
export const HOLDS: readonly Scenario[] = [
  {
    route: `PUT ${HOLD}`,
    variant: 'new',
    prepare: async (business) => {
      await makeShelf(business)
      return { path, body: bodyOf([['Tea-sku', 2]]) }
    },
  },
  {
    route: `PUT ${HOLD}`,
    variant: 'other pieces, of which one was the last',
    prepare: async (business) => {
      await makeHold(business, [
        ['Old-0', 2],
        ['Tea-sku', 1],
      ])
      const lines: Line[] = [
        ['Old-1', 3],
        ['Old-2', 1],
        ['Tea-sku', 4],
      ]
      return { path, body: bodyOf(lines) }
    },
  },
  {
    route: `POST ${HOLD}/commit`,
    variant: 'of what it has',
    prepare: async (business) => ({ ...(await makeHeld(business)), ...PAYMENT }),
  },
  {
    route: `POST ${HOLD}/commit`,
    variant: 'of pieces that it has to take first',
    prepare: async (business) => {
      const id = await makeOld(business)
      await putHold(business.id, path.reference, bodyOf([['Old-sku', 2]]))
      await updateProduct(business.id, id, (product) => ({
        ...product,
        track_inventory: true,
        allow_backorder: true,
      }))
      return { path, ...PAYMENT }
    },
  },
  {
    route: `DELETE ${HOLD}`,
    variant: 'of two products, one sold out',
    prepare: async (business) => {
      await makeHold(business, [
        ['Old-0', 2],
        ['Old-2', 1],
        ['Tea-sku', 1],
      ])
      return { path }
    },
  },
]
