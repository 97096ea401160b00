import type { PlainRoute } from '../route.ts'

/** The API keys of a business. */
export const API_KEY_ROUTES = [
  {
    method: 'GET',
    path: '/admin/api-keys',
    function: 'admin/api-keys/list',
    table: { actions: ['BatchGetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/api-keys',
    function: 'admin/api-keys/create',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/api-keys/current',
    function: 'admin/api-keys/current',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/api-keys/{id}',
    function: 'admin/api-keys/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/api-keys/{id}',
    function: 'admin/api-keys/update',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/api-keys/{id}',
    function: 'admin/api-keys/revoke',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'POST',
    path: '/admin/api-keys/{id}/rotate',
    function: 'admin/api-keys/rotate',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
] as const satisfies readonly PlainRoute[]
