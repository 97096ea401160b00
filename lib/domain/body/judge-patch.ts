import { isJsonObject, type JsonObject, mergePatch } from './json-object.ts'
import { breaksOf, distinct, InvalidFields, nameOf, type RuleBreak } from './rule-breaks.ts'

/** The check of a patched object. */
interface Judge<W extends object> {
  /** A whole object with the defaults filled in. Throws `InvalidFields`. */
  validate: (object: unknown) => W
  /** A valid object. */
  sample: JsonObject
}

/**
 * An object with a merge patch in it. A stored value that breaks a newer rule is accepted while the patch does not
 * mention it. Throws `InvalidFields` for all else that is wrong, together with the breaks that are known already.
 */
export function judgePatched<W extends object>(
  judge: Judge<W>,
  { before, sent }: { before: JsonObject; sent: JsonObject },
  known: readonly RuleBreak[],
): W {
  const merged = mergePatch(before, sent)
  const found = breaksOf(() => judge.validate(merged))
  const earlier = new Set(found.length === 0 ? [] : breaksOf(() => judge.validate(before)).map(nameOf))
  const left = found.filter((one) => earlier.has(nameOf(one)) && !isMentioned(one.path, sent))
  const breaks = distinct([...known, ...found.filter((one) => !left.includes(one))])
  if (breaks.length > 0) throw new InvalidFields(breaks)
  return validateBeside(judge, merged, left)
}

/** Validates an object except for places that stay unchanged, right or wrong. */
function validateBeside<W extends object>(judge: Judge<W>, object: unknown, left: readonly RuleBreak[]): W {
  const places = left.map(({ path }) => placeOf(object, path))
  const spared = places.reduce(
    (rest, place) => withValue(rest, place, place.length === 1 ? judge.sample[place.join()] : undefined),
    object,
  )
  const valid = judge.validate(spared)
  for (const place of places) Object.assign(valid, withValue(valid, place, valueAt(object, place)))
  return valid
}

/** The member that breaks a rule, or the array that it is in: arrays are replaced whole. */
function placeOf(object: unknown, path: readonly string[]): readonly string[] {
  const end = path.findIndex((_, depth) => Array.isArray(valueAt(object, path.slice(0, depth))))
  return end < 0 ? path : path.slice(0, end)
}

/** True if a merge patch sets the value at a path, or anything around it. */
function isMentioned(path: readonly string[], patch: unknown): boolean {
  const [name, ...rest] = path
  if (name === undefined || !isJsonObject(patch)) return true
  return Object.hasOwn(patch, name) && isMentioned(rest, patch[name])
}

const valueAt = (object: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), object)

/** The object with another value at a path, or without one. */
function withValue(object: unknown, [name, ...rest]: readonly string[], value: unknown): JsonObject {
  const members = isJsonObject(object) ? { ...object } : {}
  if (name === undefined) return members
  const changed = rest.length > 0 ? withValue(members[name], rest, value) : value
  delete members[name]
  return changed === undefined ? members : { ...members, [name]: changed }
}
