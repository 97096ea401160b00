import { unwrap } from '../problem.ts'
import type { Storefront } from '../storefront.ts'
import type { EventTypeFilter } from './event-types.ts'
import { usageFailure } from './failure.ts'

const MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const isUnit = (unit: string): unit is keyof typeof MS => unit in MS

/** The help of `--since`. */
export const SINCE = 'an event id, a time such as 2026-11-20T10:00:00Z, or an age: 30s, 10m, 2h, 1d'

/**
 * The event behind which a reader begins: the newest one without `since`. Undefined at the beginning of the feed. Throws a
 * `Failure` for a `since` that cannot be read, and `StorefrontError` also for types that the API does not know.
 */
export async function eventPosition(
  { GET }: Storefront,
  { since, type }: { since: string | undefined; type: EventTypeFilter[] },
  signal: AbortSignal,
): Promise<string | undefined> {
  const isEvent = since === undefined || since.startsWith('evt_')
  if (isEvent) {
    const query = { after: since ?? 'now', type, limit: 1 }
    const { next_after } = await unwrap(GET('/admin/events', { params: { query }, signal }))
    return since ?? next_after ?? undefined
  }
  const query = { order: 'newest', until: timeOf(since), limit: 1 } as const
  const { data } = await unwrap(GET('/admin/events', { params: { query }, signal }))
  return data[0]?.id
}

function timeOf(since: string): string {
  const [, count = '', unit = ''] = /^(\d{1,6})([a-z])$/.exec(since) ?? []
  if (isUnit(unit)) return new Date(Date.now() - Number(count) * MS[unit]).toISOString()
  if (/^\d{4}-\d\d-\d\dT/.test(since) && !Number.isNaN(Date.parse(since)))
    return new Date(since).toISOString()
  throw usageFailure(`--since ${since}: it must be ${SINCE}`)
}
