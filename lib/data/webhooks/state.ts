/**
 * How far the deliveries of a webhook are. One item, which one run at a time has under its lease; whoever else comes
 * marks it, so that the run goes round once more before it gives the lease back.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { eventsAt } from '../../domain/events.ts'
import type { Step } from '../table/commit.ts'
import { type Key, webhookStateKey } from '../table/keys.ts'
import { readItem, updateItem } from '../table/writer.ts'
import type { WebhookName } from './enabled.ts'

export interface WebhookState {
  /** Every wanted event up to this one has a delivery. An event id, or what those of a millisecond begin with. */
  watermark: string
  /** No event before this is delivered: what `eventsAt` says of when the webhook was made or enabled. */
  since: string
  /** The run that has the lease, and until when, in milliseconds since the epoch. */
  run?: string
  lease_until?: number
  /** Something happened while a run had the lease. */
  again?: true
  /** When the wake-up that was sent last arrives. */
  next_at?: string
  /** While a webhook is paused: until when, and how many rounds of tries have failed. */
  probe_at?: string
  probes?: number
  /** Deliveries that failed since the last one that succeeded, and when the first did. */
  failures?: number
  failing_since?: string
}

/** What a run writes when it gives the lease back. */
export type Progress = Pick<
  WebhookState,
  'watermark' | 'next_at' | 'probe_at' | 'probes' | 'failures' | 'failing_since'
>

/** The state as it stands after every acknowledged write, or undefined if there is no such webhook. */
export const readState = ({ businessId, webhookId }: WebhookName): Promise<WebhookState | undefined> =>
  readItem<WebhookState>(webhookStateKey(businessId, webhookId))

/** The step that makes the state of a new webhook, which gets the events from a time on. */
export const newState = (businessId: string, webhookId: string, from: number): Step => {
  const since = eventsAt(from)
  return {
    write: {
      Put: {
        Item: { ...webhookStateKey(businessId, webhookId), type: 'webhook_state', watermark: since, since },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  }
}

/** The step after which a webhook that is enabled again gets events from a time on, and is not paused. */
export const restartState = (businessId: string, webhookId: string, since: number): Step => ({
  write: {
    Update: {
      Key: webhookStateKey(businessId, webhookId),
      UpdateExpression:
        'SET #watermark = :since, #since = :since, #again = :true REMOVE #next, #probe, #probes, #failures, #failing',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        '#watermark': 'watermark',
        '#since': 'since',
        '#again': 'again',
        '#next': 'next_at',
        '#probe': 'probe_at',
        '#probes': 'probes',
        '#failures': 'failures',
        '#failing': 'failing_since',
      },
      ExpressionAttributeValues: { ':since': eventsAt(since), ':true': true },
    },
  },
})

/** Clocks of two instances can differ by less than this. */
const CLOCKS_APART_MS = 10_000

/**
 * The time of a wake-up that is sent at once, without a time of its own: one that is over for every clock. A run that
 * took it for one to come would wait for a wake-up that has arrived.
 */
export const wokenAt = (now: number): string => new Date(now - CLOCKS_APART_MS).toISOString()

/** The step that has something done at once, also by a run that is under way, and ends a pause. */
export const hurryState = (businessId: string, webhookId: string, now: Date): Step => ({
  write: {
    Update: {
      Key: webhookStateKey(businessId, webhookId),
      UpdateExpression: 'SET #again = :true, #next = :woken, #probe = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#again': 'again', '#next': 'next_at', '#probe': 'probe_at' },
      ExpressionAttributeValues: {
        ':true': true,
        ':woken': wokenAt(now.getTime()),
        ':now': now.toISOString(),
      },
    },
  },
  refusal: 'version_changed',
})

export const deleteState = (businessId: string, webhookId: string): Step => ({
  write: { Delete: { Key: webhookStateKey(businessId, webhookId) } },
})

/** A run, and the watermark that it read or wrote last. */
export interface Holder extends WebhookName {
  run: string
  watermark: string
}

/**
 * Takes the lease until a time, with the watermark set anew. False if another run has it, or something has changed since
 * the state was read.
 */
