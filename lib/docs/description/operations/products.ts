import { PROBLEMS } from '../../../api/http/problems/all-problems.ts'
import { UNIQUE } from '../../../api/http/problems/resource-rules.ts'
import { PRODUCT } from '../../../domain/products/product.ts'
import { RESOURCES, type TakenReason } from '../../../domain/resources.ts'
import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { EXTERNAL_ID } from '../schemas/bulk.ts'
import { listExample } from '../schemas/list.ts'
import { ADMIN_PRODUCT } from '../schemas/product.ts'

const id = pathParameter('id', 'The id of the product.')
const externalId = pathParameter('external_id', 'The id of the product in another system.', EXTERNAL_ID)

const product = (description: string) =>
  ({
    description,
    schema: ref('AdminProduct'),
    example: ADMIN_PRODUCT,
    headers: ['ETag-of-version'],
  }) as const

const created = {
  ...product('The new product.'),
  headers: ['ETag-of-version', 'Location'],
} as const

const NEW_PRODUCT = {
  name: ADMIN_PRODUCT.name,
  price: ADMIN_PRODUCT.price,
  category_id: ADMIN_PRODUCT.category_id,
  status: ADMIN_PRODUCT.status,
  sku: ADMIN_PRODUCT.sku,
  tags: ADMIN_PRODUCT.tags,
}

const TAKEN: TakenReason[] = Object.values(UNIQUE)
  .filter(({ of }) => of === RESOURCES.product.name)
  .map(({ code }) => code)

/** Of a product that its path names: who has the id is the product that is changed. */
const TAKEN_BY_OTHERS = TAKEN.filter((code) => code !== 'external_id_taken')

const TOO_LARGE = ['object_too_large', 'too_many_sku_changes'] as const

const notFound = {
  type: '/api/v1/docs/problems#product_not_found',
  title: PROBLEMS.product_not_found[1],
  status: 404,
  detail: 'There is no such product.',
  instance: 'urn:uuid:0e9b6a1c-6c5e-4d0f-9a53-0c5b5f1f7f55',
  code: 'product_not_found',
  request_id: '0e9b6a1c-6c5e-4d0f-9a53-0c5b5f1f7f55',
}

