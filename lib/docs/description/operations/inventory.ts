import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { QUERIES } from '../parameters.ts'
import { A_CHANGE_RESULT, A_STOCK, AN_ADJUSTMENT_REQUEST } from '../schemas/inventory.ts'
import { listExample } from '../schemas/list.ts'

/** The operations on stock, by the function that handles them. */
export const INVENTORY = {
  'admin/inventory/list': {
    operationId: 'listStock',
    summary: 'List stock',
    description:
      'Returns a page of the tracked variants with their quantities. With `product` or `sku` everything is on one page and shows every earlier write; otherwise a write normally appears within one second.',
    tag: 'Inventory',
    parameters: QUERIES.inventory,
    answers: {
      200: {
        description: 'A page of stock.',
        schema: ref('StockList'),
        example: listExample(A_STOCK),
        headers: ['Link'],
      },
    },
  },
  'admin/inventory/adjust': {
    operationId: 'adjustInventory',
    summary: 'Adjust quantities',
    description:
      'Changes quantities: `delta` is added to the quantity, `quantity` replaces it; with `expected` only if the quantity equals it. At most 24 changes are made together, all or none: if one would go below zero and its variant has no `allow_backorder`, the response is 409 `insufficient_stock` with an error for each such change, and nothing is written. A change to a quantity over 1,000,000,000 is 422 `validation_failed`. If the changes sell out many large products, or make them available, so that more than 3.9 MB would be written together, the response is 422 `too_large_together`. With `atomic: false` up to 100 changes are made in transactions of 20 (fewer for large products), with a result for each. A request can change a variant only once. The response has the quantity after each change. From the same transaction on, a variant is available while its quantity is above zero. Costs one token of the rate limit, and one more for each further 25 changes. Send an `Idempotency-Key`, so that you can retry safely: a sale sent twice then counts once, and both requests get the same response.',
    tag: 'Inventory',
    body: {
      schema: 'NewInventoryAdjustment',
      description: 'The changes and their reason.',
      example: AN_ADJUSTMENT_REQUEST,
    },
    answers: {
      200: {
        description: 'The result of each change.',
        schema: ref('StockChangeResultList'),
        example: { data: [A_CHANGE_RESULT], count: 1 },
      },
    },
    problems: ['insufficient_stock', 'stock_differs', 'too_large_together'],
  },
} as const satisfies Record<string, OperationSpec>
