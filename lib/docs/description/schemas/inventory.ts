import { adjustment, REASONS } from '../../../domain/stock/inventory.ts'
import { closed, membersOf, nullable, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import { described, growing, input, UUID } from './members.ts'
import { PLAN_INSTEAD, PLAN_OF_DRY_RUN } from './plan.ts'
import { ADMIN_VARIANTS, VARIANT_ID } from './variant.ts'

export const QUANTITY: JsonSchema = { type: 'integer', format: 'int64' }

const { reference, atomic, changes } = membersOf(adjustment)

const change = described(
  {
    variant_id: "The variant, by its id; the product's id if it has no options.",
    sku: 'The variant, by its SKU. Exactly one of `variant_id` and `sku`.',
    delta: 'The change of the quantity: -1 for one sold. Not 0.',
    quantity: 'The quantity from now on. Exactly one of `delta` and `quantity`.',
    expected: 'The change is only made if the quantity equals this.',
  },
  { ...changes?.items?.properties, variant_id: VARIANT_ID },
)

export const shownVariant = {
  variant_id: { ...VARIANT_ID, description: 'The id of the variant.' },
  product_id: { ...UUID, description: 'The id of its product.' },
} satisfies Record<string, JsonSchema>

const RESULT = {
  index: { type: 'integer', minimum: 0, description: 'The place of the change in the request.' },
  status: { type: 'integer', description: '200, or the status of the problem.' },
  ...shownVariant,
  sku: { type: ['string', 'null'], description: 'Only in a dry run: its SKU.' },
  quantity: {
    ...QUANTITY,
    description: 'The quantity after the change.',
  },
  problem: { ...ref('Problem'), description: 'Why the change was not made.' },
} satisfies Record<string, JsonSchema>

const LEVEL = {
  ...shownVariant,
  sku: { type: ['string', 'null'], description: 'Its SKU.' },
  quantity: {
    ...QUANTITY,
    description: 'How much can be sold. Below 0 if more was sold. Pieces that are held are not in it.',
  },
  held: {
    ...QUANTITY,
    type: ['integer', 'null'],
    description:
      'How many pieces are held, in addition; null where the business has too many holds to add up.',
  },
  allow_backorder: { type: 'boolean', description: 'True if it can be sold beyond its quantity.' },
  low_stock_at: {
    type: ['integer', 'null'],
    description: 'The quantity at or below which the stock is low, or null.',
  },
  is_low: { type: 'boolean', description: 'True if the stock is low.' },
} satisfies Record<string, JsonSchema>

export const INVENTORY_SCHEMAS: Record<string, JsonSchema> = {
  InventoryReason: growing(REASONS, 'Why quantities change.'),
  AdjustmentReason: growing(
    [...REASONS, 'held', 'released'],
    'Why quantities changed: a reason of a request, or `held` and `released` by a hold.',
  ),
  StockChange: input(change, []),
  NewInventoryAdjustment: input(
    {
      reason: ref('InventoryReason'),
      reference: { ...reference, description: 'Your own reference, such as an order number.' },
      atomic: {
        ...atomic,
        description: 'All changes or none, at most 24. With `false` at most 100, and a result for each.',
      },
      changes: { ...changes, items: ref('StockChange'), description: 'One change for each variant.' },
      ...PLAN_INSTEAD,
    },
    [],
  ),
  StockChangeResult: { ...closed(RESULT), required: ['index', 'status'] },
  StockChangeResultList: closed(
    {
      data: { type: 'array', items: ref('StockChangeResult'), maxItems: 100 },
      count: { type: 'integer', minimum: 0, maximum: 100, description: 'The number of items in `data`.' },
      events: {
        type: 'array',
        items: ref('EventOfDryRun'),
        description:
          'Only in a dry run: the events that the adjustment would record; none if it would change nothing.',
      },
      plan: PLAN_OF_DRY_RUN,
    },
    ['events', 'plan'],
  ),
  Stock: closed(LEVEL),
  StockList: listOf(ref('Stock')),
  InventoryAdjustment: closed(
    {
      id: { ...UUID, description: 'The id of the adjustment.' },
      reason: ref('AdjustmentReason'),
      reference: nullable({
        type: 'string',
        description: 'The reference of the request or the hold, or null.',
      }),
      changes: {
        type: 'array',
        items: ref('AdjustedStock'),
        description: 'The changes, in the order of the request.',
      },
      availability_changed: {
        type: 'array',
        items: UUID,
        description: 'The products with a variant that became available or unavailable.',
      },
      low: { type: 'array', items: VARIANT_ID, description: 'The variants whose stock became low.' },
      left: {
        type: 'array',
        items: VARIANT_ID,
        description:
          'The variants whose held pieces could not be given back, because they are no longer tracked. Only if there are any.',
      },
    },
    ['left'],
  ),
  AdjustedStock: {
    ...closed({
      ...shownVariant,
      delta: { ...QUANTITY, description: 'The change of the quantity.' },
      quantity: { ...QUANTITY, description: 'The quantity after the change.' },
    }),
    required: ['variant_id', 'product_id', 'delta', 'quantity'],
  },
}

const variant_id = `${ADMIN_VARIANTS.variants[0]?.id}`
const product_id = ADMIN_VARIANTS.id
const sku = `${ADMIN_VARIANTS.variants[0]?.sku}`

export const AN_ADJUSTMENT_REQUEST = {
  reason: 'sale',
  reference: 'order 1001',
  changes: [{ sku, delta: -1 }],
}

export const A_CHANGE_RESULT = { index: 0, status: 200, variant_id, product_id, quantity: 11 }

export const A_STOCK = {
  variant_id,
  product_id,
  sku,
  quantity: 11,
  held: 2,
  allow_backorder: false,
  low_stock_at: 5,
  is_low: false,
}

/** An adjustment as its event shows it. */
export const AN_ADJUSTMENT = {
  id: '01a1f862-3c4d-7e5f-a061-728394a5b6c8',
  reason: 'sale',
  reference: 'order 1001',
  changes: [{ variant_id, product_id, delta: -1, quantity: 11 }],
  availability_changed: [],
  low: [],
}
