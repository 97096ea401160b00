import { isSuspended } from '../domain/business.ts'
import { readItem } from './table/calls/writer.ts'
import { businessKey } from './table/keys.ts'

/**
 * True if a business is suspended (read consistently), and since when at the latest: a time, or undefined
 * where its profile has none.
 */
export async function readSuspension(businessId: string): Promise<{ isOn: boolean; since?: string }> {
  const profile = await readItem<{ status?: unknown; updated_at?: unknown }>(businessKey(businessId))
  const { status, updated_at } = profile ?? {}
  return { isOn: isSuspended(status), ...(typeof updated_at === 'string' && { since: updated_at }) }
}
