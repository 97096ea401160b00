/**
 * How far the deliveries of a webhook are. One item, which one run at a time has under its lease; any other run
 * marks it, so that the first run does another round before it gives the lease back.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { readItem, updateItem } from '../table/calls/writer.ts'
import { type AttributeChange, replacing, updateOf, when } from '../table/expressions.ts'
import { webhookStateKey } from '../table/keys.ts'
import type { WebhookName } from './enabled.ts'

export interface WebhookState {
  /** Every wanted event up to this one has a delivery. An event id, or what those of a millisecond begin with. */
  watermark: string
  /** No event before this is delivered: what `eventsAt` says of when the webhook was made or enabled. */
  since: string
  /** The run that has the lease, and until when, in milliseconds since the epoch. */
  run?: string
  lease_until?: number
  /** Something happened that no run has looked at yet. */
  again?: true
  /** The events of which a delivery was requested. */
  asked?: Set<string>
  /** When the wake-up that was sent last arrives. */
  next_at?: string
  /** Tries in a row that found the endpoint down. */
  outages?: number
  /** While a webhook is paused: until when, how many rounds of tries have failed, and the event that was tried last. */
  probe_at?: string
  probes?: number
  probed?: string
  /** Tries that failed since the last one that succeeded, and when the first did. */
  failures?: number
  failing_since?: string
  /** While its business is suspended, and a run knows so: since when. */
  suspended_at?: string
}

/** The part of a webhook's state that a run writes when it gives the lease back. */
export type Progress = Pick<WebhookState, (typeof PROGRESS)[number]>

/** The state, read consistently, or undefined if there is no such webhook. */
export const readState = ({ businessId, webhookId }: WebhookName): Promise<WebhookState | undefined> =>
  readItem<WebhookState>(webhookStateKey(businessId, webhookId))

/** Clocks of two instances can differ by less than this. */
export const CLOCKS_APART_MS = 10_000

/**
 * The time of a wake-up that is sent at once, without a time of its own: one that is over for every clock. A run that
 * took it for one to come would wait for a wake-up that has arrived.
 */
export const wokenAt = (now: number): string => new Date(now - CLOCKS_APART_MS).toISOString()

/** A run, and the watermark that it read or wrote last. */
export interface Holder extends WebhookName {
  run: string
  watermark: string
}

/**
 * Takes the lease until a time, with a new watermark. False if another run has it, or something has changed since
 * the state was read.
 */
export const takeLease = (
  { watermark: known, ...of }: Holder,
  { watermark, now, until }: { watermark: string; now: number; until: number },
): Promise<boolean> =>
  change(of, {
    set: { run: of.run, lease_until: until, watermark },
    remove: ['again'],
    if: when`#watermark = ${known} AND (attribute_not_exists(#lease_until) OR #lease_until <= ${now} OR #run = ${of.run})`,
  })

/** Has the run under way go round once more. False if none is, or something has changed since the state was read. */
export const markAgain = (
  { watermark: known, ...of }: Holder,
  { watermark, now }: { watermark: string; now: number },
): Promise<boolean> =>
  change(of, {
    set: { again: true, watermark },
    if: when`#watermark = ${known} AND #lease_until > ${now}`,
  })

/** Moves the watermark of a run. False if another has changed it, or taken the lease. */
export const moveWatermark = ({ watermark: known, ...of }: Holder, watermark: string): Promise<boolean> =>
  change(of, { set: { watermark }, if: when`#run = ${of.run} AND #watermark = ${known}` })

/**
 * Gives the lease back, and forgets the requested deliveries that are done. False if there is more to do, the watermark was
 * changed, or the lease is another's.
 */
export const giveBack = (
  holder: Holder,
  progress: Progress,
  done: ReadonlySet<string> = new Set(),
): Promise<boolean> =>
  change(holder, {
    ...ending(progress),
    // DynamoDB has no empty set.
    drop: done.size > 0 ? { asked: done } : {},
    if: when`#run = ${holder.run} AND #watermark = ${holder.watermark} AND attribute_not_exists(#again)`,
  })

/**
 * Gives the lease back to a run that comes at once and does what is marked. False if somebody has changed the time of the
 * next wake-up, as every request does, or the watermark, or if the lease is another's.
 */
export const handBack = (
  { run, watermark, ...of }: Holder,
  progress: Progress & { next_at: string },
  nextAt: string | undefined,
): Promise<boolean> =>
  change(of, {
    ...ending(progress),
    if:
      nextAt === undefined
        ? when`#run = ${run} AND #watermark = ${watermark} AND attribute_not_exists(#next_at)`
        : when`#run = ${run} AND #watermark = ${watermark} AND #next_at = ${nextAt}`,
  })

/** How the endpoint was doing. */
export const HEALTH = [
  'outages',
  'probe_at',
  'probes',
  'probed',
  'failures',
  'failing_since',
  'suspended_at',
] as const

const PROGRESS = ['watermark', 'next_at', ...HEALTH] as const

/** Ends a lease with a progress. */
function ending(progress: Progress) {
  const { set, remove } = replacing(PROGRESS, progress)
  return { set, remove: ['run', 'lease_until', ...remove] }
}

/** Clears the mark, so that the run can go round. False if the lease is another's. */
export const clearMark = (of: WebhookName & { run: string }): Promise<boolean> =>
  change(of, { remove: ['again'], if: when`#run = ${of.run}` })

/** Changes the state on a condition; false if that does not hold. */
async function change({ businessId, webhookId }: WebhookName, update: AttributeChange): Promise<boolean> {
  try {
    await updateItem({ Key: webhookStateKey(businessId, webhookId), ...updateOf(update) })
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