/** The operations on a merchant's products, by the function that handles them. */
export const PRODUCTS = {
  'admin/products/list': {
    operationId: 'listAdminProducts',
    summary: 'List products in every status',
    description:
      'Returns a page of products, by time of creation. With `sku` or `external_id` the list has at most one product. A write normally appears within one second.',
    tag: 'Products',
    parameters: QUERIES.adminProducts,
    answers: {
      200: {
        description: 'A page of products.',
        schema: ref('AdminProductList'),
        example: listExample(ADMIN_PRODUCT),
        headers: ['Link'],
      },
    },
  },
  'admin/products/create': {
    operationId: 'createProduct',
    summary: 'Create a product',
    description:
      'Creates a product, with `variants` also its options and variants in the same transaction. It is a draft unless you set `status`. Send an `Idempotency-Key`, so that you can retry safely when you do not know the outcome.',
    tag: 'Products',
    body: { schema: 'NewProduct', description: 'The new product.', example: NEW_PRODUCT },
    answers: { 201: created },
    problems: [...TAKEN, ...TOO_LARGE, 'limit_reached', 'business_not_found'],
  },
  'admin/export/get': {
    operationId: 'exportProducts',
    summary: 'Export products page by page',
    description:
      'Returns a page of products with options, variants and stock, in the order of their ids, as lines of a file that `operator import` reads. In CSV a text that a spreadsheet would run, such as `=1+1`, gets an apostrophe before it, which an import removes; programs read JSON Lines. Follow `Link` until a page has none: the pages in sequence are the file. A page ends at `limit` products, at 4 MB read, or at 4 MB of response. An export is not a snapshot: products that others change in the meantime are in it as they were before or after, each of them whole. The key also needs `inventory:read`.',
    tag: 'Products',
    parameters: QUERIES.export,
    answers: {
      200: {
        description: 'A page of the file: JSON Lines, or CSV with the header on the first page.',
        types: ['application/x-ndjson', 'text/csv'],
        schema: { type: 'string' },
        headers: ['Link'],
      },
    },
  },
  'admin/products/get': {
    operationId: 'getAdminProduct',
    summary: 'Get a product in any status',
    description: 'Returns one product. It shows every earlier write.',
    tag: 'Products',
    parameters: [id],
    answers: { 200: product('The product.') },
    problems: ['product_not_found'],
  },
  'admin/products/update': {
    operationId: 'updateProduct',
    summary: 'Change a product',
    description:
      'Takes a merge patch (RFC 7396): fields that you leave out stay, `null` removes a value, objects are merged, arrays are replaced. Without `If-Match` the patch is merged into the newest version, so that two clients that change different fields both succeed. `variants` replace all variants. A read-only member is accepted if it has the stored value. A patch that changes nothing keeps `version`.',
    tag: 'Products',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'ProductPatch',
      description: 'The fields to change.',
      example: { price: 5900, tags: [] },
    },
    answers: { 200: product('The product as it is now.') },
    problems: [...TAKEN, ...TOO_LARGE, 'product_not_found', 'precondition_failed', 'limit_reached'],
  },
  'admin/products/delete': {
    operationId: 'deleteProduct',
    summary: 'Delete a product',
    description:
      'Deletes a product. This cannot be undone. To hide a product and keep it, set `status` to `archived`.',
    tag: 'Products',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'The product is deleted.' } },
    problems: ['product_not_found', 'precondition_failed'],
  },
  'admin/products/by-external-id/get': {
    operationId: 'getProductByExternalId',
    summary: 'Get a product by external id',
    description: 'Returns one product in any status.',
    tag: 'Products',
    parameters: [externalId],
    answers: { 200: product('The product.') },
    problems: ['product_not_found'],
  },
  'admin/products/by-external-id/replace': {
    operationId: 'replaceProductByExternalId',
    summary: 'Create or replace a product by external id',
    description: `Creates the product, or replaces all of its writable fields. Fields that you leave out get their default, except ${PRODUCT.kept.map((name) => `\`${name}\``).join(', ')}, and options with variants, which stay; \`variants\` replace all variants. You can retry it safely.`,
    tag: 'Products',
    parameters: [externalId, REQUEST_HEADERS.IfMatch, REQUEST_HEADERS.IfNoneMatchAny],
    body: {
      schema: 'NewProduct',
      description:
        'The whole product. `external_id` can be left out; otherwise it must be the same as in the path.',
      example: NEW_PRODUCT,
    },
    answers: { 200: product('The product as it is now.'), 201: created },
    problems: [
      ...TAKEN_BY_OTHERS,
      'product_not_found',
      'precondition_failed',
      'limit_reached',
      ...TOO_LARGE,
      'business_not_found',
    ],
  },
  'admin/products/by-external-id/merge': {
    operationId: 'mergeProductByExternalId',
    summary: 'Create or change a product by external id',
    description:
      'Merges the patch into the product, or creates the product from the patch, which then needs `name`, `price` and `category_id`. Fields that you leave out stay as they are: a script that sends three fields changes no others. You can retry it safely.',
    tag: 'Products',
    parameters: [externalId, REQUEST_HEADERS.IfMatch, REQUEST_HEADERS.IfNoneMatchAny],
    body: {
      schema: 'ProductPatch',
      description:
        'The fields to change. `external_id` can be left out; otherwise it must be the same as in the path.',
      example: { price: 5900, is_available: false },
    },
    answers: { 200: product('The product as it is now.'), 201: created },
    problems: [
      ...TAKEN_BY_OTHERS,
      'product_not_found',
      'precondition_failed',
      'limit_reached',
      ...TOO_LARGE,
      'business_not_found',
    ],
  },
  'admin/products/bulk': {
    operationId: 'bulkProducts',
    summary: 'Carry out up to 100 operations',
    description:
      'Carries out the operations in their order, each in its own transaction. Some can fail while others succeed; the status is always 200. With an `Idempotency-Key` each operation has its own record, and a retried request carries out only the operations that have none. Operations that would not finish in time get 503. `upsert` works like PUT by external id, `merge` like PATCH by external id, `variants` like PATCH of a product\'s variants, and `reprice` changes all prices of a product by a percentage. With `dry_run=true` nothing is written: each operation gets the result that it would get against what is stored now, with its `events` and `variants`, and one that depends on an operation before it gets 422 `depends_on_operation`. If all of at most 25 operations would succeed, the response has a `plan` of those that change something (not with `upsert` or `merge`): sent as `{"plan", "summary"}` within an hour by the same key, it carries them out once, however often it is sent, each only if its product is as it was shown; one that has changed since gets 412. Each operation costs one token of the rate limit, and one more for each further 25 variants in it; one that changes nothing, or that an earlier request with the same key carried out, costs a tenth, and one that was not begun in time nothing. The request costs at least one token. While the same request is still being carried out, a second one gets 409 with a short `Retry-After` and counts as one request: retry until the first is done, or, if it was cut off, for up to 31 s.',
    tag: 'Products',
    parameters: QUERIES.dryRun,
    body: {
      schema: 'BulkRequest',
      description: 'The operations, at most 1 MB, or a plan.',
      example: {
        operations: [
          { op: 'upsert', external_id: 'erp:4711', data: NEW_PRODUCT },
          { op: 'merge', external_id: 'erp:4711', data: { price: 5900 } },
          { op: 'delete', external_id: 'erp:4712' },
        ],
      },
    },
    answers: {
      200: {
        description: 'The result of each operation.',
        schema: ref('BulkResultList'),
        example: {
          data: [
            { index: 0, status: 200, id: ADMIN_PRODUCT.id, version: 3 },
            { index: 1, status: 200, id: ADMIN_PRODUCT.id, version: 4 },
            { index: 2, status: 404, problem: notFound },
          ],
          count: 3,
        },
      },
    },
    problems: ['plan_not_found', 'business_not_found'],
  },
} as const satisfies Record<string, OperationSpec>
