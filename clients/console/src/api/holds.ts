import { unwrap } from '../../../typescript/src/problem.ts'
import type { Hold } from '../rules/held/held-words.ts'
import { tagOf } from '../rules/rows.ts'
import type { Api } from './client.ts'
import type { Page } from './reading.ts'

/** As many holds as fit into a few screens. */
const PAGE = 50

/** The holds from a cursor on that are held: of one product, or of all. Pages of the API that have none are skipped. */
export async function readHolds(api: Api, product: string | undefined, cursor?: string): Promise<Page<Hold>> {
  for (let from = cursor; ; ) {
    const query = {
      status: 'held' as const,
      limit: PAGE,
      ...(product && { product }),
      ...(from && { cursor: from }),
    }
    const page = await unwrap(api.GET('/admin/inventory/holds', { params: { query } }))
    if (page.data.length > 0 || page.next_cursor === null) return page
    from = page.next_cursor
  }
}

/** A hold as it is now. */
export const readHold = (api: Api, reference: string): Promise<Hold> =>
  unwrap(api.GET('/admin/inventory/holds/{reference}', { params: { path: { reference } } }))

/** Gives back the pieces of a hold, if they are still the same. */
export async function releaseHold(api: Api, hold: Hold): Promise<void> {
  const params = { path: { reference: hold.reference }, header: { 'If-Match': tagOf(hold) } }
  await unwrap(api.DELETE('/admin/inventory/holds/{reference}', { params }))
}
