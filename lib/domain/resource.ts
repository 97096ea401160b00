import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { mergePatch } from './merge-patch.ts'

/** One rule that a body breaks. `path` leads to the place, member by member. */
export interface RuleBreak {
  path: string[]
  code: 'required' | 'unknown_field' | 'read_only' | 'invalid'
  detail: string
  /** True if the value is of the right type, and only what it says is refused. */
  isOfType?: true
}

/** A body breaks these rules, all of them; nothing came of it. */
export class InvalidFields extends Error {
  override name = 'InvalidFields'
  readonly breaks: readonly RuleBreak[]

  constructor(breaks: readonly RuleBreak[]) {
    super('invalid fields')
    this.breaks = breaks
  }
}

/** How bodies become stored objects of one kind. */
export interface Resource<Writable extends object> {
  /** A whole body with the defaults filled in. Throws `InvalidFields`. */
  validate: (body: unknown) => Writable
  /** What a body may set when the object is created. */
  writable: readonly string[]
  /** What no body may change once the object exists. */
  readOnly: readonly string[]
  /** What stays when a replacement does not mention it, and cannot be removed. */
  kept: readonly string[]
  /** A valid body, for judging a patch before the object it is meant for was read. */
  sample: JsonObject
}

/** The `validate` of a valibot schema. */
export const validator =
  <S extends v.GenericSchema>(schema: S) =>
  (body: unknown): v.InferOutput<S> => {
    const result = v.safeParse(schema, body)
    if (result.success) return result.output
    throw new InvalidFields(result.issues.map(ruleBreak))
  }

/** Reads a body that creates an object. Throws `InvalidFields`. */
export function readNew<W extends object>(resource: Resource<W>, body: JsonObject): W {
  const forbidden = resource.readOnly.filter((name) => name in body && !resource.writable.includes(name))
  return judge(resource, without(body, forbidden), forbidden.map(isReadOnly))
}

/** Throws `InvalidFields` if a merge patch (RFC 7396) could be right for no object at all. */
export function checkPatch(resource: Resource<object>, patch: JsonObject): void {
  const removed = resource.kept.filter((name) => patch[name] === null)
  const rest = without(patch, [...resource.readOnly, ...removed])
  judge(resource, mergePatch(resource.sample, rest), removed.map(cannotBeRemoved))
}

/**
 * Throws `InvalidFields` if a replacement could be right for no object at all. `fixed` are members that something
 * else decides, and that the body may only repeat.
 */
export function checkReplacement(resource: Resource<object>, body: JsonObject, fixed: JsonObject): void {
  const changed = Object.keys(fixed).filter((name) => !isDeepStrictEqual(body[name], fixed[name]))
  judge(resource, without(body, resource.readOnly), changed.map(isReadOnly))
}

/**
 * An object with a merge patch applied. A read-only member that says what is stored is let pass. Throws
 * `InvalidFields`.
 */
export function applyPatch<T extends W, W extends object>(
  resource: Resource<W>,
  stored: T,
  patch: JsonObject,
): T {
  const merged = mergePatch(only(stored, resource.writable), without(patch, resource.readOnly))
  return { ...stored, ...judge(resource, merged, changesOfReadOnly(resource, stored, patch)) }
}

/** An object with every writable member replaced; what a body leaves out gets its default. Throws `InvalidFields`. */
export function replace<T extends W, W extends object>(
  resource: Resource<W>,
  stored: T,
  body: JsonObject,
): T {
  const whole = { ...only(stored, resource.kept), ...without(body, resource.readOnly) }
  return { ...stored, ...judge(resource, whole, changesOfReadOnly(resource, stored, body)) }
}

/** What the schema says of a body, together with what is known to be wrong with it already. */
function judge<W extends object>(resource: Resource<W>, body: unknown, breaks: readonly RuleBreak[]): W {
  try {
    const valid = resource.validate(body)
    if (breaks.length === 0) return valid
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    // The schema names the first unknown member only.
    const others = error.breaks.filter(({ path, code }) => path.length !== 1 || code !== 'unknown_field')
    throw new InvalidFields([...breaks, ...unknownMembers(resource, body), ...others])
  }
  throw new InvalidFields(breaks)
}

const unknownMembers = ({ writable }: Resource<object>, body: unknown): RuleBreak[] =>
  Object.keys(isJsonObject(body) ? body : {})
    .filter((name) => !writable.includes(name))
    .map((name) => ({ path: [name], code: 'unknown_field', detail: 'is unknown' }))

function changesOfReadOnly({ readOnly }: Resource<object>, stored: object, body: JsonObject): RuleBreak[] {
  const before: JsonObject = { ...stored }
  return readOnly
    .filter((name) => name in body && !isDeepStrictEqual(body[name], before[name]))
    .map(isReadOnly)
}

function ruleBreak(issue: v.BaseIssue<unknown>): RuleBreak {
  const path = (issue.path ?? []).map((item) => String(item.key))
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return { path, code: 'unknown_field', detail: 'is unknown' }
  if (issue.input === undefined) return { path, code: 'required', detail: 'is required' }
  const isOfType = issue.kind === 'validation'
  return { path, code: 'invalid', detail: issue.message, ...(isOfType && { isOfType }) }
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
