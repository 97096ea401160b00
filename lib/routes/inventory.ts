import type { Route } from '../route.ts'

/** How much there is of what merchants sell. */
export const INVENTORY_ROUTES = [
  {
    method: 'GET',
    path: '/admin/inventory',
    function: 'admin/inventory/list',
    access: 'inventory:read',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/inventory/adjust',
    function: 'admin/inventory/adjust',
    access: 'inventory:write',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
] as const satisfies readonly Route[]
