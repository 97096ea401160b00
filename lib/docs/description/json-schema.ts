import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { JsonSchema } from './openapi.ts'

/**
 * The JSON Schema of a valibot schema's input. A check that JSON Schema cannot express is left out, unless `v.metadata`
 * next to it has keywords that express a part of it.
 */
export function fromValibot(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, { errorMode: 'ignore', target: 'draft-2020-12' })
  // Both are JSON Schema; the converter's own type knows more than the description uses.
  return plain(converted as JsonSchema)
}

/** The members of a schema of an object. */
export function membersOf(schema: v.GenericSchema): Record<string, JsonSchema> {
  const { properties } = fromValibot(schema)
  if (!properties) throw new Error('not the schema of an object')
  return properties
}

export const ref = (component: string): JsonSchema => ({ $ref: `#/components/schemas/${component}` })

/** As it is, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (isNullable(schema)) return schema
  const { description, ...bare } = schema
  if (schema.type === undefined)
    return { anyOf: [bare, { type: 'null' }], ...(description !== undefined && { description }) }
  const { enum: words } = schema
  return plain({ ...schema, type: [schema.type, 'null'].flat(), ...(words && { enum: [...words, null] }) })
}

const isNullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null') || anyOf.some(isNullable)

/** An object that has these members and no other: all of them, but those `unlessSet` only with a value. */
export const closed = (
  properties: Record<string, JsonSchema>,
  unlessSet: readonly string[] = [],
): JsonSchema => {
  const members = Object.entries(properties).map(([name, member]): [string, JsonSchema] =>
    unlessSet.includes(name) ? [name, notNull(member)] : [name, member],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: Object.keys(properties).filter((name) => !unlessSet.includes(name)),
    additionalProperties: false,
  }
}

/** The schema of which `nullable` made this one. */
function notNull({ anyOf = [], ...schema }: JsonSchema): JsonSchema {
  const [type] = [schema.type].flat().filter((one) => one !== 'null')
  return { ...schema, ...(type && { type }), ...anyOf.find((one) => one.type !== 'null') }
}

/**
 * A merge patch (RFC 7396) of an object: every member can be left out, and null removes one unless it must stay. An
 * array is replaced as a whole, so what is in it stays as it is.
 */
export function patchOf(schema: JsonSchema, mustStay: readonly string[] = schema.required ?? []): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]): [string, JsonSchema] => {
    const patched = patchedMember(member)
    return [name, mustStay.includes(name) ? patched : nullable(patched)]
  })
  const { required: _, ...rest } = withoutDefault(schema)
  return { ...rest, properties: Object.fromEntries(properties) }
}

/** A member of a patch: an object inside of it is patched too, by the component that says so. */
function patchedMember(member: JsonSchema): JsonSchema {
  const { $ref, anyOf, ...rest } = withoutDefault(member)
  return {
    ...($ref !== undefined && { $ref: $ref.replace(/New(\w+)$/, '$1Patch') }),
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(patchedMember) }),
  }
}

/** A patch does not change the members that it leaves out. */
function withoutDefault({ default: _, ...rest }: JsonSchema): JsonSchema {
  return rest
}

/** `anyOf` of a plain type and null said shorter; empty lists of required members left out. */
function plain(schema: JsonSchema): JsonSchema {
  const { anyOf, properties, items, additionalProperties, required, ...rest } = schema
  const [one, two, ...more] = anyOf ?? []
  const isSimple = one && two?.type === 'null' && more.length === 0 && typeof one.type === 'string'
  return {
    ...(isSimple && nullable(plain(one))),
    ...rest,
    ...(anyOf && !isSimple && { anyOf: anyOf.map(plain) }),
    ...(items && { items: plain(items) }),
    ...(properties && { properties: mapValues(properties, plain) }),
    ...(required && required.length > 0 && { required }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : plain(additionalProperties),
    }),
  }
}

const mapValues = <T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
