import type { JsonSchema } from '../openapi.ts'

type Members = Record<string, JsonSchema>

/** Members with what they mean, in the order of the texts; a text without a member says nothing. */
export const described = (texts: Record<string, string>, members: Members): Members =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, description]) => {
      const { [name]: member } = members
      return member ? [[name, { ...member, description }]] : []
    }),
  )

/** Some of the members, in this order. */
export const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.flatMap((name) => (members[name] ? [[name, members[name]]] : [])))

/**
 * The members of a response: all of them, so they have no defaults. They have no patterns either: a text that was stored
 * before a rule existed is returned as it is.
 */
export const answered = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, answeredMember(member)]))

function answeredMember(sent: JsonSchema): JsonSchema {
  const { default: _, pattern: __, not: ___, properties, items, ...member } = sent
  return {
    ...member,
    ...(items && { items: answeredMember(items) }),
    ...(properties && { properties: answered(properties), required: Object.keys(properties) }),
  }
}

/** An object in a request: these members and no other, some of which must be there. */
export const input = (properties: Members, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
  additionalProperties: false,
})

export const TIME: JsonSchema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
}

/** The members that the server adds to every object. */
export const STAMPS = {
  created_at: TIME,
  updated_at: TIME,
  version: { type: 'integer', minimum: 1 },
} satisfies Members

/** The rules for a name in words, as no pattern that every language knows can express them. */
export const nameText = (meaning: string) =>
  `${meaning}, in one line, with a visible character and without U+202A to U+202E. White space around it is removed.`

export const UUID: JsonSchema = {
  type: 'string',
  format: 'uuid',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
}

/** The values of an enumeration in a response; the description says that more may be added. */
export const growing = (words: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: [...words],
  'x-extensible-enum': [...words],
  description: `${description} ${MORE}`,
})

/**
 * Values that grow with the API, as a text: a client that was generated before would not read a response with a value
 * that is not in its list, and most of all it must be able to read why it was refused.
 */
export const known = (words: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  'x-extensible-enum': [...words],
  description: `${description} ${MORE} Known today: ${words.map((word) => `\`${word}\``).join(', ')}.`,
})

const MORE = 'More values may be added: do not fail on one that you do not know.'

/** Data of a merchant's own, in what is sent, and in a merge patch, where null removes a name. */
export const metadataSchemas = (sent: JsonSchema = {}): Members => {
  const { default: _, additionalProperties, ...rest } = sent
  const value = Object(additionalProperties) as JsonSchema
  return {
    Metadata: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Your own texts, by name.',
    },
    NewMetadata: {
      ...rest,
      additionalProperties: value,
      description: 'Your own texts, by name. The name `__proto__` is not allowed.',
    },
    MetadataPatch: {
      ...rest,
      additionalProperties: { ...value, type: ['string', 'null'] },
      description: 'Your own texts, by name: `null` removes a name, and names that you leave out stay.',
    },
  }
}

/** ISO 4217. Not a list of its codes: those a runtime knows change with its data. */
export const CURRENCY: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$' }
