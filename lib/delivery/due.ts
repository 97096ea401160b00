/** The deliveries that are due again. */
import { isAsked, readDeliveries, type StoredDelivery, writeDelivery } from '../data/webhooks/deliveries.ts'
import { type Due, dueDeliveries, removeDue } from '../data/webhooks/due-items.ts'
import { readEvents } from '../data/webhooks/feed-events.ts'
import { isOver } from './is-over.ts'
import type { Job } from './outcome.ts'
import { outOfTime, type Run, readTarget, type Target } from './run.ts'

/** The number of deliveries that are read at a time, and their webhook with them. */
export const PAGE = 25

/** Deliveries to make, and where they go. */
export interface DueJobs {
  target: Target
  jobs: Job[]
}

/**
 * The next deliveries that are due, the oldest first; undefined if none is, or the time of the run is over. A time that its
 * delivery contradicts, left by a run that was cut off, is removed.
 */
export async function dueJobs(run: Run): Promise<DueJobs | 'off' | undefined> {
  while (!outOfTime(run)) {
    const due = await dueDeliveries(run, run.effects.now(), PAGE)
    if (due.length === 0) return undefined
    const pending = await pendingOf(run, due)
    const target = pending.length > 0 ? await readTarget(run) : undefined
    if (target === 'off') return target
    const jobs = target ? await jobsOf(run, target, pending) : []
    if (target && jobs.length > 0)
      return { target, jobs: jobs.sort((a, b) => (a.event.id < b.event.id ? -1 : 1)) }
  }
  return undefined
}

/** The requested ones of some deliveries that were not tried since. */
export async function askedJobs(run: Run, target: Target, eventIds: readonly string[]): Promise<Job[]> {
  const rows = await readDeliveries(run, eventIds)
  return jobsOf(run, target, [...rows.values()].filter(isAsked))
}

/** The deliveries that are due at these times; not all of them once the time of the run is over. */
async function pendingOf(run: Run, due: readonly Due[]): Promise<StoredDelivery[]> {
  const rows = await readDeliveries(
    run,
    due.map(({ eventId }) => eventId),
  )
  const pending: StoredDelivery[] = []
  for (const time of due) {
    if (outOfTime(run)) break
    const row = rows.get(time.eventId)
    if (isOf(row, time)) pending.push(row)
    else await removeDue(run, time)
  }
  return pending
}

const isOf = (row: StoredDelivery | undefined, { at }: Due): row is StoredDelivery =>
  row?.status === 'pending' && row.nextTryAt === at

/** Pending deliveries with their events. One that is not to be made any more, or whose event is gone, has failed. */
async function jobsOf(run: Run, target: Target, pending: readonly StoredDelivery[]): Promise<Job[]> {
  const inFeed = pending.filter(({ json }) => json === undefined).map(({ eventId }) => eventId)
  const events = await readEvents(run.businessId, inFeed)
  const jobs: Job[] = []
  for (const before of pending) {
    if (outOfTime(run)) break
    const { eventId: id, eventType: type, json } = before
    const event = json === undefined ? events.get(id) : { id, type, json }
    if (event && !isOver(before, run.state.since, target.webhook)) jobs.push({ event, before })
    else await writeDelivery(run, before, { ...before, status: 'failed', nextTryAt: null })
  }
  return jobs
}
