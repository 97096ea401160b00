import type { PlainRoute } from '../route.ts'

/** The index with what is held: of ended holds a buyer need not wait for the clock. */
const HELD = ['shelf-created'] as const

/** How much there is of what merchants sell. */
export const INVENTORY_ROUTES = [
  {
    method: 'GET',
    path: '/admin/inventory',
    function: 'admin/inventory/list',
    table: { actions: ['GetItem', 'Query', 'UpdateItem'], queries: HELD },
  },
  {
    method: 'POST',
    path: '/admin/inventory/adjust',
    function: 'admin/inventory/adjust',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'], queries: HELD },
  },
  {
    method: 'GET',
    path: '/admin/inventory/holds',
    function: 'admin/inventory/holds/list',
    table: { actions: ['Query', 'UpdateItem'] },
  },
  {
    method: 'GET',
    path: '/admin/inventory/holds/{reference}',
    function: 'admin/inventory/holds/get',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  {
    method: 'PUT',
    path: '/admin/inventory/holds/{reference}',
    function: 'admin/inventory/holds/put',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'], queries: HELD },
  },
  {
    method: 'DELETE',
    path: '/admin/inventory/holds/{reference}',
    function: 'admin/inventory/holds/release',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/inventory/holds/{reference}/commit',
    function: 'admin/inventory/holds/commit',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'], queries: HELD },
  },
] as const satisfies readonly PlainRoute[]
