import { openApi } from '../../clients/console/src/api/client.ts'
import { columnsFor } from '../../clients/console/src/rules/columns.ts'
import type { Row } from '../../clients/console/src/rules/rows.ts'
import { forgetWork } from '../../clients/console/src/state/keeping.ts'
import { order, putRows, session } from '../../clients/console/src/state/store.ts'
import { euros } from './table.ts'

const silent = () => new Promise<Response>(() => {})

/** Shows rows in the table of a business; without a `fetch` its API never answers. */
export function showRows(
  some: readonly Row[],
  fetch: (request: Request) => Promise<Response> = silent,
): void {
  const scopes = ['products:write', 'inventory:write']
  session.value = {
    api: openApi({ baseUrl: 'http://localhost', token: 'x', onWait: () => {}, fetch, wait: async () => {} }),
    wait: async () => {},
    keyId: 'key',
    business: { id: 'business', name: 'Tea', slug: 'tea', timezone: 'Europe/Berlin' },
    scopes,
    columns: columnsFor(scopes),
    tableColumns: columnsFor(scopes).filter(({ isInTable }) => isInTable),
    shop: euros,
  }
  forgetWork()
  putRows(some)
  order.value = some.map(({ id }) => id)
}
