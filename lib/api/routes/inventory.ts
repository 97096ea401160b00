import type { PlainRoute } from '../route.ts'

/** How much there is of what merchants sell. */
export const INVENTORY_ROUTES = [
  {
    method: 'GET',
    path: '/admin/inventory',
    function: 'admin/inventory/list',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/inventory/adjust',
    function: 'admin/inventory/adjust',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
] as const satisfies readonly PlainRoute[]
