import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { A_HOLD, A_HOLD_COMMIT, A_HOLD_REQUEST } from '../schemas/hold.ts'
import { A_CHANGE_RESULT, A_STOCK, AN_ADJUSTMENT_REQUEST } from '../schemas/inventory.ts'
import { listExample } from '../schemas/list.ts'

const reference = pathParameter('reference', 'Your reference of the hold, such as the id of a cart.', {
  type: 'string',
  pattern: '^[A-Za-z0-9._:~-]{1,128}$',
})

/** A hold in a response; its tag is that of its pieces. */
const hold = (description: string, example: object = A_HOLD) => ({
  description,
  schema: ref('Hold'),
  example,
  headers: ['ETag-of-version'] as const,
})

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
      'Changes quantities: `delta` is added to the quantity, `quantity` replaces it; with `expected` only if the quantity equals it. At most 24 changes are made together, all or none: if one would go below zero and its variant has no `allow_backorder`, the response is 409 `insufficient_stock` with an error for each such change, and nothing is written. A change to a quantity over 1,000,000,000 is 422 `validation_failed`. If the changes sell out many large products, or make them available, so that more than 3.9 MB would be written together, the response is 422 `too_large_together`. With `atomic: false` up to 100 changes are made in transactions of 20 (fewer for large products), with a result for each. A request can change a variant only once. The response has the quantity after each change. From the same transaction on, a variant is available while its quantity is above zero. Costs one token of the rate limit, and one more for each further 25 changes. Send an `Idempotency-Key`, so that you can retry safely: a sale sent twice then counts once, and both requests get the same response. With `dry_run=true` nothing is written: the adjustment would get the same response, which also has the `sku` of each change, the `events` that it would record, and a `plan`; not together with `atomic: false`. The plan, sent as `{"plan", "summary"}` within an hour by the same key, makes these changes once, however often it is sent: a `quantity` only if it is still what it was, a `delta` whatever was sold in between.',
    tag: 'Inventory',
    parameters: QUERIES.dryRun,
    body: {
      schema: 'NewInventoryAdjustment',
      description: 'The changes and their reason, which are required, or a plan.',
      example: AN_ADJUSTMENT_REQUEST,
    },
    answers: {
      200: {
        description: 'The result of each change.',
        schema: ref('StockChangeResultList'),
        example: { data: [A_CHANGE_RESULT], count: 1 },
      },
    },
    problems: ['insufficient_stock', 'stock_differs', 'too_large_together', 'plan_not_found'],
  },
  'admin/inventory/holds/list': {
    operationId: 'listHolds',
    summary: 'List holds',
    description:
      'Returns a page of holds in the order of their references. A hold that is over stays in the list for 30 days.',
    tag: 'Inventory',
    parameters: QUERIES.holds,
    answers: {
      200: {
        description: 'A page of holds.',
        schema: ref('HoldList'),
        example: listExample(A_HOLD),
        headers: ['Link'],
      },
    },
  },
  'admin/inventory/holds/get': {
    operationId: 'getHold',
    summary: 'Get a hold',
    description: 'Returns one hold.',
    tag: 'Inventory',
    parameters: [reference],
    // Its tag does not change with its end or its status.
    answers: { 200: { ...hold('The hold.'), isAlwaysSent: true } },
    problems: ['hold_not_found'],
  },
  'admin/inventory/holds/put': {
    operationId: 'putHold',
    summary: 'Hold pieces',
    description:
      'Takes pieces out of the stock for a buyer who is paying elsewhere, all of them or none. Where the reference has a hold, its pieces are replaced and only the differences move; with the same lines only the end changes. At the end, by default after 35 minutes, the pieces are given back within about a minute, and before that if another buyer needs them. If there is too little, the response is 409 `insufficient_stock`: each error has how many are left, and how many this hold has. Pieces whose inventory is not tracked are listed with `is_held` false. The `ETag` names the pieces: send it back in `If-Match` of the commit. A hold holds stock, not prices. You can retry the request safely.',
    tag: 'Inventory',
    parameters: [reference, REQUEST_HEADERS.IfMatch, REQUEST_HEADERS.IfNoneMatchAny],
    body: {
      schema: 'NewHold',
      description: 'The pieces, and how long they are held.',
      example: A_HOLD_REQUEST,
    },
    answers: {
      200: hold('The hold, with the new pieces or the new end.'),
      201: { ...hold('The new hold.'), headers: ['ETag-of-version', 'Location'] },
    },
    problems: [
      'hold_not_found',
      'insufficient_stock',
      'hold_committed',
      'precondition_failed',
      'too_many_changes',
      'too_large_together',
    ],
  },
  'admin/inventory/holds/release': {
    operationId: 'releaseHold',
    summary: 'Release a hold',
    description:
      'Gives the pieces back. A hold that was released already stays as it is. One that is committed is a sale: the response is 409 `hold_committed`, and a return is an adjustment.',
    tag: 'Inventory',
    parameters: [reference, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'The pieces are given back.' } },
    problems: ['hold_not_found', 'hold_committed', 'precondition_failed'],
  },
  'admin/inventory/holds/commit': {
    operationId: 'commitHold',
    summary: 'Commit a hold',
    description:
      'Makes a sale of a hold, for one payment. The same payment again returns the same hold; another one is 409 `hold_committed` with the first payment: refund it. A hold that is over takes its pieces again, or the response is 409 `insufficient_stock`: refund. With `If-Match` the response is 412 if other pieces are held than were paid for.',
    tag: 'Inventory',
    parameters: [reference, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'NewHoldCommit',
      description: 'The payment.',
      example: { payment: A_HOLD_COMMIT.payment },
    },
    answers: {
      200: hold('The hold, which is a sale.', {
        ...A_HOLD,
        status: 'committed',
        payment: A_HOLD_COMMIT.payment,
      }),
    },
    problems: [
      'hold_not_found',
      'insufficient_stock',
      'hold_committed',
      'precondition_failed',
      'too_large_together',
    ],
  },
} as const satisfies Record<string, OperationSpec>
