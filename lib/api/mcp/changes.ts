import * as v from 'valibot'
import type { JsonObject } from '../../domain/body/json-object.ts'
import { byName } from './rows.ts'
import { cut } from './shown.ts'

/** How much of a change is shown: of texts, of names, and how many variants of each product. */
export interface Detail {
  /** A text that is longer is shown as its first `shown` characters; 0: only the names of the fields that change. */
  longest: number
  shown: number
  name: number
  variants: number
}

/** The details in which changes are shown, until they are short enough to be read. */
export const DETAILS: readonly [Detail, ...Detail[]] = [
  { longest: 200, shown: 100, name: 80, variants: 10 },
  { longest: 60, shown: 30, name: 60, variants: 2 },
  { longest: 0, shown: 0, name: 20, variants: 0 },
]

/** An event of a dry run. */
export const dryEvent = v.object({ type: v.string(), data: byName, previous: byName })

/** A variant that a dry run would change, as `BulkResult` of the description has it. */
export const dryVariant = v.object({
  option_values: byName,
  from: v.nullable(byName),
  to: v.nullable(byName),
})

/** Members that change with every change, and those that repeat another one. */
const UNSAID: ReadonlySet<string> = new Set([
  'updated_at',
  'created_at',
  'version',
  'additional_category_ids',
])

/** A value, so that it can be read: a long one, whatever it is made of, as the beginning of its text. */
function readable(value: unknown, { longest, shown }: Detail): unknown {
  if (typeof value === 'string') return cut(value, longest, shown)
  const text = JSON.stringify(value ?? null)
  return text.length > longest ? cut(text, longest, shown) : (value ?? null)
}

/** The members that differ, each from one value to another one; or only their names. */
export function differences(from: JsonObject, to: JsonObject, detail: Detail): object {
  const names = Object.keys(from).filter((name) => !UNSAID.has(name))
  if (detail.longest === 0) return names
  return Object.fromEntries(
    names.map((name) => [name, { from: readable(from[name], detail), to: readable(to[name], detail) }]),
  )
}

/** The first variants that would change, with how many there are. */
export function variantDifferences(
  variants: readonly v.InferOutput<typeof dryVariant>[],
  detail: Detail,
): object {
  if (variants.length === 0) return {}
  const rows = variants.slice(0, detail.variants).map(({ option_values, from, to }) => {
    const values = Object.values(option_values).map((value) => cut(`${value}`, 40))
    if (from && to) return { values, changes: differences(from, to, detail) }
    return from ? { values, removed: true } : { values, added: true, price: to?.price }
  })
  return { variants_changed: variants.length, ...(rows.length > 0 && { variants: rows }) }
}
