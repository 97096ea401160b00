import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { isJsonObject, type JsonObject, mergePatch } from './json-object.ts'
import { judgePatched } from './judge-patch.ts'
import { breaksOf, distinct, InvalidFields, type RuleBreak } from './rule-breaks.ts'
import { shapeOf } from './schema-shape.ts'
import { unknownMembers } from './unknown-members.ts'

/** How bodies become stored objects of one kind. */
export interface Resource<Writable extends object> {
  /** A whole body with the defaults filled in. Throws `InvalidFields`. */
  validate: (body: unknown) => Writable
  /** The members of a body that nothing is known of, also those that a patch removes. */
  unknownIn: (body: JsonObject) => RuleBreak[]
  /** Members that a body can set when it creates the object. */
  writable: readonly string[]
  /** Members that no body can change once the object exists. */
  readOnly: readonly string[]
  /** Read-only members of its view that are stored as a part of another member. */
  derived?(stored: Writable): JsonObject
  /** Members without which a stored object is complete: only a creation has them, they are derived, or they are new. */
  optional?: readonly string[]
  /** Of the read-only members those that are set elsewhere, and where. */
  setElsewhere?: Readonly<Record<string, string>>
  /** Members that a replacement leaves as they are unless it sends them; they cannot be removed. */
  kept: readonly string[]
  /** Those of `kept` that can be removed all the same. */
  removable?: readonly string[]
  /** A valid body, for judging a patch before the object it is meant for was read. */
  sample: JsonObject
}

/** The `validate` of a valibot schema. */
export const validator =
  <S extends v.GenericSchema>(schema: S) =>
  (body: unknown): v.InferOutput<S> => {
    const result = v.safeParse(schema, body)
    if (result.success) return result.output
    // The schema names the first unknown member of an object only.
    const known = result.issues.flatMap((issue) =>
      isUnknown(issue) ? noObject(issue) : ruleBreak(issue, schema),
    )
    throw new InvalidFields(distinct([...unknownMembers(schema, body), ...known]))
  }

/** The part of a `Resource` that follows from its valibot schema. */
export const judgedBy = <S extends v.GenericSchema>(schema: S) => ({
  validate: validator(schema),
  unknownIn: (body: JsonObject) => unknownMembers(schema, body),
})

/** Reads a body that creates an object. Throws `InvalidFields`. */
export function readNew<W extends object>(resource: Resource<W>, body: JsonObject): W {
  const forbidden = neverSet(resource).filter((name) => name in body)
  return judge(resource, without(body, forbidden), forbidden.map(isReadOnly))
}

/** Reads a merge patch as the body of a new object: what it removes was never there. Throws `InvalidFields`. */
export function readNewFromPatch<W extends object>(resource: Resource<W>, patch: JsonObject): W {
  const forbidden = neverSet(resource)
  const breaks = [
    ...forbidden.filter((name) => name in patch).map(isReadOnly),
    ...resource.unknownIn(without(patch, forbidden)),
  ]
  return judge(resource, without(mergePatch({}, patch), forbidden), breaks)
}

/** The members that no body can set, not even when the object is created. */
const neverSet = ({ readOnly, writable }: Resource<object>) =>
  readOnly.filter((name) => !writable.includes(name))

/**
 * Throws `InvalidFields` if a merge patch (RFC 7396) could be right for no object at all. `fixed` are members that
 * something else decides, and that the patch may only repeat.
 */
export function checkPatch(resource: Resource<object>, patch: JsonObject, fixed: JsonObject = {}): void {
  const rest = without(patch, [...resource.readOnly, ...removedOf(resource, patch)])
  judge(resource, mergePatch(resource.sample, rest), [
    ...changesOf(fixed, patch),
    ...removedOf(resource, patch).map(cannotBeRemoved),
    ...resource.unknownIn(rest),
  ])
}

/**
 * Throws `InvalidFields` if a replacement could be right for no object at all. `fixed` are members that something
 * else decides, and that the body may only repeat.
 */
export const checkReplacement = (resource: Resource<object>, body: JsonObject, fixed: JsonObject): void =>
  void judge(resource, without(body, resource.readOnly), changesOf(fixed, body))

/**
 * An object with a merge patch applied. A read-only member that says what is stored is let pass. What the patch does
 * not mention stays as it is stored, and is not checked: rules may have come since it was written. Throws
 * `InvalidFields` with everything that is wrong, contradictions with what is stored included.
 */
