import type { PlainRoute } from '../route.ts'

/**
 * The rights to the table that a write of any SKU needs. A write that wants a SKU with a leftover guard deletes that
 * guard, on the condition that its product is still as it was read.
 */
const PRODUCT_WRITE = [
  'GetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
] as const

/** Routes for merchants: the business, its products and its categories. */
export const CATALOGUE_ROUTES = [
  {
    method: 'GET',
    path: '/admin/business',
    function: 'admin/business/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/business',
    function: 'admin/business/update',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/feeds/{feed}',
    function: 'admin/feeds/get',
    throttle: 'feed',
    table: { actions: ['UpdateItem'], queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/admin/products',
    function: 'admin/products/list',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/products',
    function: 'admin/products/create',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'GET',
    path: '/admin/products/{id}',
    function: 'admin/products/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/products/{id}',
    function: 'admin/products/update',
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/products/{id}',
    function: 'admin/products/delete',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'GET',
    path: '/admin/products/by-external-id/{external_id}',
    function: 'admin/products/by-external-id/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PUT',
    path: '/admin/products/by-external-id/{external_id}',
    function: 'admin/products/by-external-id/replace',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'PATCH',
    path: '/admin/products/by-external-id/{external_id}',
    function: 'admin/products/by-external-id/merge',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'POST',
    path: '/admin/products/bulk',
    function: 'admin/products/bulk',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'GET',
    path: '/admin/products/{id}/variants',
    function: 'admin/products/variants/list',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PUT',
    path: '/admin/products/{id}/variants',
    function: 'admin/products/variants/replace',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'PATCH',
    path: '/admin/products/{id}/variants',
    function: 'admin/products/variants/update',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  {
    method: 'PUT',
    path: '/admin/products/{id}/schedule',
    function: 'admin/products/schedule/put',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/products/{id}/schedule',
    function: 'admin/products/schedule/delete',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'GET',
    path: '/admin/schedules',
    function: 'admin/schedules/list',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/variants',
    function: 'admin/variants/list',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/export',
    function: 'admin/export/get',
    table: { actions: ['BatchGetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/categories',
    function: 'admin/categories/list',
    table: { actions: ['Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/categories',
    function: 'admin/categories/create',
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  {
    method: 'GET',
    path: '/admin/categories/{id}',
    function: 'admin/categories/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/categories/{id}',
    function: 'admin/categories/update',
    table: {
      actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      queries: ['store-created'],
    },
  },
  {
    method: 'DELETE',
    path: '/admin/categories/{id}',
    function: 'admin/categories/delete',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
] as const satisfies readonly PlainRoute[]
