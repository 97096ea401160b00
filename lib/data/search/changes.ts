import { CatalogueTooLarge } from '../storefront/catalogue.ts'
import { query } from '../storefront/reader.ts'
import * as keys from '../table/keys.ts'
import { bytesRead } from '../table/pages.ts'

/** A change that the public may see. */
export interface Change {
  /** Its place among the changes; no two have the same. */
  position: string
  /** When its event was made, in milliseconds since the epoch: its commit came up to 10 s later. */
  time: number
  /** The id of the product that changed, or `changedCategory`. */
  of: string
}

/**
 * The changes whose events were made since a time in milliseconds since the epoch, in the order of these times. Throws
 * `CatalogueTooLarge` if they have more bytes.
 */
export async function changesSince(businessId: string, time: number, mostBytes: number): Promise<Change[]> {
  const partition = keys.changesPartition(businessId)
  const changes: Change[] = []
  let bytes = 0
  for (let lower = keys.byChange(Math.max(0, time), ''); ; ) {
    const { entries, stoppedAt, consumed } = await query({ index: 'store-created', partition, lower })
    bytes += bytesRead(consumed)
    if (bytes > mostBytes) throw new CatalogueTooLarge('there are more changes than may be read at once')
    for (const { position } of entries) changes.push({ position, ...keys.changeIn(position) })
    if (stoppedAt === null) return changes
    lower = keys.justAbove(stoppedAt)
  }
}
