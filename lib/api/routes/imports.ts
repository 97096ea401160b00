import type { PlainRoute } from '../route.ts'

/** Imports of whole files. */
export const IMPORT_ROUTES = [
  {
    method: 'GET',
    path: '/admin/imports',
    function: 'admin/imports/list',
    table: { actions: ['Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/imports',
    function: 'admin/imports/create',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    sends: ['imports'],
    counts: ['imports'],
  },
  {
    method: 'GET',
    path: '/admin/imports/{id}',
    function: 'admin/imports/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
    sends: ['imports'],
    counts: ['imports'],
  },
  {
    method: 'GET',
    path: '/admin/imports/{id}/faults',
    function: 'admin/imports/faults/list',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/imports/{id}/cancel',
    function: 'admin/imports/cancel',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
] as const satisfies readonly PlainRoute[]
