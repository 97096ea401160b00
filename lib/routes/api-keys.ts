import type { Route } from '../route.ts'

/** The API keys of a business. */
export const API_KEY_ROUTES = [
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
] as const satisfies readonly Route[]
