import type { PlainRoute } from '../route.ts'

/** Routes of the change feed, and of webhooks and their deliveries. */
export const EVENT_ROUTES = [
  {
    method: 'GET',
    path: '/admin/events',
    function: 'admin/events/list',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/events/{id}',
    function: 'admin/events/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/webhooks',
    function: 'admin/webhooks/list',
    table: { actions: ['BatchGetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/webhooks',
    function: 'admin/webhooks/create',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    secrets: true,
  },
  {
    method: 'GET',
    path: '/admin/webhooks/{id}',
    function: 'admin/webhooks/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PATCH',
    path: '/admin/webhooks/{id}',
    function: 'admin/webhooks/update',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  {
    method: 'DELETE',
    path: '/admin/webhooks/{id}',
    function: 'admin/webhooks/delete',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    secrets: true,
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/rotate-secret',
    function: 'admin/webhooks/rotate-secret',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    secrets: true,
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/test',
    function: 'admin/webhooks/test',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    sends: ['wake'],
  },
  {
    method: 'GET',
    path: '/admin/webhooks/{id}/deliveries',
    function: 'admin/webhooks/deliveries/list',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/webhooks/{id}/deliveries/{delivery_id}',
    function: 'admin/webhooks/deliveries/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/deliveries/redeliver',
    function: 'admin/webhooks/deliveries/redeliver-failed',
    table: { actions: ['GetItem', 'PutItem', 'Query', 'UpdateItem'] },
    sends: ['wake'],
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    function: 'admin/webhooks/deliveries/redeliver',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    sends: ['wake'],
  },
] as const satisfies readonly PlainRoute[]
