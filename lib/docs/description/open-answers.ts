import type { JsonSchema, OpenApi, Operation } from './openapi.ts'

/**
 * A copy with open schemas of responses, as they are published: they name the members and their types, but allow other
 * members, and have no limits of length or size. So members can be added and limits widened, and a client that was
 * generated before can still read them (docs/versioning.md). Requests stay as strict as the server.
 */
export function withOpenAnswers(description: OpenApi): OpenApi {
  const { paths, webhooks, components } = description
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Operation[])
  const sent = operations.map(({ parameters, requestBody }) => [parameters, requestBody])
  const received = [operations.map(({ responses }) => responses), components.responses, webhooks]
  const inRequests = reachedFrom([sent, components.parameters], components.schemas)
  const inAnswers = reachedFrom(received, components.schemas)
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    inAnswers.has(name) && !inRequests.has(name) ? opened(schema) : schema,
  ])
  return { ...description, components: { ...components, schemas: Object.fromEntries(schemas) } }
}

/** The names of the components that these refer to, directly or through others. */
export function reachedFrom(users: unknown, schemas: Record<string, JsonSchema>): Set<string> {
  const reached = new Set<string>()
  const follow = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue
      reached.add(name)
      follow(schemas[name])
    }
  }
  follow(users)
  return reached
}

/** The keywords that narrow a value of its type. */
const LIMITS = new Set([
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'not',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'propertyNames',
])

function opened({ properties, items, additionalProperties, anyOf, ...rest }: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !LIMITS.has(keyword)))
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, opened(member)])
  return {
    ...kept,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: opened(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: opened(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(opened) }),
  }
}
