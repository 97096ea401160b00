/**
 * Values before and after a change, to be read by the person who agrees to it: what is going to be there is shown whole. Left out are
 * only values that stay, and the end of a long one that goes.
 */
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { cut, seam, unseenIn } from './shown.ts'

/** Members of a product or a variant that change with every change, and those that repeat another one. */
const UNSAID: ReadonlySet<string> = new Set([
  'id',
  'updated_at',
  'created_at',
  'version',
  'additional_category_ids',
  'last_variant',
])

/** A text or a list that is shorter is shown whole, however little of it changes: in characters of JSON. */
const SHORT = 200
/** How many characters that stay are shown on each side of those that change. */
const AROUND = 30

const jsonOf = (value: unknown): string => JSON.stringify(value ?? null)

/** A member, and not what objects have without one, such as `constructor`. */
const memberOf = (of: JsonObject, name: string): unknown => (Object.hasOwn(of, name) ? of[name] : null)

/** The members of a product or a variant that differ, of those that `from` has, each from one value to another one. */
export const differences = (from: JsonObject, to: JsonObject): object =>
  differencesOf(
    from,
    to,
    Object.keys(from).filter((name) => !UNSAID.has(name)),
  )

function differencesOf(from: JsonObject, to: JsonObject, names: string[]): object {
  const differ = names.filter((name) => jsonOf(memberOf(from, name)) !== jsonOf(memberOf(to, name)))
  return Object.fromEntries(
    differ.map((name) => [name, difference(memberOf(from, name), memberOf(to, name))]),
  )
}

/** A value that changes: of objects the members that differ, of texts and lists the part that differs. */
function difference(from: unknown, to: unknown): object {
  if (isJsonObject(from) && isJsonObject(to))
    return differencesOf(from, to, [...new Set([...Object.keys(from), ...Object.keys(to)])])
  if (jsonOf(from).length <= SHORT && jsonOf(to).length <= SHORT) return pair(from, to)
  if (typeof from === 'string' && typeof to === 'string') {
    const [before, after] = [[...from], [...to]]
    const equal = equalEnds(before, after, AROUND)
    // An end next to a joiner would lose it, and it would count as unseen.
    const start = seam(before, equal.start, 'start')
    const end = before.length - seam(before, before.length - equal.end, 'end')
    const part = (text: string[]) => text.slice(start, text.length - end).join('')
    return { ...pair(part(before), part(after)), ...around(start, end) }
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const { start, end } = equalEnds(from.map(jsonOf), to.map(jsonOf), 0)
    const part = (list: unknown[]) => list.slice(start, list.length - end)
    return { ...pair(part(from), part(to)), ...around(start, end) }
  }
  return pair(from, to)
}

/** How many characters or elements stay before and behind the part that is shown. */
const around = (start: number, end: number) => ({
  ...(start > 0 && { unchanged_before: start }),
  ...(end > 0 && { unchanged_after: end }),
})

/** How many elements at the start and at the end are equal, except some of them next to those that differ. */
function equalEnds(a: readonly string[], b: readonly string[], kept: number) {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return { start: Math.max(0, start - kept), end: Math.max(0, end - kept) }
}

/** The value that is there and the one that would be. What people cannot see in them is left out of a result, and so counted. */
function pair(from: unknown, to: unknown): object {
  const json = jsonOf(from)
  const unseen = { from: unseenIn(json), to: unseenIn(jsonOf(to)) }
  return {
    from: json.length > SHORT ? cut(typeof from === 'string' ? from : json, SHORT) : (from ?? null),
    to: to ?? null,
    ...((unseen.from > 0 || unseen.to > 0) && { unseen_characters: unseen }),
  }
}

/** The members of an object that would be created, except those that are not set. */
export function setMembers(created: JsonObject): object {
  const set = Object.entries(created).filter(
    ([name, value]) => !UNSAID.has(name) && !['null', '""', '[]', '{}'].includes(jsonOf(value)),
  )
  const unseen = unseenIn(jsonOf(created))
  return { ...Object.fromEntries(set), ...(unseen > 0 && { unseen_characters: unseen }) }
}
