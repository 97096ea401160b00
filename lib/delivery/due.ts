/** The deliveries that are due again. */
import { isAsked, readDeliveries, type StoredDelivery, writeDelivery } from '../data/webhooks/deliveries.ts'
import { type Due, dueDeliveries, removeDue } from '../data/webhooks/due-items.ts'
import { readEvents } from '../data/webhooks/feed-events.ts'
import type { Run } from './run.ts'
import type { Job } from './try.ts'

const PAGE = 25

/**
 * The next deliveries that are due, the oldest first; none if none is. A time that its delivery contradicts, left by a
 * run that was cut off, is removed.
 */
export async function dueJobs(run: Run): Promise<Job[]> {
  for (;;) {
    const due = await dueDeliveries(run, run.world.now(), PAGE)
    if (due.length === 0) return []
    const rows = await readDeliveries(
      run,
      due.map(({ eventId }) => eventId),
    )
    const pending: StoredDelivery[] = []
    for (const time of due) {
      const row = rows.get(time.eventId)
      if (isOf(row, time)) pending.push(row)
      else await removeDue(run, time)
    }
    const jobs = await withEvents(run, pending)
    if (jobs.length > 0) return jobs.sort((a, b) => (a.event.id < b.event.id ? -1 : 1))
  }
}

/** The deliveries that were asked for by hand and not tried since. */
export async function askedJobs(run: Run): Promise<Job[]> {
  const rows = await readDeliveries(run, [...(run.state.asked ?? [])])
  return withEvents(run, [...rows.values()].filter(isAsked))
}

const isOf = (row: StoredDelivery | undefined, { at }: Due): row is StoredDelivery =>
  row?.status === 'pending' && row.nextTryAt === at

/** The events of deliveries. One whose event is no more has failed. */
async function withEvents(run: Run, pending: readonly StoredDelivery[]): Promise<Job[]> {
  const inFeed = pending.filter(({ json }) => json === undefined).map(({ eventId }) => eventId)
  const events = await readEvents(run.businessId, inFeed)
  const jobs: Job[] = []
  for (const before of pending) {
    const { eventId: id, eventType: type, json } = before
    const event = json === undefined ? events.get(id) : { id, type, json }
    if (event) jobs.push({ event, before })
    else await writeDelivery(run, before, { ...before, status: 'failed', nextTryAt: null })
  }
  return jobs
}
