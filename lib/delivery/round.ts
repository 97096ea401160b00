/** One round of a run: what was asked for by hand, then what is new and what is due, or a probe. */

import { eachOf } from '../data/table/patient-reads.ts'
import { waitAfter } from '../domain/webhooks/delivery.ts'
import { askedJobs, dueJobs } from './due.ts'
import { feedPages, newestUntried, passTried } from './feed.ts'
import { isDown, isOutOfTime, isPaused, type Run, readTarget, type Stop, type Target } from './run.ts'
import { type Job, tryOnce } from './try.ts'

/** Sends everything there is to send, until something stops that. */
export async function round(run: Run): Promise<Stop | undefined> {
  const stop = run.state.asked ? await sendAsked(run) : undefined
  if (stop) return stop
  if (isPaused(run)) return 'paused'
  return isDown(run) ? probe(run) : sendRest(run)
}

/** Sends what was asked for by hand, also while the webhook is paused. */
async function sendAsked(run: Run): Promise<Stop | undefined> {
  const target = await readTarget(run)
  if (!target) return 'off'
  const wasDown = isDown(run)
  await sendEach(run, target, await askedJobs(run), () => !reasonToStop(run))
  return wasDown ? reasonToStop(run) : stopBehind(run)
}

/** Tries one delivery alone; if the endpoint is no longer down, the rest follows. */
async function probe(run: Run): Promise<Stop | undefined> {
  const target = await readTarget(run)
  if (!target) return 'off'
  if (isOutOfTime(run)) return 'out_of_time'
  const job = await jobToProbe(run, target)
  if (!job) {
    await passTried(run)
    return reasonToStop(run)
  }
  run.health = { ...run.health, probed: job.event.id }
  await tryOnce(run, target, job)
  return stopBehind(run) ?? sendRest(run)
}

/**
 * The oldest delivery that is due, or the newest event that was not tried yet: they take turns, as the receiver may refuse
 * one of them like an endpoint that is down. The same event comes twice in a row only if there is no other.
 */
async function jobToProbe(run: Run, target: Target): Promise<Job | undefined> {
  const { probes, probed } = run.health
  const due = await dueJobs(run)
  const other = due.find(({ event }) => event.id !== probed)
  const isTurnOfDue = probes % 2 === 1
  if (isTurnOfDue && other) return other
  return (await newestUntried(run, target)) ?? other ?? due[0]
}

/**
 * Sends what is new and what is due, a page of each in turn: however much there is of one, or however slowly it is
 * refused, the other goes on.
 */
async function sendRest(run: Run): Promise<Stop | undefined> {
  for await (const { target, jobs, isEnd } of feedPages(run)) {
    const stop = (await sendAll(run, target, jobs)) ?? (isEnd ? undefined : await sendDue(run, 1))
    if (stop) return stop
  }
  return reasonToStop(run) ?? sendDue(run)
}

/** Sends what is due, page by page, as many pages at most. */
async function sendDue(run: Run, mostPages = Number.POSITIVE_INFINITY): Promise<Stop | undefined> {
  for (let pages = 0; pages < mostPages; pages++) {
    const jobs = await dueJobs(run)
    if (jobs.length === 0) return undefined
    const target = await readTarget(run)
    if (!target) return 'off'
    const stop = await sendAll(run, target, jobs)
    if (stop) return stop
  }
  return undefined
}

/** Sends several at once, the oldest first, until something stops that. */
async function sendAll(run: Run, target: Target, jobs: readonly Job[]): Promise<Stop | undefined> {
  await sendEach(run, target, jobs, () => !reasonToStop(run) && !isDown(run))
  return stopBehind(run)
}

const sendEach = (run: Run, target: Target, jobs: readonly Job[], goesOn: () => boolean): Promise<void> =>
  eachOf(
    jobs,
    async (job) => {
      if (goesOn()) await run.takeTurn()
      if (goesOn()) await tryOnce(run, target, job)
    },
    run.connections,
  )

/** The reason to stop behind one or more tries; then a webhook whose endpoint is down is paused. */
const stopBehind = (run: Run): Stop | undefined => (run.isOff ? 'off' : (pause(run) ?? reasonToStop(run)))

function reasonToStop(run: Run): Stop | undefined {
  if (run.isOff) return 'off'
  if (run.isMoved) return 'moved'
  return isOutOfTime(run) ? 'out_of_time' : undefined
}

/** Pauses a webhook whose endpoint is down, for longer with every round that fails. */
function pause(run: Run): Stop | undefined {
  if (!isDown(run)) return undefined
  const { health, world } = run
  const probes = health.probes + 1
  const wait = waitAfter(probes, health.retry_after_s, world.random())
  run.health = { ...health, probes, probe_at: new Date(world.now() + wait).toISOString() }
  return 'paused'
}
