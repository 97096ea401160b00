/**
 * Members that an object has in the table and that this version does not know, because a newer one wrote them. They travel
 * with the object under a symbol: spreads copy it, JSON, `Object.keys` and the views do not see it. Writing puts them back.
 */
const UNKNOWN: unique symbol = Symbol('unknown members')

interface Marked {
  readonly [UNKNOWN]?: object
}

/** An object as it is known, with the other members of what was stored; `beside` are those that only the table needs. */
export function withUnknown<T extends object>(known: T, stored: object, beside: readonly string[] = []): T {
  const isKnown = (name: string) => Object.hasOwn(known, name) || beside.includes(name)
  const rest = Object.entries(stored).filter(([name]) => !isKnown(name))
  return rest.length > 0 ? { [UNKNOWN]: Object.fromEntries(rest), ...known } : known
}

/**
 * A changed object with the unknown members that it had before, at every depth:
 * elements of lists are recognized by what names them.
 */
export const keepUnknown = <T extends object>(before: object, after: T): T =>
  before === after || !hasUnknown(before) ? after : kept(before, after)

function kept<T>(before: unknown, after: T): T
function kept(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return after.map((one) => kept(sameIn(before, one), one))
  if (!isMap(before) || !isMap(after)) return after
  const members = Object.entries(after).map(([name, value]) => [name, kept(before[name], value)])
  return { ...marked(before), ...after, ...Object.fromEntries(members) }
}

/** The member that names an element of a list: the id of a variant or category, the address of a picture, the name of an option. */
const NAMES = ['id', 'url', 'name']

function sameIn(elements: readonly unknown[], element: unknown): unknown {
  if (!isMap(element)) return undefined
  const name = NAMES.find((one) => Object.hasOwn(element, one))
  return name && elements.find((one) => isMap(one) && one[name] === element[name])
}

/** A value as it is to be stored: with the unknown members of every object in it. */
export function withoutMark<T extends object>(object: T): T
export function withoutMark(value: unknown): unknown
export function withoutMark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMark)
  if (!isMap(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutMark(member)])
  return { ...marked(value)[UNKNOWN], ...Object.fromEntries(members) }
}

function hasUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasUnknown)
  return isMap(value) && (marked(value)[UNKNOWN] !== undefined || Object.values(value).some(hasUnknown))
}

const marked = (object: object & Marked): Marked => (object[UNKNOWN] ? { [UNKNOWN]: object[UNKNOWN] } : {})

/** True for a map as JSON has it; not for bytes or sets. */
const isMap = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]'
