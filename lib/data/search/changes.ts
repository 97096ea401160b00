import { eventsAt, eventTime } from '../../domain/events.ts'
import { query } from '../storefront/reader.ts'
import * as keys from '../table/keys.ts'

/** A change that the public may see. */
export interface Change {
  event: string
  /** When its event was made, in milliseconds since the epoch: its commit came up to 10 s later. */
  time: number
  /** The id of the product that changed, or `changedCategory`. */
  of: string
}

/** The changes whose events were made since a time in milliseconds since the epoch, in the order of their events. */
export async function changesSince(businessId: string, time: number): Promise<Change[]> {
  const partition = keys.changesPartition(businessId)
  const changes: Change[] = []
  for (let lower = eventsAt(time); ; ) {
    const { entries, stoppedAt } = await query({ index: 'store-created', partition, lower })
    for (const { position: event, card: of = '' } of entries)
      changes.push({ event, time: eventTime(event), of })
    if (stoppedAt === null) return changes
    lower = keys.justAbove(stoppedAt)
  }
}
