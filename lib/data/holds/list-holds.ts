import type { Hold } from '../../domain/stock/hold.ts'
import { isOf, queryCollection } from '../table/item-pages.ts'
import * as keys from '../table/keys.ts'
import { ADMIN_READ_BYTES, gatherPage, type Page, type PageRequest } from '../table/pages.ts'
import { type HoldItem, isForgotten, shownHold } from './hold-item.ts'

/** The holds that a list shows. */
export interface HoldFilter {
  status?: Hold['status'] | undefined
  /** The id of a product of which they have pieces. */
  product?: string | undefined
}

/** A page of holds, in the order of their references, which are their positions. */
export const listHolds = (
  businessId: string,
  { status, product }: HoldFilter,
  page: PageRequest,
  now = Date.now(),
): Promise<Page<Hold>> =>
  gatherPage(
    page,
    { isFiltered: status !== undefined || product !== undefined, mostBytes: ADMIN_READ_BYTES },
    async (position, limit) => {
      const start = keys.holdKey(businessId, '')
      const range = { start, reverse: false, where: [] }
      const { items, lastKey, consumed } = await queryCollection<HoldItem>(range, position, limit)
      const isShown = (hold: HoldItem) =>
        isOf('hold', hold) &&
        !isForgotten(hold, now) &&
        (status === undefined || hold.status === status) &&
        (product === undefined || hold.items.some(({ product_id }) => product_id === product))
      const found = items.filter(isShown).map((hold) => {
        const item = shownHold(hold)
        return { item, position: hold.reference, bytes: Buffer.byteLength(JSON.stringify(item)) }
      })
      return { found, stoppedAt: lastKey ? lastKey.sk.slice(keys.HOLD_PREFIX.length) : null, consumed }
    },
  )
