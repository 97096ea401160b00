import { DELIVERY_STATUSES, type Delivery, type Try } from '../../../domain/webhooks/delivery.ts'
import {
  MOST_REDELIVERED,
  type Redelivered,
  type Redelivery,
  redelivery,
} from '../../../domain/webhooks/redelivery.ts'
import {
  DISABLED_REASONS,
  EVENT_FILTERS,
  NEW_WEBHOOK,
  newWebhook,
  WEBHOOK,
  type Webhook,
  webhookPatch,
} from '../../../domain/webhooks/webhook.ts'
import { adminWebhookWithHealth, recordedWebhook } from '../../../domain/webhooks/webhook-view.ts'
import { closed, membersOf, nullable, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import { answered, described, growing, input, known, pick, STAMPS, TIME, UUID } from './members.ts'

type Shown = ReturnType<typeof adminWebhookWithHealth>

const TEXTS: Record<keyof Shown | 'replay_from', string> = {
  id: 'Never changes.',
  url: 'The endpoint that events are sent to: an https URL on port 443 with a public host name or address, without user name, password or fragment. No two webhooks of a business have the same URL.',
  events:
    "The events that the webhook gets: types, all types of one kind of object (`product.*`), or all (`*`). The request's key must be allowed to read these objects.",
  description: 'Your own text, such as the purpose of the webhook.',
  is_enabled:
    'False for a webhook that gets no events. A webhook that is enabled again gets the events from then on, or from `replay_from`.',
  replay_from:
    'Only in a request that enables a disabled webhook: the webhook gets events from this time on, which must not be in the future. Events are stored for 30 days, and a webhook gets none from before it was created.',
  disabled_reason: 'Why the webhook is disabled; null while it is enabled.',
  previous_expires_at:
    'Until when deliveries are also signed with the previous secret: 24 hours after the last rotation. An older secret signs until 24 hours after the rotation that replaced it. Null if the secret was never rotated.',
  paused_until:
    'Until when only tests and deliveries that you request again are sent, because five tries in a row found the endpoint down; null if the webhook is not paused.',
  failing_since: 'The time of the first failed try since the last success; null if there is none.',
  created_by:
    'The id of the API key that created the webhook. The webhook stays if the key is revoked. Null if no key did.',
  created_at: 'The time of creation.',
  updated_at: 'The time of the last change.',
  version: 'A number that grows by one with every change.',
}

const filters = (members: Record<string, JsonSchema>) =>
  described(TEXTS, { ...members, events: { ...members.events, items: ref('EventFilter') } })

const shown = described(TEXTS, {
  ...answered(filters(membersOf(newWebhook))),
  id: UUID,
  disabled_reason: nullable(ref('DisabledReason')),
  previous_expires_at: nullable(TIME),
  paused_until: nullable(TIME),
  failing_since: nullable(TIME),
  created_by: nullable(UUID),
  ...STAMPS,
})

const { paused_until: _, failing_since: __, ...withoutHealth } = shown

const SECRET: JsonSchema = {
  type: ['string', 'null'],
  pattern: '^whsec_[0-9A-Za-z+/]{43}=$',
  description:
    'The secret that deliveries are signed with, which is never shown again. Null if the request is retried with its Idempotency-Key; if you have lost the secret, rotate it.',
}

const DELIVERY_ID: JsonSchema = { type: 'string', pattern: `^dlv_${UUID.pattern?.slice(1)}` }

const TRY_TEXTS: Record<keyof Try, string> = {
  at: 'When the try began.',
  status_code: 'The status of the response; null if no response arrived in time.',
  error: 'Why there was no response; null if there was one.',
  duration_ms: 'How long the try took, in milliseconds.',
}

const DELIVERY_TEXTS: Record<keyof Delivery, string> = {
  id: 'The id of the delivery: one event at one webhook.',
  event_id: 'The id of the event, which every try sends as `webhook-id`.',
  type: 'The type of the event; `webhook.test` for a test.',
  status:
    '`pending` until a try succeeds or the last one has failed. `failed`: it is not tried again unless you request it.',
  tries: 'The tries until now, oldest first; only the last 50.',
  next_try_at: 'The time of the next try; null if there is none, or before the first.',
}

const REDELIVERY_TEXTS: Record<keyof Redelivery, string> = {
  status: 'The status of the deliveries. Only `failed` ones are sent again together.',
  from: 'The deliveries of events from this time on.',
  until: 'The deliveries of events before this time, which must be later than `from`. Default: now.',
}

const REDELIVERED_TEXTS: Record<keyof Redelivered, string> = {
  count: 'How many deliveries are sent again by this request.',
  has_more: 'True if there can be more failed deliveries in that period.',
  next_from: 'The `from` of your next request; null if there are no more.',
}

export const WEBHOOK_SCHEMAS: Record<string, JsonSchema> = {
  WebhookList: listOf(ref('Webhook')),
  EventFilter: growing(EVENT_FILTERS, 'A type of event, all types of one kind of object, or all.'),
  DisabledReason: known(
    DISABLED_REASONS,
    'A request, a 410 from the endpoint, or its failures over five days.',
  ),
  Webhook: closed(shown),
  RecordedWebhook: {
    ...closed(withoutHealth),
    description:
      'A webhook as events show it: without the query of its URL, which can hold a secret, and without the state of its endpoint, which changes without a new version.',
  },
  IssuedWebhook: closed({ ...shown, secret: SECRET }),
  NewWebhook: input(pick(filters(membersOf(newWebhook)), NEW_WEBHOOK.writable), ['url', 'events']),
  WebhookPatch: patchOf(input(filters(membersOf(webhookPatch)), ['url', 'events']), [
    'url',
    'events',
    ...WEBHOOK.kept,
  ]),
  Delivery: closed(
    described(DELIVERY_TEXTS, {
      id: DELIVERY_ID,
      event_id: { type: 'string', pattern: `^evt_${UUID.pattern?.slice(1)}` },
      type: { type: 'string' },
      status: ref('DeliveryStatus'),
      tries: { type: 'array', items: ref('DeliveryTry') },
      next_try_at: nullable(TIME),
    }),
  ),
  DeliveryStatus: growing(DELIVERY_STATUSES, 'The state of a delivery.'),
  DeliveryTry: closed(
    described(TRY_TEXTS, {
      at: TIME,
      status_code: { type: ['integer', 'null'] },
      error: { type: ['string', 'null'] },
      duration_ms: { type: 'integer', minimum: 0 },
    }),
  ),
  DeliveryList: listOf(ref('Delivery')),
  Redelivery: input(described(REDELIVERY_TEXTS, membersOf(redelivery)), ['status', 'from']),
  Redelivered: closed(
    described(REDELIVERED_TEXTS, {
      count: { type: 'integer', minimum: 0 },
      has_more: { type: 'boolean' },
      next_from: nullable(TIME),
    }),
  ),
  EmptyObject: { ...input({}, []), description: 'An object without members.' },
}

const STORED: Webhook = {
  id: '01a1f864-5d6e-7f70-8192-a3b4c5d6e7f8',
  url: 'https://hooks.example/storefront',
  events: ['product.*'],
  description: 'Search index',
  is_enabled: true,
  disabled_reason: null,
  previous_expires_at: null,
  created_by: '01a1f85c-1b6c-7d3e-9f40-5a6b7c8d9e0f',
  created_at: '2026-11-20T09:54:00.000Z',
  updated_at: '2026-11-20T09:54:00.000Z',
  version: 1,
}

/** A webhook in the admin view. */
export const A_WEBHOOK = adminWebhookWithHealth(STORED, { paused_until: null, failing_since: null })

/** A webhook in the event that it was disabled. */
export const A_DISABLED_WEBHOOK = recordedWebhook({
  ...STORED,
  is_enabled: false,
  disabled_reason: 'endpoint_failing',
  updated_at: '2026-11-20T10:12:05.377Z',
  version: 2,
})

/** A webhook with its secret, as in the response to its creation. The secret has the right length and is nobody's. */
export const AN_ISSUED_WEBHOOK = { ...A_WEBHOOK, secret: `whsec_${'NobodysSecret'.padEnd(43, 'A')}=` }

export const A_DELIVERY: Delivery = {
  id: 'dlv_01a1f862-3c4d-7e5f-a061-728394a5b6c7',
  event_id: 'evt_01a1f862-3c4d-7e5f-a061-728394a5b6c7',
  type: 'product.updated',
  status: 'succeeded',
  tries: [{ at: '2026-11-20T10:12:05.877Z', status_code: 200, error: null, duration_ms: 84 }],
  next_try_at: null,
}

/** The outcome of a request for more failed deliveries than one request can send again. */
export const A_REDELIVERED: Redelivered = {
  count: MOST_REDELIVERED,
  has_more: true,
  next_from: '2026-11-20T09:12:05.377Z',
}

/** A delivery that a request started and that is still to be sent. */
export const A_PENDING_DELIVERY: Delivery = {
  ...A_DELIVERY,
  status: 'pending',
  next_try_at: '2026-11-20T10:20:00.000Z',
}

export const A_TEST_DELIVERY: Delivery = { ...A_PENDING_DELIVERY, type: 'webhook.test', tries: [] }
