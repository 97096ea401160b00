import type * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'

/** The JSON Schema of the arguments of a tool. */
export interface InputSchema extends JsonObject {
  type: 'object'
  properties: Record<string, JsonObject>
  required?: string[]
  additionalProperties: false
}

/**
 * The JSON Schema of an object of arguments. It knows the kinds of schemas that tools have, and throws for another one:
 * `@valibot/to-json-schema`, with which a test compares it, would add a quarter to the code of the function.
 */
export function inputSchemaOf(schema: v.GenericSchema): InputSchema {
  const converted = jsonSchemaOf(schema)
  if (!isInputSchema(converted)) throw new Error('the arguments of a tool are an object')
  return converted
}

/** The names of the members that an object at a path of the arguments can have. */
export function knownIn({ properties, items }: JsonObject, [first, ...rest]: readonly string[]): string[] {
  const members = isJsonObject(properties) ? properties : {}
  if (first === undefined) return Object.keys(members)
  // A number in a path leads to an element.
  const next = isJsonObject(items) ? items : members[first]
  return isJsonObject(next) ? knownIn(next, rest) : []
}

const isInputSchema = (schema: JsonObject): schema is InputSchema => isJsonObject(schema.properties)

function jsonSchemaOf(schema: unknown): JsonObject {
  if (!isJsonObject(schema)) throw new Error('not a schema')
  const { type, pipe, wrapped, entries, options, item } = schema
  if (Array.isArray(pipe)) return Object.assign({}, ...pipe.map(keywordsOf))
  switch (type) {
    case 'optional':
      return jsonSchemaOf(wrapped)
    case 'strict_object':
      return objectOf(entries)
    case 'array':
      return { type: 'array', items: jsonSchemaOf(item) }
    case 'picklist':
      return { type: 'string', enum: options }
    case 'string':
    case 'number':
    case 'boolean':
      return { type }
    case 'custom':
      return {}
    default:
      throw new Error(`no JSON Schema for ${type}`)
  }
}

/** The keywords of one part of a pipe; those of a check are in the `v.metadata` next to it. */
function keywordsOf(part: unknown): JsonObject {
  const { kind, type, metadata, description, requirement } = isJsonObject(part) ? part : {}
  if (kind === 'schema') return jsonSchemaOf(part)
  switch (type) {
    case 'metadata':
      return isJsonObject(metadata) ? metadata : {}
    case 'description':
      return { description }
    case 'min_length':
      return { minItems: requirement }
    case 'max_length':
      return { maxItems: requirement }
    default:
      return {}
  }
}

function objectOf(entries: unknown): JsonObject {
  const members = Object.entries(isJsonObject(entries) ? entries : {})
  const required = members.filter(([, member]) => !isOptional(member)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, jsonSchemaOf(member)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

const isOptional = (member: unknown) => isJsonObject(member) && member.type === 'optional'
