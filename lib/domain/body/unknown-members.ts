import type * as v from 'valibot'
import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * The paths of all members of a value that its schema does not know, at any depth, in the value's order. A
 * schema names only the first of an object, and none that a merge patch removes with null.
 */
export function unknownMembers(
  schema: v.GenericSchema,
  value: unknown,
): { path: string[]; code: 'unknown_field'; detail: string }[] {
  return [...pathsOf(schema, value, [])].map((path) => ({
    path,
    code: 'unknown_field',
    detail: 'is not a known field',
  }))
}

function* pathsOf(schema: unknown, value: unknown, path: string[]): Generator<string[]> {
  const { entries, item, most = Number.POSITIVE_INFINITY } = shapeOf(schema, value)
  if (entries && isJsonObject(value))
    for (const [name, member] of Object.entries(value))
      if (Object.hasOwn(entries, name)) yield* pathsOf(entries[name], member, [...path, name])
      else yield [...path, name]
  // Of a list that is too long, no element is looked at.
  if (item && Array.isArray(value) && value.length <= most)
    for (const [n, element] of value.entries()) yield* pathsOf(item, element, [...path, String(n)])
}

interface Shape {
  entries?: JsonObject
  item?: unknown
  /** The most elements of an array (`listOf`). */
  most?: number
}

/** The members of an object, or what an array is of, as a schema says of this value; neither, if it is of something else. */
function shapeOf(schema: unknown, value: unknown): Shape {
  if (!isJsonObject(schema)) return {}
  const { type, entries, item, most, wrapped, pipe } = schema
  if (type === 'strict_object' && isJsonObject(entries)) return { entries }
  if (type === 'array') return { item, ...(typeof most === 'number' && { most }) }
  if (type === 'variant') return shapeOf(optionFor(schema, value), value)
  if (wrapped !== undefined) return shapeOf(wrapped, value)
  // The first schema of a pipe can be one that only checks for an object: another part has its members.
  if (!Array.isArray(pipe)) return {}
  return pipe.map((part) => shapeOf(part, value)).find((shape) => shape.entries) ?? {}
}

/** Of several kinds of objects that one member distinguishes, the kind that the value names. */
function optionFor({ key, options }: JsonObject, value: unknown): unknown {
  if (!(isJsonObject(value) && Array.isArray(options))) return undefined
  return options.find(({ entries }) => entries[String(key)].literal === value[String(key)])
}
