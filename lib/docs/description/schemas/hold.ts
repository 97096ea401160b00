import { HOLD_STATUSES, holdPayment, MOST_HELD, wantedHold } from '../../../domain/stock/hold.ts'
import { closed, membersOf, nullable, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { A_STOCK, QUANTITY, shownVariant } from './inventory.ts'
import { listOf } from './list.ts'
import { answered, described, growing, input, STAMPS, TIME, UUID } from './members.ts'
import { VARIANT_ID } from './variant.ts'

const { items, expires_in } = membersOf(wantedHold)
const { payment } = membersOf(holdPayment)

const HELD_ITEMS: JsonSchema = {
  type: 'array',
  maxItems: MOST_HELD,
  items: ref('HeldItem'),
  description: 'The pieces, one entry for each variant.',
}

const HOLD_REFERENCE: JsonSchema = { type: 'string', description: 'The reference that you gave it.' }

export const HOLD_SCHEMAS: Record<string, JsonSchema> = {
  HoldStatus: growing(
    HOLD_STATUSES,
    '`held`: its pieces are taken, even if it ended a moment ago. `committed`: they are sold. `released`: they were given back.',
  ),
  HoldLine: input(
    described(
      {
        variant_id: 'The variant, by its id; that of the product, if it has no options.',
        sku: 'The variant, by its SKU. Exactly one of `variant_id` and `sku`.',
        quantity: 'How many. Lines of one variant are added up.',
      },
      { ...items?.items?.properties, variant_id: VARIANT_ID },
    ),
    ['quantity'],
  ),
  NewHold: input(
    {
      items: { ...items, items: ref('HoldLine'), description: 'The pieces to hold.' },
      expires_in: { ...expires_in, description: 'In how many seconds the hold ends.' },
    },
    ['items'],
  ),
  NewHoldCommit: input(
    {
      payment: {
        ...payment,
        description:
          'Your name of the payment, such as the id of a PaymentIntent. The same payment again changes nothing.',
      },
    },
    ['payment'],
  ),
  HeldItem: closed({
    ...shownVariant,
    sku: { type: ['string', 'null'], description: 'Its SKU when it was held.' },
    quantity: { ...QUANTITY, description: 'How many.' },
    is_held: {
      type: 'boolean',
      description:
        'False if the inventory of the variant is not tracked, so that there is nothing to hold, or if the pieces were given back.',
    },
  }),
  Hold: closed({
    reference: HOLD_REFERENCE,
    status: ref('HoldStatus'),
    items: HELD_ITEMS,
    expires_at: { ...TIME, description: 'When it ends; within about a minute its pieces are released.' },
    payment: nullable({ type: 'string', description: 'The payment that it was committed for, or null.' }),
    ...answered(STAMPS),
  }),
  HoldList: listOf(ref('Hold')),
  HoldCommit: closed({
    id: { ...UUID, description: 'The id of the commit.' },
    reference: HOLD_REFERENCE,
    payment: { type: 'string', description: 'The payment.' },
    items: HELD_ITEMS,
  }),
}

const { variant_id, product_id, sku } = A_STOCK

const A_HELD_ITEM = { variant_id, product_id, sku, quantity: 1, is_held: true }

export const A_HOLD_REQUEST = { items: [{ sku, quantity: 1 }], expires_in: 2100 }

export const A_HOLD = {
  reference: 'cart-8731',
  status: 'held',
  items: [A_HELD_ITEM],
  expires_at: '2026-11-20T10:47:05.377Z',
  payment: null,
  created_at: '2026-11-20T10:12:05.377Z',
  updated_at: '2026-11-20T10:12:05.377Z',
  version: 1,
}

/** A commit as its event shows it. */
export const A_HOLD_COMMIT = {
  id: '01a1f862-3c4d-7e5f-a061-728394a5b6d1',
  reference: A_HOLD.reference,
  payment: 'pi_3QK2vX',
  items: [A_HELD_ITEM],
}
