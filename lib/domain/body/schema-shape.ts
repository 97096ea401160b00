import { isJsonObject, type JsonObject } from './json-object.ts'

/** The members of an object, or the elements of an array, as a schema has them. */
interface Shape {
  entries?: JsonObject
  item?: unknown
  /** The most elements of an array (`listOf`). */
  most?: number
}

/** The members of an object, or what an array is of, as a schema says of this value; neither, if it is of something else. */
export function shapeOf(schema: unknown, value: unknown): Shape {
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
