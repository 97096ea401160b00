import type { EventType } from '../data/table/events.ts'
import { closed, ref } from './json-schema.ts'
import type { JsonSchema, PathItem } from './openapi.ts'
import { AN_API_KEY } from './schemas/api-key.ts'
import { ADMIN_BUSINESS } from './schemas/business.ts'
import { ADMIN_CATEGORY } from './schemas/category.ts'
import { known, TIME, UUID } from './schemas/members.ts'
import { ADMIN_PRODUCT } from './schemas/product.ts'

type Subject = 'Product' | 'Category' | 'Business' | 'ApiKey'

const EVENTS: Record<EventType, [subject: Subject, summary: string]> = {
  'product.created': ['Product', 'A product was created.'],
  'product.published': ['Product', 'A product became `active`, and therefore public.'],
  'product.unpublished': ['Product', 'A product is no longer `active`.'],
  'product.updated': ['Product', 'Another field of a product changed.'],
  'product.deleted': ['Product', 'A product was deleted; `data` is its last state.'],
  'category.created': ['Category', 'A category was created.'],
  'category.updated': ['Category', 'A category changed.'],
  'category.deleted': ['Category', 'A category was deleted; `data` is its last state.'],
  'business.updated': ['Business', 'The business changed.'],
  'api_key.created': ['ApiKey', 'An API key was created.'],
  'api_key.rotated': ['ApiKey', 'An API key got a new token.'],
  'api_key.updated': ['ApiKey', 'The name or the rights of an API key changed.'],
  'api_key.revoked': ['ApiKey', 'An API key was revoked.'],
}

const SUBJECTS: Record<Subject, { component: string; example: object }> = {
  Product: { component: 'AdminProduct', example: ADMIN_PRODUCT },
  Category: { component: 'AdminCategory', example: ADMIN_CATEGORY },
  Business: { component: 'AdminBusiness', example: ADMIN_BUSINESS },
  ApiKey: { component: 'ApiKey', example: AN_API_KEY },
}

/** The events about each kind of object; `schemas` are the components of those objects. */
export function eventSchemas(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const subjects = Object.keys(SUBJECTS) as Subject[]
  return Object.fromEntries(
    subjects.map((subject) => [`${subject}Event`, eventOf(subject, schemas[SUBJECTS[subject].component])]),
  )
}

/**
 * What changed has no name of its own, and each webhook merges its type into its event: some generators leave out
 * components that no path leads to (oapi-codegen), and would then refer to types that are not there.
 */
function eventOf(subject: Subject, { required: _, ...partial }: JsonSchema = {}): JsonSchema {
  const types = Object.entries(EVENTS).flatMap(([type, [of]]) => (of === subject ? [type] : []))
  return closed({
    id: {
      type: 'string',
      pattern: `^evt_${UUID.pattern?.slice(1)}`,
      description: 'The id of the event; the same on every delivery.',
    },
    type: known(types, 'The kind of change.'),
    timestamp: { ...TIME, description: 'The time of the change, the same as `updated_at`.' },
    business_id: { ...UUID, description: 'The business of the event.' },
    data: ref(SUBJECTS[subject].component),
    previous: { ...partial, description: 'The previous values of the members that changed.' },
  })
}

/** The recorded events, one entry for each type. */
export const webhooks = (): Record<string, PathItem> =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([type, [subject, summary]]) => [
      type,
      {
        post: {
          operationId: `on${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
          summary,
          description:
            'The event is recorded in the transaction of the change and stored for 30 days. In this version events are recorded, but not delivered yet.',
          tags: ['Events'],
          // A client does not call these, and what openapi-generator 7 makes of a webhook with a body does not compile.
          'x-internal': true,
          security: [],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  allOf: [ref(`${subject}Event`), { type: 'object', properties: { type: { const: type } } }],
                },
                examples: { event: { value: exampleOf(type, subject) } },
              },
            },
          },
          responses: { '2XX': { description: 'The event was received.' } },
        },
      },
    ]),
  )

const exampleOf = (type: string, subject: Subject) => ({
  id: 'evt_01a1f862-3c4d-7e5f-a061-728394a5b6c7',
  type,
  timestamp: '2026-11-20T10:12:05.377Z',
  business_id: ADMIN_BUSINESS.id,
  data: SUBJECTS[subject].example,
  previous: /updated|published/.test(type) ? { version: 1 } : {},
})
