import { query } from '../storefront/reader.ts'
import * as keys from '../table/keys.ts'

/** A change that the public may see. */
export interface Change {
  /** Its place among the changes; no two have the same. */
  position: string
  /** When its event was made, in milliseconds since the epoch: its commit came up to 10 s later. */
  time: number
  /** The id of the product that changed, or `changedCategory`. */
  of: string
}

/** The changes whose events were made since a time in milliseconds since the epoch, in the order of these times. */
export async function changesSince(businessId: string, time: number): Promise<Change[]> {
  const partition = keys.changesPartition(businessId)
  const changes: Change[] = []
  for (let lower = keys.byChange(Math.max(0, time), ''); ; ) {
    const { entries, stoppedAt } = await query({ index: 'store-created', partition, lower })
    for (const { position } of entries) changes.push({ position, ...keys.changeIn(position) })
    if (stoppedAt === null) return changes
    lower = keys.justAbove(stoppedAt)
  }
}