export const takeLease = (
  { watermark: known, ...of }: Holder,
  { watermark, now, until }: { watermark: string; now: number; until: number },
): Promise<boolean> =>
  change(of, {
    update: 'SET #run = :run, #lease = :until, #watermark = :watermark REMOVE #again',
    condition: '#watermark = :known AND (attribute_not_exists(#lease) OR #lease <= :now OR #run = :run)',
    names: { '#run': 'run', '#lease': 'lease_until', '#watermark': 'watermark', '#again': 'again' },
    values: { ':run': of.run, ':until': until, ':watermark': watermark, ':known': known, ':now': now },
  })

/** Has the run under way go round once more. False if none is, or something has changed since the state was read. */
export const markAgain = (
  { watermark: known, ...of }: Holder,
  { watermark, now }: { watermark: string; now: number },
): Promise<boolean> =>
  change(of, {
    update: 'SET #again = :true, #watermark = :watermark',
    condition: '#watermark = :known AND #lease > :now',
    names: { '#lease': 'lease_until', '#watermark': 'watermark', '#again': 'again' },
    values: { ':true': true, ':watermark': watermark, ':known': known, ':now': now },
  })

/** Moves the watermark of a run. False if another has changed it, or taken the lease. */
export const moveWatermark = ({ watermark: known, ...of }: Holder, watermark: string): Promise<boolean> =>
  change(of, {
    update: 'SET #watermark = :watermark',
    condition: '#run = :run AND #watermark = :known',
    names: { '#run': 'run', '#watermark': 'watermark' },
    values: { ':run': of.run, ':watermark': watermark, ':known': known },
  })

/** Gives the lease back. False if there is more to do, the watermark was changed, or the lease is another's. */
export const giveBack = (holder: Holder, progress: Progress): Promise<boolean> =>
  endLease(holder, progress, {
    condition: 'attribute_not_exists(#again)',
    names: { '#again': 'again' },
    values: {},
  })

/**
 * Gives the lease back to a run that comes at once and does what is marked. False if somebody has changed the time of the
 * next wake-up, as everybody does who asks for something, or the watermark, or if the lease is another's.
 */
export const handBack = (
  holder: Holder,
  progress: Progress & { next_at: string },
  nextAt: string | undefined,
): Promise<boolean> =>
  endLease(
    holder,
    progress,
    nextAt === undefined
      ? { condition: 'attribute_not_exists(#next_at)', names: {}, values: {} }
      : { condition: '#next_at = :known_next', names: {}, values: { ':known_next': nextAt } },
  )

function endLease(
  { watermark: known, ...of }: Holder,
  progress: Progress,
  { condition, names, values }: Omit<Change, 'update'>,
): Promise<boolean> {
  const { set, remove } = sorted(progress)
  const members = [...set.map(([name]) => name), ...remove]
  return change(of, {
    update: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')} REMOVE ${['run', 'lease_until', ...remove].map((name) => `#${name}`).join(', ')}`,
    condition: `#run = :run AND #watermark = :known AND ${condition}`,
    names: {
      ...Object.fromEntries([...members, 'run', 'lease_until'].map((name) => [`#${name}`, name])),
      ...names,
    },
    values: {
      ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
      ...values,
      ':run': of.run,
      ':known': known,
    },
  })
}

const PROGRESS = ['watermark', 'next_at', 'probe_at', 'probes', 'failures', 'failing_since'] as const

/** What of a progress is to be written, and what to be taken away. */
function sorted(progress: Progress) {
  const set = PROGRESS.flatMap((name) =>
    progress[name] === undefined ? [] : [[name, progress[name]] as const],
  )
  return { set, remove: PROGRESS.filter((name) => progress[name] === undefined) }
}

/** Clears the mark, so that the run can go round. False if the lease is another's. */
export const clearMark = (of: WebhookName & { run: string }): Promise<boolean> =>
  change(of, {
    update: 'REMOVE #again',
    condition: '#run = :run',
    names: { '#run': 'run', '#again': 'again' },
    values: { ':run': of.run },
  })

interface Change {
  update: string
  condition: string
  names: Record<string, string>
  values: Record<string, unknown>
}

/** Changes the state on a condition; false if that does not hold. */
async function change(
  { businessId, webhookId }: WebhookName,
  { update, condition, names, values }: Change,
): Promise<boolean> {
  const Key: Key = webhookStateKey(businessId, webhookId)
  try {
    await updateItem({
      Key,
      UpdateExpression: update,
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    })
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
