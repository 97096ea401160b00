import type { Route } from '../route.ts'

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
    access: 'business:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/business',
    function: 'admin/business/update',
    access: 'business:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/feeds/{feed}',
    function: 'admin/feeds/get',
    access: 'products:read',
    throttle: 'feed',
    table: { actions: ['UpdateItem'], queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/admin/products',
    function: 'admin/products/list',
    access: 'products:read',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/products',
    function: 'admin/products/create',
    access: 'products:write',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'GET',
    path: '/admin/products/{id}',
    function: 'admin/products/get',
    access: 'products:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/products/{id}',
    function: 'admin/products/update',
    access: 'products:write',
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/products/{id}',
    function: 'admin/products/delete',
    access: 'products:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'GET',
    path: '/admin/products/by-external-id/{external_id}',
    function: 'admin/products/by-external-id/get',
    access: 'products:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PUT',
    path: '/admin/products/by-external-id/{external_id}',
    function: 'admin/products/by-external-id/replace',
    access: 'products:write',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'PATCH',
    path: '/admin/products/by-external-id/{external_id}',
    function: 'admin/products/by-external-id/merge',
    access: 'products:write',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'POST',
    path: '/admin/products/bulk',
    function: 'admin/products/bulk',
    access: 'products:write',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'GET',
    path: '/admin/products/{id}/variants',
    function: 'admin/products/variants/list',
    access: 'products:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PUT',
    path: '/admin/products/{id}/variants',
    function: 'admin/products/variants/replace',
    access: 'products:write',
    table: { actions: PRODUCT_WRITE },
  },
  {
    method: 'PATCH',
    path: '/admin/products/{id}/variants',
    function: 'admin/products/variants/update',
    access: 'products:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  {
    method: 'GET',
    path: '/admin/variants',
    function: 'admin/variants/list',
    access: 'products:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/export',
    function: 'admin/export/get',
    access: 'products:read',
    table: { actions: ['BatchGetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/categories',
    function: 'admin/categories/list',
    access: 'categories:read',
    table: { actions: ['Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/categories',
    function: 'admin/categories/create',
    access: 'categories:write',
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  {
    method: 'GET',
    path: '/admin/categories/{id}',
    function: 'admin/categories/get',
    access: 'categories:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/categories/{id}',
    function: 'admin/categories/update',
    access: 'categories:write',
    table: {
      actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      queries: ['store-created'],
    },
  },
  {
    method: 'DELETE',
    path: '/admin/categories/{id}',
    function: 'admin/categories/delete',
    access: 'categories:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
] as const satisfies readonly Route[]
