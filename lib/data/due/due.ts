/** The items of all businesses that are due, for the clock. */
import * as keys from '../table/keys.ts'
import { indexPagesUntil } from '../table/patient-reads.ts'
import { DUE_INDEX, STOREFRONT } from '../table/schema.ts'

/** An item that is due. */
export interface Due {
  businessId: string
  key: keys.Key
  /** The time in milliseconds since the epoch. */
  at: number
}

const KINDS = [keys.HOLD_PREFIX, keys.SCHEDULE_PREFIX]

/**
 * The items in a part of the list, of which there are `DUE_SHARDS`, that are due at a time, in milliseconds since the epoch: the
 * oldest first, page by page. Each may have changed a moment ago. Kinds that only a newer version knows are skipped. For no
 * tenant: it reads across all of them.
 */
export async function* dueIn(shard: number, time: number): AsyncGenerator<Due[]> {
  const rows = indexPagesUntil(DUE_INDEX, {
    partition: keys.duePartition(shard),
    until: keys.dueUntil(time),
  })
  for await (const page of rows)
    yield page.flatMap(({ pk, sk, [STOREFRONT.byCreated]: sort }) => {
      const businessId = keys.tenantOf(pk)
      if (businessId === undefined || !KINDS.some((prefix) => sk.startsWith(prefix))) return []
      return { businessId, key: { pk, sk }, at: keys.changeIn(String(sort)).time }
    })
}
