import { EVENT_ORDERS } from '../../../data/event-filter.ts'
import { EVENT_TYPE_FILTERS, RECORDS, type ResourceType } from '../../../domain/resources.ts'
import { closed, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { ADMIN_BUSINESS } from './business.ts'
import { listOf } from './list.ts'
import { known, TIME, UUID } from './members.ts'
import { ADMIN_PRODUCT } from './product.ts'
import { VARIANT_ID } from './variant.ts'

/** The id of an event. */
export const EVENT_ID: JsonSchema = { type: 'string', pattern: `^evt_${UUID.pattern?.slice(1)}` }

const EVENT_ACTOR: JsonSchema = {
  ...closed({
    kind: known(
      ['api_key', 'operator', 'system'],
      'An API key, the operator on the command line, or the service itself.',
    ),
    key_id: {
      ...UUID,
      type: ['string', 'null'],
      description:
        'The id of the API key, or of the one that planned a change of the service; otherwise null.',
    },
    key_name: {
      type: ['string', 'null'],
      description: 'The name of the API key at that time; null if it is not known.',
    },
  }),
  description: 'The maker of the change.',
}

/** An event with these for its type, object and previous values, and further members that it can have. */
export function eventSchema(
  { type, data, previous }: Record<'type' | 'data' | 'previous', JsonSchema>,
  more: Record<string, JsonSchema> = {},
) {
  const schema = closed({
    id: { ...EVENT_ID, description: 'The id of the event; the same on every delivery.' },
    type,
    timestamp: { ...TIME, description: 'The time of the change, the same as `updated_at`.' },
    business_id: { ...UUID, description: 'The business of the event.' },
    actor: ref('EventActor'),
    request_id: {
      ...UUID,
      type: ['string', 'null'],
      description: '`X-Request-Id` of the request that made the change; null if no request did.',
    },
    data,
    previous,
    ...more,
  })
  return { ...schema, required: schema.required?.filter((name) => !Object.hasOwn(more, name)) }
}

/** Further members of the events of a product. */
const OF_PRODUCTS = {
  variants_changed: {
    type: 'array',
    items: VARIANT_ID,
    description:
      'The ids of the variants that were changed, added or removed. Only for a product with options, and only if there are any.',
  },
} satisfies Record<string, JsonSchema>

/** Further members of the events of an API key. */
const OF_API_KEYS = {
  webhooks: {
    type: 'array',
    items: UUID,
    description:
      'The ids of the webhooks that the API key created and that still exist. Only for `api_key.revoked`, and only if there are any: a webhook continues without its key.',
  },
} satisfies Record<string, JsonSchema>

/** Further members of the events of each resource. */
export const MORE_OF: Partial<Record<ResourceType, Record<string, JsonSchema>>> = {
  product: OF_PRODUCTS,
  api_key: OF_API_KEYS,
}

const TYPES = RECORDS.flatMap(({ type, events }) => Object.keys(events).map((event) => `${type}.${event}`))

const anyObject = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: true,
  description,
})

/**
 * In the feed an event is one of every type, and new ones are added: what it is about is therefore any object here, and
 * the schema of each webhook says what it is for that type.
 */
export const EVENT_SCHEMAS: Record<string, JsonSchema> = {
  EventActor: EVENT_ACTOR,
  EventTypeFilter: {
    type: 'string',
    enum: [...EVENT_TYPE_FILTERS],
    description: 'A type of event, or all types of one kind of object.',
  },
  EventOrder: {
    type: 'string',
    enum: [...EVENT_ORDERS],
    description: 'The order of events by their ids.',
  },
  Event: eventSchema(
    {
      type: known(TYPES, 'The kind of change.'),
      data: anyObject(
        'The object after the change, in the admin view; if it was deleted, its last state, with the version and time of the deletion.',
      ),
      previous: anyObject('The previous values of the members that changed.'),
    },
    { ...OF_PRODUCTS, ...OF_API_KEYS },
  ),
  EventOfDryRun: closed(
    {
      type: known(TYPES, 'The kind of change.'),
      data: anyObject(
        'The object after the change, as in `Event`. Its `id` is null for a new product and an adjustment: each write makes another one.',
      ),
      previous: anyObject('The values before the change of the members that change.'),
      variants_changed: OF_PRODUCTS.variants_changed,
    },
    ['variants_changed'],
  ),
  EventList: listOf(ref('Event'), {
    next_after: {
      ...EVENT_ID,
      type: ['string', 'null'],
      description:
        'The `after` of your next request, even if this page is empty: the last event that was read, or at the end of a feed that was quiet for a day a position a day ago, which looks like an event’s id. Null only with `order=newest`, if there is no event.',
    },
    complete_until: {
      ...TIME,
      description: 'Every event up to this time is in the feed: 15 s before the response.',
    },
  }),
}

/** An example of an event, with its members in the order of the API. */
export const eventExample = (type: string, { data, previous }: Record<'data' | 'previous', object>) => ({
  id: 'evt_01a1f862-3c4d-7e5f-a061-728394a5b6c7',
  type,
  timestamp: '2026-11-20T10:12:05.377Z',
  business_id: ADMIN_BUSINESS.id,
  actor: { kind: 'api_key', key_id: '01a1f85c-1b6c-7d3e-9f40-5a6b7c8d9e0f', key_name: 'ERP sync' },
  request_id: '8f14e45f-ceea-467f-8d2c-2f3a1b9c0d4e',
  data,
  previous,
})

export const AN_EVENT = eventExample('product.updated', {
  data: ADMIN_PRODUCT,
  previous: { price: 6800, updated_at: ADMIN_PRODUCT.created_at, version: 1 },
})
