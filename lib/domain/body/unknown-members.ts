import type * as v from 'valibot'
import { nearest } from '../text/nearest.ts'
import { isJsonObject } from './json-object.ts'
import { shapeOf } from './schema-shape.ts'

/** Of each object with its own problem: a bulk request has 100. To compare every name that its 256 KB have room for takes seconds. */
const MOST_WITH_HINT = 20

/**
 * The paths of all members of a value that its schema does not know, at any depth, in the value's order. A
 * schema names only the first of an object, and none that a merge patch removes with null.
 */
export function unknownMembers(
  schema: v.GenericSchema,
  value: unknown,
): { path: string[]; code: 'unknown_field'; detail: string }[] {
  return [...unknownIn(schema, value, [])].map(({ path, known }, n) => {
    const meant = n < MOST_WITH_HINT ? nearest(path.at(-1) ?? '', known, folded) : undefined
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
    return { path, code: 'unknown_field', detail: `is not a known field${hint}` }
  })
}

/** So that `categoryId` is found to mean `category_id`. */
const folded = (name: string) => name.replaceAll('_', '').toLowerCase()

/** The path of each unknown member, and the members that its object can have. */
function* unknownIn(
  schema: unknown,
  value: unknown,
  path: string[],
): Generator<{ path: string[]; known: string[] }> {
  const { entries, item, most = Number.POSITIVE_INFINITY } = shapeOf(schema, value)
  if (entries && isJsonObject(value)) {
    const known = Object.keys(entries)
    for (const [name, member] of Object.entries(value))
      if (Object.hasOwn(entries, name)) yield* unknownIn(entries[name], member, [...path, name])
      else yield { path: [...path, name], known }
  }
  // Of a list that is too long, no element is looked at.
  if (item && Array.isArray(value) && value.length <= most)
    for (const [n, element] of value.entries()) yield* unknownIn(item, element, [...path, String(n)])
}
