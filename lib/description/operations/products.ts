import type { TakenReason } from '../../domain/resources.ts'
import { PROBLEMS } from '../../http/problems/catalogue.ts'
import { UNIQUE } from '../../http/problems/resource-rules.ts'
import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { EXTERNAL_ID } from '../schemas/bulk.ts'
import { listExample } from '../schemas/list.ts'
import { ADMIN_PRODUCT } from '../schemas/product.ts'

const id = pathParameter('id', 'The id of the product.')
const externalId = pathParameter('external_id', 'The id that another system has for it.', EXTERNAL_ID)

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

const TAKEN = Object.keys(UNIQUE) as TakenReason[]

const notFound = {
  type: 'https://storefront.example/docs/problems#product_not_found',
  title: PROBLEMS.product_not_found[1],
  status: 404,
  detail: 'There is no such product.',
  instance: 'urn:uuid:0e9b6a1c-6c5e-4d0f-9a53-0c5b5f1f7f55',
  code: 'product_not_found',
  request_id: '0e9b6a1c-6c5e-4d0f-9a53-0c5b5f1f7f55',
}

/** The operations on a merchant's products, by the function that answers them. */
export const PRODUCTS = {
  'admin/products/list': {
    operationId: 'listAdminProducts',
    summary: 'List products in every status',
    description:
      'A page of products in the order they were made. `sku` and `external_id` each leave at most one product. Follows a write within a second, normally.',
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
      'A new product, a draft unless `status` says otherwise. Send an `Idempotency-Key`: then the call can be repeated safely whatever became of the first one.',
    tag: 'Products',
    body: { schema: 'NewProduct', description: 'The new product.', example: NEW_PRODUCT },
    answers: { 201: created },
    problems: [...TAKEN, 'limit_reached', 'object_too_large', 'business_not_found'],
  },
  'admin/products/get': {
    operationId: 'getAdminProduct',
    summary: 'Get a product in any status',
    description: 'One product, as it stands after every acknowledged write.',
    tag: 'Products',
    parameters: [id],
    answers: { 200: product('The product.') },
    problems: ['product_not_found'],
  },
  'admin/products/update': {
    operationId: 'updateProduct',
    summary: 'Change a product',
    description:
      'A merge patch (RFC 7396): what is left out stays, null removes, objects merge, arrays are replaced. Without `If-Match` it is merged into the newest version, so that two writers of different fields both win. A read-only member is accepted if it says what is stored. What changes nothing keeps `version`.',
    tag: 'Products',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: { schema: 'ProductPatch', description: 'What is to change.', example: { price: 5900, tags: [] } },
    answers: { 200: product('The product as it is now.') },
    problems: [...TAKEN, 'product_not_found', 'precondition_failed', 'object_too_large'],
  },
  'admin/products/delete': {
    operationId: 'deleteProduct',
    summary: 'Delete a product',
    description: 'For good. `status: archived` hides one and keeps it.',
    tag: 'Products',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'It is gone.' } },
    problems: ['product_not_found', 'precondition_failed'],
  },
  'admin/products/by-external-id/get': {
    operationId: 'getProductByExternalId',
    summary: "Get a product by another system's id",
    description: 'One product in any status.',
    tag: 'Products',
    parameters: [externalId],
    answers: { 200: product('The product.') },
    problems: ['product_not_found'],
  },
  'admin/products/by-external-id/replace': {
    operationId: 'replaceProductByExternalId',
    summary: "Create or replace a product by another system's id",
    description:
      'Creates the product, or replaces every writable field of it: what is left out gets its default, but for `status`, `slug` and `is_available`, which stay. Safe to repeat.',
    tag: 'Products',
    parameters: [externalId, REQUEST_HEADERS.IfMatch, REQUEST_HEADERS.IfNoneMatchAny],
    body: {
      schema: 'NewProduct',
      description: 'The whole product. `external_id` may be left out, and says the same as the path if not.',
      example: NEW_PRODUCT,
    },
    answers: { 200: product('The product as it is now.'), 201: created },
    problems: [
      ...TAKEN,
      ...(['product_not_found', 'precondition_failed', 'limit_reached'] as const),
      ...(['object_too_large', 'business_not_found'] as const),
    ],
  },
  'admin/products/by-external-id/merge': {
    operationId: 'mergeProductByExternalId',
    summary: "Create or change a product by another system's id",
    description:
      'Merges the patch into the product, or creates the product from it, which then needs `name`, `price` and `category_id`. What is left out stays as it is: a sync that knows three fields changes no others. Safe to repeat.',
    tag: 'Products',
    parameters: [externalId, REQUEST_HEADERS.IfMatch, REQUEST_HEADERS.IfNoneMatchAny],
    body: {
      schema: 'ProductPatch',
      description: 'What is to change. `external_id` may be left out, and says the same as the path if not.',
      example: { price: 5900, is_available: false },
    },
    answers: { 200: product('The product as it is now.'), 201: created },
    problems: [
      ...TAKEN,
      ...(['product_not_found', 'precondition_failed', 'limit_reached'] as const),
      ...(['object_too_large', 'business_not_found'] as const),
    ],
  },
  'admin/products/bulk': {
    operationId: 'bulkProducts',
    summary: 'Carry out up to 100 operations',
    description:
      'In their order, each a transaction of its own: some may fail while others are done, and the status is 200 all the same. Under an `Idempotency-Key` each operation keeps its own record, and a repetition carries out only what has none. Near the end of its time the call stops and answers the rest with 503. `upsert` replaces as PUT does; `merge` changes what is there and creates what is not, as PATCH by external id does. Costs one call of the rate limit for each operation; if the same call is still being carried out, one in all, and `Retry-After` says how long that can take.',
    tag: 'Products',
    body: {
      schema: 'BulkRequest',
      description: 'The operations; at most 1 MB.',
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
        description: 'What became of each.',
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
    problems: ['business_not_found'],
  },
} as const satisfies Record<string, OperationSpec>
