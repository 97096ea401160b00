/** The feed as a run reads it: forward from the watermark, and its last events. */

import { FEED_DELAY_MS } from '../data/table/calls/times.ts'
import { triedAmong } from '../data/webhooks/deliveries.ts'
import { eventsBehind, type FeedEvent, newestEvents } from '../data/webhooks/feed-events.ts'
import { moveWatermark } from '../data/webhooks/state.ts'
import { eventsAt } from '../domain/events.ts'
import { wants } from '../domain/webhooks/webhook.ts'
import type { Job } from './outcome.ts'
import { moveTo, outOfTime, type Run, readTarget, type Stop, type Target } from './run.ts'

const PAGE = 25

/** The number of last events in which a run looks for one that a paused webhook is tried with. */
const LAST = 100

/**
 * The watermark stays this far behind now: no event is committed later than `FEED_DELAY_MS` behind its id, and the clocks
 * of two instances can differ.
 */
const WATERMARK_LAG_MS = FEED_DELAY_MS + 5_000

export interface EventPage {
  target: Target
  events: FeedEvent[]
  /** The events that the webhook wants and that were not tried yet. */
  jobs: Job[]
  /** From here on events can still appear among those that were read. */
  bound: string
  isEnd: boolean
}

/** The outcome of a page: the jobs that were not tried, and why the run stops, if it does. */
export interface PageOutcome {
  left: readonly Job[]
  stop?: Stop | undefined
  /** True if no further page is wanted, although the run continues. */
  isEnough?: boolean
}

/**
 * Works on the feed from the watermark to its end, page by page. Behind each, the watermark moves over what has been tried,
 * or is not wanted, up to the first event of which neither is true. Returns why it stopped; undefined at the end, and when
 * no further page is wanted.
 */
export async function eachPage(
  run: Run,
  work: (page: EventPage) => Promise<PageOutcome>,
): Promise<Stop | undefined> {
  let isWhole = true
  for (let position = run.watermark; ; ) {
    const page = await readPage(run, position)
    if (page === 'off') return page
    const { left, stop, isEnough } = await work(page)
    if (isWhole) isWhole = pass(run, page, left)
    const last = page.events.at(-1)
    if (stop || isEnough || page.isEnd || !last) return stop
    const moved = await advance(run)
    if (moved) return moved
    position = last.id
  }
}

/** Moves the frontier over a page; false if it does not reach the end of it. */
function pass(run: Run, { events, bound }: EventPage, left: readonly Job[]): boolean {
  const untried = new Set(left.map(({ event }) => event.id))
  const gap = events.findIndex(({ id }) => id >= bound || untried.has(id))
  const passed = gap < 0 ? events : events.slice(0, gap)
  moveTo(run, { frontier: passed.at(-1)?.id ?? run.frontier })
  return gap < 0
}

/** A page of the feed, and what of it is to be sent; `off` if the webhook is disabled or no more. */
async function readPage(run: Run, position: string): Promise<EventPage | 'off'> {
  // Before the feed: what is committed while it is read must not be below the watermark.
  const bound = eventsAt(run.effects.now() - WATERMARK_LAG_MS)
  const target = await readTarget(run)
  if (target === 'off') return target
  const { events, isEnd } = await eventsBehind(run.businessId, position, PAGE)
  return { target, events, jobs: await untriedIn(run, target, events), bound, isEnd }
}

/** The events, of some in their order, that the webhook wants and that were not tried yet. */
async function untriedIn(run: Run, { webhook }: Target, events: readonly FeedEvent[]): Promise<Job[]> {
  const wanted = events.filter(({ id, type }) => id > run.state.since && wants(webhook, type))
  const tried = await triedAmong(
    run,
    wanted.map(({ id }) => id),
  )
  return wanted.filter(({ id }) => !tried.has(id)).map((event) => ({ event }))
}

/** Stores how far the watermark of a run has come; `moved` if somebody else has moved it: then the run begins again. */
async function advance(run: Run): Promise<'moved' | undefined> {
  const { frontier } = run
  if (frontier === run.watermark) return undefined
  if (!(await moveWatermark(run, frontier))) return 'moved'
  moveTo(run, { watermark: frontier })
  return undefined
}

/**
 * An event that the webhook wants and that was not tried yet, or why the run stops before one is found; neither if there is
 * none. The newest, if it is among the last of the feed: where a receiver refuses some events, those that come later are
 * probably others. Otherwise the oldest, looked for forward: however many events are before it, each page of them is read
 * once, and the next run continues behind it.
 */
export async function anyUntried(run: Run): Promise<{ job?: Job | undefined; stop?: Stop | undefined }> {
  const target = await readTarget(run)
  if (target === 'off') return { stop: target }
  const last = await newestEvents(run.businessId, run.watermark, LAST)
  const newest = (await untriedIn(run, target, last)).at(-1)
  return newest ? { job: newest } : oldestUntried(run)
}

async function oldestUntried(run: Run): ReturnType<typeof anyUntried> {
  let job: Job | undefined
  const stop = await eachPage(run, async ({ jobs }) => {
    job = jobs[0]
    return { left: jobs, isEnough: job !== undefined, stop: job ? undefined : outOfTime(run) }
  })
  return stop ? { stop } : { job }
}
