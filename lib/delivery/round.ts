/** One round of a run: the requested deliveries, then what is new and what is due, or a probe. */

import { eachOf } from '../data/table/patient-reads.ts'
import { dueProbe, isDown, paused } from '../domain/webhooks/endpoint-health.ts'
import { tryOnce } from './delivery-try.ts'
import { askedJobs, dueJobs, PAGE } from './due.ts'
import { anyUntried, eachPage, type PageOutcome } from './feed.ts'
import type { Job } from './outcome.ts'
import { isPaused, outOfTime, type Run, readTarget, type Stop, type Target } from './run.ts'

/** Sends everything there is to send, until something stops that. */
export async function round(run: Run): Promise<Stop | undefined> {
  const stop = run.state.asked ? await sendAsked(run, [...run.state.asked]) : undefined
  if (stop) return stop
  if (isPaused(run)) return pausedOrOff(run)
  return isDown(run.health) ? probe(run) : sendRest(run)
}

/** Nothing is sent by a webhook that is paused. One of a business that was suspended is read all the same: it may be resumed. */
const pausedOrOff = async (run: Run): Promise<Stop> =>
  run.health.suspended_at !== undefined && (await readTarget(run)) === 'off' ? 'off' : 'paused'

/** Sends the requested deliveries, also while the webhook is paused. */
async function sendAsked(run: Run, asked: readonly string[]): Promise<Stop | undefined> {
  const wasDown = isDown(run.health)
  const stop = await sendPages(run, asked)
  if (stop === 'off') return stop
  const pause = wasDown ? undefined : pauseIfDown(run)
  return stop ?? pause ?? outOfTime(run)
}

/**
 * Sends some deliveries, page by page, each to the webhook as it is then. One for which there was no time stays requested, also while
 * the webhook is paused: the next run makes it.
 */
async function sendPages(run: Run, asked: readonly string[]): Promise<Stop | undefined> {
  for (let start = 0; start < asked.length; start += PAGE) {
    const late = outOfTime(run)
    if (late) return late
    const target = await readTarget(run)
    if (target === 'off') return target
    const jobs = await askedJobs(run, target, asked.slice(start, start + PAGE))
    const { off, left } = await sendEach(run, target, jobs, () => false)
    if (off) return off
    if (left.length > 0) return 'out_of_time'
  }
  return undefined
}

/** Tries one delivery alone; if the endpoint is no longer down, the rest follows. */
async function probe(run: Run): Promise<Stop | undefined> {
  const { job, stop } = await jobToProbe(run)
  if (stop || !job) return stop
  const target = await readTarget(run)
  if (target === 'off') return target
  const late = outOfTime(run)
  if (late) return late
  run.health = { ...run.health, probed: job.event.id }
  const off = await tryOnce(run, target, job)
  return off ?? pauseIfDown(run) ?? outOfTime(run) ?? sendRest(run)
}

/**
 * The delivery with which a paused webhook is tried: the oldest one that is due, or that of an event that was not tried yet, in
 * turn. No job if all was tried and nothing is due, or with a reason to stop.
 */
async function jobToProbe(run: Run): ReturnType<typeof anyUntried> {
  const due = await dueJobs(run)
  if (due === 'off') return { stop: due }
  const { job: again, isItsTurn } = dueProbe(due?.jobs ?? [], run.health)
  if (isItsTurn) return { job: again }
  const { job = again, stop } = await anyUntried(run)
  return stop ? { stop } : { job }
}

/**
 * Sends what is new and what is due, a page of each in turn: however much there is of one, or however slowly it is
 * refused, the other continues.
 */
async function sendRest(run: Run): Promise<Stop | undefined> {
  const stop = await eachPage(run, async ({ target, jobs, isEnd }) => {
    const sent = await sendAll(run, target, jobs)
    return sent.stop || isEnd ? sent : { left: sent.left, stop: await sendDue(run, 1) }
  })
  return stop ?? sendDue(run)
}

/** Sends what is due, page by page, as many pages at most. */
async function sendDue(run: Run, mostPages = Number.POSITIVE_INFINITY): Promise<Stop | undefined> {
  for (let pages = 0; pages < mostPages; pages++) {
    const due = await dueJobs(run)
    if (due === undefined || due === 'off') return due
    const { stop } = await sendAll(run, due.target, due.jobs)
    if (stop) return stop
  }
  return undefined
}

/** Sends several at once, the oldest first, until something stops that; then a webhook whose endpoint is down is paused. */
async function sendAll(run: Run, target: Target, jobs: readonly Job[]): Promise<PageOutcome> {
  const { off, left } = await sendEach(run, target, jobs, () => isDown(run.health))
  return { left, stop: off ?? pauseIfDown(run) ?? outOfTime(run) }
}

/** Sends several at once until that is stopped. Returns `off` if a try disabled the webhook, and the jobs that are left. */
async function sendEach(
  run: Run,
  target: Target,
  jobs: readonly Job[],
  stops: () => boolean,
): Promise<{ off: 'off' | undefined; left: Job[] }> {
  const left = new Set(jobs)
  let off: 'off' | undefined
  const goesOn = () => !off && !outOfTime(run) && !stops()
  await eachOf(
    jobs,
    async (job) => {
      if (goesOn()) await run.takeTurn()
      if (!goesOn()) return
      const outcome = await tryOnce(run, target, job)
      off ??= outcome
      left.delete(job)
    },
    run.connections,
  )
  return { off, left: [...left] }
}

/** Pauses a webhook whose endpoint is down, for longer with every round that fails. */
function pauseIfDown(run: Run): Stop | undefined {
  if (!isDown(run.health)) return undefined
  run.health = paused(run.health, run.effects.now(), run.effects.random())
  return 'paused'
}
