/** The steps by which a request changes the state of a webhook, without its lease. */
import { eventsAt } from '../../domain/events.ts'
import type { Step } from '../table/commit.ts'
import { updateOf, when } from '../table/expressions.ts'
import { webhookStateKey } from '../table/keys.ts'
import { HEALTH, type WebhookState } from './state.ts'

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
export const restartState = (businessId: string, webhookId: string, since: number): Step =>
  afresh(businessId, webhookId, { watermark: eventsAt(since), since: eventsAt(since) })

/** The step after which another endpoint is tried at once, whatever became of the one before it. */
export const moveState = (businessId: string, webhookId: string): Step => afresh(businessId, webhookId, {})

/** The step that sets members of a state, forgets how the endpoint was doing, and marks it. */
function afresh(businessId: string, webhookId: string, members: Partial<WebhookState>): Step {
  return {
    write: {
      Update: {
        Key: webhookStateKey(businessId, webhookId),
        ...updateOf({
          set: { ...members, again: true },
          remove: ['next_at', ...HEALTH],
          if: when`attribute_exists(pk)`,
        }),
      },
    },
    refusal: 'version_changed',
  }
}

/** The step that has a run make the deliveries of some events at once, also while the webhook is paused. */
export const deliverAtOnce = (businessId: string, webhookId: string, eventIds: readonly string[]): Step => ({
  write: {
    Update: {
      Key: webhookStateKey(businessId, webhookId),
      ...updateOf({
        set: { again: true },
        // DynamoDB has no empty set.
        add: eventIds.length > 0 ? { asked: new Set(eventIds) } : {},
        if: when`attribute_exists(pk)`,
      }),
    },
  },
  refusal: 'version_changed',
})

export const deleteState = (businessId: string, webhookId: string): Step => ({
  write: { Delete: { Key: webhookStateKey(businessId, webhookId) } },
})
