/** One round of a run: what is due, then the feed from the watermark to its end. */

import { eachOf } from '../data/table/patient-reads.ts'
import { FEED_DELAY_MS } from '../data/table/times.ts'
import { deliveriesBetween } from '../data/webhooks/deliveries.ts'
import { eventsBehind, type FeedEvent } from '../data/webhooks/feed-events.ts'
import { moveWatermark } from '../data/webhooks/state.ts'
import { FAILURES_TO_PAUSE, waitAfter } from '../domain/delivery.ts'
import { eventsAt } from '../domain/events.ts'
import { wants } from '../domain/webhook.ts'
import { dueJobs } from './due.ts'
import { isFailing, isOutOfTime, isPaused, type Run, readTarget, type Stop, type Target } from './run.ts'
import { type Job, tryOnce } from './try.ts'

const PAGE = 25

/**
 * The watermark stays this far behind now: no event is committed later than `FEED_DELAY_MS` behind its id, and the clocks
 * of two instances can differ.
 */
const WATERMARK_LAG_MS = FEED_DELAY_MS + 5_000

/** Sends everything there is to send, until something stops that. */
export async function round(run: Run): Promise<Stop | undefined> {
  if (isPaused(run)) return 'paused'
  if (isFailing(run)) return probe(run)
  return (await sendDue(run)) ?? (await sendFeed(run))
}

/** Tries the oldest delivery alone; if it succeeds, the rest follows. */
async function probe(run: Run): Promise<Stop | undefined> {
  const oldest = await oldestOf(run)
  if (oldest === undefined) return undefined
  const target = await readTarget(run)
  if (!target) return 'off'
  if (isOutOfTime(run)) return 'out_of_time'
  await tryOnce(run, target, oldest)
  return reasonToStop(run) ?? pause(run) ?? round(run)
}

/** The oldest of what is due and what has not been tried, or undefined. */
async function oldestOf(run: Run): Promise<Job | undefined> {
  const [due] = await dueJobs(run)
  for await (const { jobs } of feedPages(run)) {
    const [untried] = jobs
    if (untried) return due && due.event.id < untried.event.id ? due : untried
  }
  return due
}

async function sendDue(run: Run): Promise<Stop | undefined> {
  for (;;) {
    const jobs = await dueJobs(run)
    if (jobs.length === 0) return undefined
    const target = await readTarget(run)
    if (!target) return 'off'
    const stop = await sendAll(run, target, jobs)
    if (stop) return stop
  }
}

/** Sends what has not been tried yet. */
async function sendFeed(run: Run): Promise<Stop | undefined> {
  for await (const { target, jobs } of feedPages(run)) {
    const stop = await sendAll(run, target, jobs)
    if (stop) return stop
  }
  return reasonToStop(run)
}

/**
 * The feed from the watermark to its end, page by page. Behind each, the watermark moves over what has been tried, or is
 * not wanted, up to the first event of which neither is true.
 */
async function* feedPages(run: Run): AsyncGenerator<Page> {
  let position = run.watermark
  let isWhole = true
  for (;;) {
    const page = await readPage(run, position)
    if (!page) return
    try {
      yield page
    } finally {
      if (isWhole) isWhole = pass(run, page)
    }
    const last = page.events.at(-1)
    if (page.isEnd || !last || !(await advance(run))) return
    position = last.id
  }
}

/** Moves the frontier over a page; false if it does not reach the end of it. */
function pass(run: Run, { events, jobs, bound }: Page): boolean {
  const untried = new Set(jobs.filter(({ isTried }) => !isTried).map(({ event }) => event.id))
  const gap = events.findIndex(({ id }) => id >= bound || untried.has(id))
  const passed = gap < 0 ? events : events.slice(0, gap)
  run.frontier = passed.at(-1)?.id ?? run.frontier
  return gap < 0
}

interface Page {
  target: Target
  events: FeedEvent[]
  /** The events that the webhook wants and that were not tried yet. */
  jobs: Job[]
  /** From here on events can still appear among those that were read. */
  bound: string
  isEnd: boolean
}

/** A page of the feed, and what of it is to be sent; undefined if the webhook is disabled or no more. */
async function readPage(run: Run, position: string): Promise<Page | undefined> {
  // Before the feed: what is committed while it is read must not lie below the watermark.
  const bound = eventsAt(run.world.now() - WATERMARK_LAG_MS)
  const target = await readTarget(run)
  run.isOff ||= !target
  if (!target) return undefined
  const { events, isEnd } = await eventsBehind(run.businessId, position, PAGE)
  const wanted = events.filter(({ id, type }) => id > run.since && wants(target.webhook, type))
  const [first, last] = [wanted[0], wanted.at(-1)]
  const rows = first && last ? await deliveriesBetween(run, first.id, last.id) : []
  const tried = new Set(rows.map(({ eventId }) => eventId))
  const jobs = wanted.filter(({ id }) => !tried.has(id)).map((event) => ({ event }))
  return { target, events, jobs, bound, isEnd }
}

/** Stores how far the watermark of a run has come. False if somebody else has moved it: then the run begins again. */
async function advance(run: Run): Promise<boolean> {
  if (run.frontier === run.watermark) return true
  run.isMoved = !(await moveWatermark(run, run.frontier))
  if (!run.isMoved) run.watermark = run.frontier
  return !run.isMoved
}

/** Sends several at once, the oldest first, until something stops that. */
async function sendAll(run: Run, target: Target, jobs: readonly Job[]): Promise<Stop | undefined> {
  await eachOf(
    jobs,
    async (job) => {
      if (!reasonToStop(run) && !isFailing(run)) await tryOnce(run, target, job)
    },
    run.connections,
  )
  return reasonToStop(run) ?? pause(run)
}

function reasonToStop(run: Run): Stop | undefined {
  if (run.isOff) return 'off'
  if (run.isMoved) return 'moved'
  return isOutOfTime(run) ? 'out_of_time' : undefined
}

/** Pauses a webhook that keeps failing, for longer with every round that fails. */
function pause(run: Run): Stop | undefined {
  const { health, world, retryAfterS } = run
  if (health.failures < FAILURES_TO_PAUSE) return undefined
  health.probes++
  const wait = waitAfter(health.probes, retryAfterS, world.random())
  health.probe_at = new Date(world.now() + wait).toISOString()
  return 'paused'
}
