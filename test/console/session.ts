import { openApi } from '../../clients/console/src/api/client.ts'
import { columnsFor } from '../../clients/console/src/rules/columns.ts'
import type { Row } from '../../clients/console/src/rules/rows.ts'
import { forgetWork } from '../../clients/console/src/state/keeping.ts'
import { order, putRows, session } from '../../clients/console/src/state/store.ts'
import { euros } from './table.ts'

/** Shows rows in the table of a business whose API never answers. */
export function showRows(some: readonly Row[]): void {
  const scopes = ['products:write', 'inventory:write']
  const fetch = () => new Promise<Response>(() => {})
  session.value = {
    api: openApi({ baseUrl: 'http://localhost', token: 'x', onWait: () => {}, fetch }),
    wait: () => Promise.resolve(),
    keyId: 'key',
    business: { id: 'business', name: 'Tea', slug: 'tea' },
    scopes,
    columns: columnsFor(scopes),
    tableColumns: columnsFor(scopes).filter(({ isInTable }) => isInTable),
    shop: euros,
  }
  forgetWork()
  putRows(some)
  order.value = some.map(({ id }) => id)
}
