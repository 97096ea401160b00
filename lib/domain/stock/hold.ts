import * as v from 'valibot'
import { validator } from '../body/resource.ts'
import { isExternalId, MAX_QUANTITY, sku } from '../products/product.ts'
import { variantId } from '../products/variant.ts'
import { listOf } from '../text/list.ts'
import { integer, knownMembers, line } from '../text/text.ts'
import { MOST_ATOMIC_CHANGES } from './inventory.ts'

/** The states of a hold, as stored. `held` means that its pieces are taken, also when it has ended and nobody released it yet. */
export const HOLD_STATUSES = ['held', 'committed', 'released'] as const

/** Pieces of one variant in a hold. */
export interface HeldItem {
  variant_id: string
  product_id: string
  /** That of the variant when it was held: where options come or go, its stock moves with it. */
  sku: string | null
  quantity: number
  /** False where there is nothing to hold: the inventory of the variant is not tracked. False also where they were given back. */
  is_held: boolean
}

/** Pieces that a buyer has in a checkout elsewhere. Times are RFC 3339 UTC with milliseconds. */
export interface Hold {
  /** The name that the client gave it. */
  reference: string
  status: (typeof HOLD_STATUSES)[number]
  items: readonly HeldItem[]
  expires_at: string
  /** The payment for which it was committed, or null. */
  payment: string | null
  created_at: string
  updated_at: string
  /** Grows by one when other pieces are held. */
  version: number
}

/** The members of a hold in responses, in their order. */
export const HOLD_FIELDS = [
  'reference',
  'status',
  'items',
  'expires_at',
  'payment',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof Hold)[]

/** The lines that a request can have, and the products that its lines and those of the hold before it can have together. */
export const MOST_HELD = MOST_ATOMIC_CHANGES

/** Seconds until a hold ends. Stripe's checkouts end after 30 minutes to 24 hours; five minutes more are for the webhook. */
const HOLD_SECONDS = { least: 60, most: 86_700, usual: 2_100 }

/** True for a text that can be the reference of a hold: as external ids. */
export const isReference = isExternalId

const heldLine = v.pipe(
  knownMembers({
    variant_id: v.optional(variantId),
    sku: v.optional(v.unwrap(sku)),
    quantity: integer(1, MAX_QUANTITY),
  }),
  v.check(
    ({ variant_id, sku }) => (variant_id === undefined) !== (sku === undefined),
    'must have exactly one of variant_id and sku',
  ),
)

/** A line of the body: pieces of the variant with this id or with this SKU. */
export type HeldLine = v.InferOutput<typeof heldLine>

/** The body that holds pieces. */
export const wantedHold = knownMembers({
  items: v.pipe(
    listOf(heldLine, MOST_HELD, `must have at most ${MOST_HELD} items`),
    v.minLength(1, 'must have at least one item'),
  ),
  expires_in: v.optional(integer(HOLD_SECONDS.least, HOLD_SECONDS.most), HOLD_SECONDS.usual),
})

export type WantedHold = v.InferOutput<typeof wantedHold>

/** Reads a body that holds pieces. Throws `InvalidFields`. */
export const readWantedHold = validator(wantedHold)

/** The body that makes a sale of a hold. */
export const holdPayment = knownMembers({ payment: line(1, 255) })

/** Reads the body of a commit. Throws `InvalidFields`. */
export const readHoldPayment = validator(holdPayment)