export function applyPatch<T extends W, W extends object>(
  resource: Resource<W>,
  stored: T,
  patch: JsonObject,
): T {
  const sent = without(patch, resource.readOnly)
  const breaks = [
    ...changesOf(readOnlyIn(resource, stored), patch, resource.setElsewhere),
    ...removedOf(resource, patch).map(cannotBeRemoved),
    ...resource.unknownIn(sent),
  ]
  const before = only(stored, resource.writable)
  const valid = judgePatched(resource, { before, sent }, breaks)
  const unmentioned = resource.writable.filter((name) => !Object.hasOwn(sent, name))
  return { ...stored, ...valid, ...only(stored, unmentioned) }
}

/** An object with as much of a merge patch applied as has no faults, and the faults of the rest. */
export function applySound<T extends W, W extends object>(
  resource: Resource<W>,
  stored: T,
  patch: JsonObject,
): { object: T; breaks: readonly RuleBreak[] } {
  const breaks = breaksOf(() => applyPatch(resource, stored, patch))
  const sound = without(
    patch,
    breaks.flatMap(({ path }) => path.slice(0, 1)),
  )
  // A member can contradict another one: even without the members in error the rest of the patch may be refused.
  const isSound = breaksOf(() => applyPatch(resource, stored, sound)).length === 0
  return { object: isSound ? applyPatch(resource, stored, sound) : stored, breaks }
}

/** An object with every writable member replaced; what a body leaves out gets its default. Throws `InvalidFields`. */
export function replace<T extends W, W extends object>(
  resource: Resource<W>,
  stored: T,
  body: JsonObject,
): T {
  const whole = { ...only(stored, resource.kept), ...without(body, resource.readOnly) }
  return {
    ...stored,
    ...judge(resource, whole, changesOf(readOnlyIn(resource, stored), body, resource.setElsewhere)),
  }
}

/** Validates a body. Throws `InvalidFields` with the errors of its schema and those that are `known` already. */
function judge<W extends object>(resource: Resource<W>, body: unknown, known: readonly RuleBreak[]): W {
  if (known.length === 0) return resource.validate(body)
  throw new InvalidFields(distinct([...known, ...breaksOf(() => resource.validate(body))]))
}

/**
 * The members that a patch removes and must not. A read-only one is checked elsewhere: null can be its stored value.
 */
const removedOf = ({ kept, readOnly, removable = [] }: Resource<object>, patch: JsonObject) =>
  kept.filter((name) => patch[name] === null && !readOnly.includes(name) && !removable.includes(name))

function readOnlyIn<W extends object>({ readOnly, derived }: Resource<W>, stored: W): JsonObject {
  const members: JsonObject = { ...stored, ...derived?.(stored) }
  return Object.fromEntries(readOnly.map((name) => [name, members[name]]))
}

/** The members of a body that differ from values that cannot be changed, or only elsewhere. */
const changesOf = (
  fixed: JsonObject,
  body: JsonObject,
  elsewhere: Readonly<Record<string, string>> = {},
): RuleBreak[] =>
  Object.keys(fixed)
    .filter((name) => name in body && !isDeepStrictEqual(body[name], fixed[name]))
    .map((name) => ({ ...isReadOnly(name), ...(elsewhere[name] && { detail: elsewhere[name] }) }))

const isUnknown = ({ type, expected }: v.BaseIssue<unknown>) =>
  type === 'strict_object' && expected === 'never'

/** The break of a list in the place of an object: valibot takes its elements for unknown members. */
function noObject({ path }: v.BaseIssue<unknown>): RuleBreak[] {
  if (!Array.isArray(path?.at(-1)?.input)) return []
  const place = path.slice(0, -1).map(({ key }) => String(key))
  return [{ path: place, code: 'invalid', detail: 'must be an object' }]
}

function ruleBreak(issue: v.BaseIssue<unknown>, schema: v.GenericSchema): RuleBreak {
  const path = (issue.path ?? []).map((item) => String(item.key))
  if (issue.input === undefined)
    return { path, code: 'required', detail: `is required${choiceOf(issue, schema)}` }
  const isOfType = issue.kind === 'validation'
  return { path, code: 'invalid', detail: issue.message, ...(isOfType && { isOfType }) }
}

/** The rule of a missing member that has one of a few values: its sender has to know them. */
function choiceOf({ type, message, path }: v.BaseIssue<unknown>, schema: v.GenericSchema): string {
  if (type === 'variant') return ` and ${message}`
  const missing = path?.reduce<unknown>((of, { key, input }) => {
    const { entries, item } = shapeOf(of, input)
    return entries?.[String(key)] ?? item
  }, schema)
  return isJsonObject(missing) && missing.type === 'picklist' ? ` and ${missing.message}` : ''
}

const isReadOnly = (name: string): RuleBreak => ({ path: [name], code: 'read_only', detail: 'is read-only' })

const cannotBeRemoved = (name: string): RuleBreak => ({
  path: [name],
  code: 'invalid',
  detail: 'cannot be removed',
})

const only = (source: object, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)))

const without = (source: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))
