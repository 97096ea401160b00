import { RECORDS, type ResourceType } from '../../domain/resources.ts'
import { ref } from './json-schema.ts'
import type { JsonSchema, PathItem } from './openapi.ts'
import { SUBJECTS } from './parts.ts'
import { eventExample, eventSchema, MORE_OF } from './schemas/event.ts'
import { known } from './schemas/members.ts'

/** `ApiKey` for `api_key`. */
const pascalCase = (type: string) => type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The name of the component that is an event about a resource. */
const componentOf = (type: ResourceType) => `${pascalCase(type)}Event`

/** The events about each kind of object; `schemas` are the components of those objects. */
export const eventSchemas = (schemas: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    RECORDS.map((record) => [
      componentOf(record.type),
      eventOf(record, schemas[SUBJECTS[record.type].component]),
    ]),
  )

/**
 * The schema of a resource's events. Their `previous` has no component of its own, and each webhook merges its type
 * into its event: some generators leave out components that no path leads to (oapi-codegen), and would then refer to
 * types that are not there.
 */
function eventOf(
  { type, events }: (typeof RECORDS)[number],
  { required: _, ...partial }: JsonSchema = {},
): JsonSchema {
  const { component, of = {} } = SUBJECTS[type]
  const others = Object.values(of).map((subject) => ref(subject.component))
  const types = Object.keys(events).map((event) => `${type}.${event}`)
  return eventSchema(
    {
      type: known(types, 'The kind of change.'),
      data: others.length > 0 ? { anyOf: [ref(component), ...others] } : ref(component),
      previous: { ...partial, description: 'The previous values of the members that changed.' },
    },
    MORE_OF[type] ?? {},
  )
}

/** The recorded events, one entry for each type. */
export const webhooks = (): Record<string, PathItem> =>
  Object.fromEntries(
    RECORDS.flatMap(({ type, events }) =>
      Object.entries(events).map(([event, summary]) => [`${type}.${event}`, webhook(type, event, summary)]),
    ),
  )

const webhook = (type: ResourceType, event: string, summary: string): PathItem => ({
  post: {
    operationId: `on${pascalCase(type)}${pascalCase(event)}`,
    summary,
    description:
      'The event is recorded in the transaction of the change and stored for 30 days. It is delivered to the webhooks that name its type, at least once, signed by Standard Webhooks; it is also in the feed (`GET /admin/events`).',
    tags: ['Events'],
    // A client does not call these, and what openapi-generator 7 makes of a webhook with a body does not compile.
    'x-internal': true,
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              ref(componentOf(type)),
              { type: 'object', properties: { type: { const: `${type}.${event}` } } },
            ],
          },
          examples: { event: { value: exampleOf(type, event) } },
        },
      },
    },
    responses: { '2XX': { description: 'The event was received.' } },
  },
})

function exampleOf(type: ResourceType, event: string) {
  const { of = {}, ...subject } = SUBJECTS[type]
  const { example: data } = of[event] ?? subject
  return eventExample(`${type}.${event}`, {
    data,
    previous: /updated|published/.test(event) ? { version: 1 } : {},
  })
}
