/**
 * THE route table: what the API offers, which function answers it, who may call it and what that function is allowed
 * to do to the table. The stack, the authorizer, the 404/405 answers and the tests are all made from it. Data only: it
 * imports nothing but types.
 */
import type { BackgroundFunction, FunctionNeeds, Route } from './route.ts'

/** Every path below is relative to this prefix; `{base_url}` ends here. */
export const BASE_PATH = '/api/v1'

const PRODUCT_LISTS = [
  'store-position',
  'store-name',
  'store-price',
  'store-created',
  'shelf-position',
  'shelf-name',
  'shelf-price',
  'shelf-created',
] as const

export const ROUTES = [
  {
    method: 'GET',
    path: '/products',
    function: 'products/list',
    access: 'public',
    table: { queries: PRODUCT_LISTS },
  },
  {
    method: 'GET',
    path: '/products/{product}',
    function: 'products/get',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/categories',
    function: 'categories/list',
    access: 'public',
    table: { queries: ['store-position'] },
  },
  {
    method: 'GET',
    path: '/categories/{category}',
    function: 'categories/get',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/business',
    function: 'business/get',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  { method: 'GET', path: '/health', function: 'health/get', access: 'none', table: {} },
  { method: 'GET', path: '/openapi.json', function: 'openapi/get', access: 'none', table: {} },
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
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
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
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
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
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/products/by-external-id/{external_id}',
    function: 'admin/products/by-external-id/merge',
    access: 'products:write',
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'POST',
    path: '/admin/products/bulk',
    function: 'admin/products/bulk',
    access: 'products:write',
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
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
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
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
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/categories/{id}',
    function: 'admin/categories/delete',
    access: 'categories:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'GET',
    path: '/admin/api-keys',
    function: 'admin/api-keys/list',
    access: 'api_keys:read',
    table: { actions: ['BatchGetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/api-keys',
    function: 'admin/api-keys/create',
    access: 'api_keys:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/api-keys/current',
    function: 'admin/api-keys/current',
    access: 'any_key',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/api-keys/{id}',
    function: 'admin/api-keys/get',
    access: 'api_keys:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/api-keys/{id}',
    function: 'admin/api-keys/update',
    access: 'api_keys:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/api-keys/{id}',
    function: 'admin/api-keys/revoke',
    access: 'api_keys:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'POST',
    path: '/admin/api-keys/{id}/rotate',
    function: 'admin/api-keys/rotate',
    access: 'api_keys:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'GET',
    path: '/admin/events',
    function: 'admin/events/list',
    access: 'events:read',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/events/{id}',
    function: 'admin/events/get',
    access: 'events:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/webhooks',
    function: 'admin/webhooks/list',
    access: 'webhooks:read',
    table: { actions: ['BatchGetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/webhooks',
    function: 'admin/webhooks/create',
    access: 'webhooks:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    secrets: true,
  },
  {
    method: 'GET',
    path: '/admin/webhooks/{id}',
    function: 'admin/webhooks/get',
    access: 'webhooks:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/webhooks/{id}',
    function: 'admin/webhooks/update',
    access: 'webhooks:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/webhooks/{id}',
    function: 'admin/webhooks/delete',
    access: 'webhooks:write',
    table: { actions: ['GetItem', 'UpdateItem', 'DeleteItem'] },
    secrets: true,
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/rotate-secret',
    function: 'admin/webhooks/rotate-secret',
    access: 'webhooks:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    secrets: true,
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/test',
    function: 'admin/webhooks/test',
    access: 'webhooks:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    sends: true,
  },
  {
    method: 'GET',
    path: '/admin/webhooks/{id}/deliveries',
    function: 'admin/webhooks/deliveries/list',
    access: 'webhooks:read',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    function: 'admin/webhooks/deliveries/redeliver',
    access: 'webhooks:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    sends: true,
  },
] as const satisfies readonly Route[]

/** Runs before every function whose route asks for an identification. */
export const AUTHORIZER = {
  function: 'authorizer',
  table: { actions: ['GetItem'] },
} as const satisfies FunctionNeeds

/** Answers whatever matches no route: 404, 405, and the preflight of `OPTIONS`. Has no authorizer. */
export const UNMATCHED = { function: 'unmatched', table: {} } as const satisfies FunctionNeeds

/** Delivers events to webhooks: woken by the table's stream, by wake-ups in the queue, and every hour. */
export const BACKGROUND = [
  {
    function: 'events/dispatch',
    trigger: 'stream',
    table: { actions: ['Query', 'BatchGetItem'] },
    sends: true,
  },
  {
    function: 'webhooks/deliver',
    trigger: 'queue',
    table: { actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    sends: true,
    secrets: true,
  },
  {
    function: 'webhooks/sweep',
    trigger: 'hourly',
    table: { actions: ['Query', 'BatchGetItem'] },
    sends: true,
  },
] as const satisfies readonly BackgroundFunction[]
