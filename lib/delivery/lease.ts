/** How a run begins and ends: it takes the lease of a webhook, and gives it back when nothing is left to do for now. */

import { isDeepStrictEqual } from 'node:util'
import { firstDue } from '../data/webhooks/due-items.ts'
import type { WebhookName } from '../data/webhooks/enabled.ts'
import {
  clearMark,
  giveBack,
  handBack,
  markAgain,
  readState,
  takeLease,
  wokenAt,
} from '../data/webhooks/state.ts'
import type { Effects } from './effects.ts'
import { healthIn, LEASE_MS, newRun, progressOf, type Run, type Stop } from './run.ts'
import { delayFor, isHeldByAnother, isOutOfDate, lowered } from './wake-up-turn.ts'
import type { WakeUp } from './wake-ups.ts'

/** A state that changes this often between reading and writing does not settle by waiting. */
const MOST_LOOKS = 20

/**
 * Begins a run, or has the one under way go round once more: then there is none to begin. A wake-up for a time that is
 * still to come is sent on. One for another time than the one agreed on is ignored, unless the time agreed on is over.
 */
export async function begin(
  of: WebhookName & { run: string },
  wakeUp: WakeUp,
  effects: Effects,
): Promise<Run | undefined> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const state = await readState(of)
    if (!state) return undefined
    const now = effects.now()
    const left = Date.parse(wakeUp.at ?? '') - now
    if (wakeUp.at === state.next_at && left > 0) return void (await effects.wake([wakeUp], delayFor(left)))
    const isHeld = isHeldByAnother(state, of.run, now)
    if (!isHeld && isOutOfDate(wakeUp, state, now)) return undefined
    const watermark = lowered(state, wakeUp.from)
    const holder = { ...of, watermark: state.watermark }
    if (isHeld) {
      if (await markAgain(holder, { watermark, now })) return undefined
    } else if (await takeLease(holder, { watermark, now, until: now + LEASE_MS }))
      return newRun(of, effects, { ...state, watermark })
  }
  throw new Error('the state of the webhook kept changing')
}

/**
 * Sees to it that the next run comes in time, then gives the lease back. Returns the run as it goes round again if there
 * is more to do; undefined if it has ended.
 */
export async function end(run: Run, stop: Stop | undefined): Promise<Run | undefined> {
  if (stop === 'moved') return goRound(run)
  if (stop === 'out_of_time') return (await handOver(run)) ? undefined : goRound(run)
  const { nextAt, sentFor } = await schedule(run, await nextTime(run, stop))
  // A delivery of a suspended business stays requested.
  const isGivenBack = await giveBack(
    run,
    progressOf(run, nextAt),
    stop === 'off' ? undefined : run.state.asked,
  )
  return isGivenBack ? undefined : goRound({ ...run, sentFor })
}

/**
 * Gives the lease back, then has another run come at once: one that came before would find the lease taken. If this run
 * is killed in between, its own wake-up comes again, and the time agreed on is over. False if there is more to do.
 */
async function handOver(run: Run): Promise<boolean> {
  const { businessId: business_id, webhookId: webhook_id, effects, state } = run
  const next_at = wokenAt(effects.now())
  const isHandedBack = await handBack(run, { ...progressOf(run, next_at), next_at }, state.next_at)
  if (!isHandedBack && !(await wasHandedBack(run, next_at))) return false
  await effects.wake([{ business_id, webhook_id }], 0)
  return true
}

/**
 * True if the lease was given back with this time, of which no other run writes the same, though the response that said so was
 * lost: a repetition of the write then finds its own condition false.
 */
async function wasHandedBack(run: Run, nextAt: string): Promise<boolean> {
  const state = await readState(run)
  return state !== undefined && state.run === undefined && state.next_at === nextAt
}

/** When there is something to do again, in milliseconds since the epoch. */
async function nextTime(run: Run, stop: Stop | undefined): Promise<number | undefined> {
  if (stop === 'off') return undefined
  if (stop === 'paused') return Date.parse(run.health.probe_at ?? '')
  const due = await firstDue(run)
  return due && Date.parse(due.at)
}

/** Has a run come at a time, unless one comes before it anyway. Returns when the next one comes, and `sentFor`. */
async function schedule(run: Run, next: number | undefined) {
  const { businessId: business_id, webhookId: webhook_id, effects, state, sentFor } = run
  if (next === undefined) return { nextAt: undefined, sentFor }
  const now = effects.now()
  const coming = [state.next_at, sentFor].find(
    (at) => at !== undefined && Date.parse(at) > now && Date.parse(at) <= next,
  )
  if (coming !== undefined) return { nextAt: coming, sentFor }
  const at = new Date(next).toISOString()
  await effects.wake([{ business_id, webhook_id, at }], delayFor(next - now))
  return { nextAt: at, sentFor: at }
}

/** The run with its next round. Undefined if the webhook is deleted, or the lease is another's by now. */
async function goRound(run: Run): Promise<Run | undefined> {
  if (!(await clearMark(run))) return undefined
  const state = await readState(run)
  if (!state || state.run !== run.run) return undefined
  // Enabled again, or sent elsewhere: what was before does not count.
  const stored = healthIn(state)
  const isAfresh = state.since !== run.state.since || !isDeepStrictEqual(stored, healthIn(run.state))
  const { watermark } = state
  const health = isAfresh ? stored : run.health
  return { ...run, state, watermark, frontier: watermark, health }
}
