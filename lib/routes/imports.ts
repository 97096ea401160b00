import type { Route } from '../route.ts'

/** Imports of whole files. */
export const IMPORT_ROUTES = [
  {
    method: 'GET',
    path: '/admin/imports',
    function: 'admin/imports/list',
    access: 'products:read',
    table: { actions: ['Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/imports',
    function: 'admin/imports/create',
    access: 'products:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    sends: ['imports'],
    counts: ['imports'],
  },
  {
    method: 'GET',
    path: '/admin/imports/{id}',
    function: 'admin/imports/get',
    access: 'products:read',
    table: { actions: ['GetItem', 'UpdateItem'] },
    sends: ['imports'],
    counts: ['imports'],
  },
  {
    method: 'GET',
    path: '/admin/imports/{id}/faults',
    function: 'admin/imports/faults/list',
    access: 'products:read',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/imports/{id}/cancel',
    function: 'admin/imports/cancel',
    access: 'products:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
] as const satisfies readonly Route[]
