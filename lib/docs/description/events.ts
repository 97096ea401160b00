import { RECORDS, type ResourceType } from '../../domain/resources.ts'
import { ref } from './json-schema.ts'
import type { JsonSchema, PathItem } from './openapi.ts'
import { SUBJECTS } from './parts.ts'
import { eventExample, eventSchema, MORE_OF } from './schemas/event.ts'
import { known } from './schemas/members.ts'

/** `ApiKey` for `api_key`. */
const pascalCase = (type: string) => type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

type ResourceRecord = (typeof RECORDS)[number]

/** The events about a resource whose `data` is of one kind, and their component. */
interface EventKind {
  component: string
  events: readonly string[]
  subject: { component: string; example: object }
}

function kindsOf({ type, events }: ResourceRecord): EventKind[] {
  const { of = {}, ...subject } = SUBJECTS[type]
  return [
    {
      component: `${pascalCase(type)}Event`,
      events: Object.keys(events).filter((event) => !Object.hasOwn(of, event)),
      subject,
    },
    ...Object.entries(of).map(([event, other]) => ({
      component: `${pascalCase(`${type}_${event}`)}Event`,
      events: [event],
      subject: other,
    })),
  ]
}

/** The components of events; `schemas` are those of their objects. */
export const eventSchemas = (schemas: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    RECORDS.flatMap((record) =>
      kindsOf(record).map((kind) => [
        kind.component,
        eventOf(record.type, kind, schemas[kind.subject.component]),
      ]),
    ),
  )

/**
 * The schema of a kind of events. Their `previous` has no component of its own, and each webhook merges its type
 * into its event: some generators leave out components that no path leads to (oapi-codegen), and would then refer to
 * types that are not there.
 */
function eventOf(
  type: ResourceType,
  { events, subject }: EventKind,
  { required: _, ...partial }: JsonSchema = {},
): JsonSchema {
  const types = events.map((event) => `${type}.${event}`)
  return eventSchema(
    {
      type: known(types, 'The kind of change.'),
      data: ref(subject.component),
      previous: { ...partial, description: 'The previous values of the members that changed.' },
    },
    MORE_OF[type] ?? {},
  )
}

/** The recorded events, one entry for each type. */
export const webhooks = (): Record<string, PathItem> =>
  Object.fromEntries(
    RECORDS.flatMap((record) =>
      kindsOf(record).flatMap((kind) =>
        kind.events.map((event) => [`${record.type}.${event}`, webhook(record, kind, event)]),
      ),
    ),
  )

const webhook = ({ type, events }: ResourceRecord, kind: EventKind, event: string): PathItem => ({
  post: {
    operationId: `on${pascalCase(type)}${pascalCase(event)}`,
    summary: `${events[event]}`,
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
              ref(kind.component),
              { type: 'object', properties: { type: { const: `${type}.${event}` } } },
            ],
          },
          examples: { event: { value: exampleOf(`${type}.${event}`, kind) } },
        },
      },
    },
    responses: { '2XX': { description: 'The event was received.' } },
  },
})

const exampleOf = (type: string, { subject }: EventKind) =>
  eventExample(type, {
    data: subject.example,
    previous: /updated|published/.test(type) ? { version: 1 } : {},
  })
