import type { JsonObject } from '../../../domain/body/json-object.ts'
import { checkPatch, type Resource, readNew, validator } from '../../../domain/body/resource.ts'
import { breaksOf, distinct, InvalidFields, type RuleBreak } from '../../../domain/body/rule-breaks.ts'
import { knownMembers } from '../../../domain/text/text.ts'
import type { ApiEvent } from '../answer/outcome.ts'
import { type JsonRules, type ReadBody, readJson } from '../pipeline/json-body.ts'

/** A kind of body: how it is read, and its checked form `B` for the handler. */
export interface BodyKind<B, Needs extends object = object> {
  /** The step that reads it; it finds nothing where a body means nothing. */
  read: ReadBody<Needs>
  /** Checks a body as far as that is possible before anything is read. Throws `InvalidFields`. */
  judge: (sent: JsonObject, event: ApiEvent) => B
}

type FromPath = JsonRules['fromPath']

const JSON_RULES: JsonRules = {
  mediaTypes: ['application/json'],
  maxBytes: 256 * 1024,
  isOptional: false,
  fromPath: () => ({}),
}

/** A merge patch (RFC 7396), which many clients send as plain JSON. */
const PATCH_TYPES = ['application/merge-patch+json', 'application/json']

/** GET and DELETE: whatever was sent as a body means nothing (RFC 9110 §9.3.1). */
export const noBody: BodyKind<undefined> = { read: { before: () => ({}) }, judge: () => undefined }

/** POST: everything for a new object. */
export const newBody = <W extends object>(resource: Resource<W>): BodyKind<W> =>
  newBodyOf((sent) => readNew(resource, sent))

/** The same for an object that is more than one resource. */
export const newBodyOf = <T>(read: (sent: JsonObject) => T): BodyKind<T> => ({
  read: readJson(JSON_RULES),
  judge: read,
})

/** POST that does something to an object: every member is optional, and so is the whole body. */
export const actionBody = <T>(read: (body: JsonObject) => T): BodyKind<T> => ({
  read: readJson({ ...JSON_RULES, isOptional: true }),
  judge: read,
})

/** POST that needs nothing to be said: no body, or an empty object. */
export const emptyBody = actionBody(validator(knownMembers({})))

/** POST of a list of things to do, in at most `maxBytes` bytes. */
export const listBody = <T>(maxBytes: number, read: (body: JsonObject) => T): BodyKind<T> => ({
  read: readJson({ ...JSON_RULES, maxBytes }),
  judge: read,
})

/** Throws `InvalidFields` for what is wrong with a body whatever is stored; `fixed` are members that the path decides. */
type Check = (sent: JsonObject, fixed: JsonObject) => unknown

const checked = (read: ReadBody, check: Check, fromPath: FromPath): BodyKind<JsonObject> => ({
  read,
  judge(sent, event) {
    check(sent, fromPath(event))
    return sent
  },
})

/** PATCH: a merge patch. */
export const patchBody = (resource: Resource<object>): BodyKind<JsonObject> =>
  patchBodyOf((sent, fixed) => checkPatch(resource, sent, fixed))

/** The same for an object that is more than one resource. */
export const patchBodyOf = (check: Check, fromPath: FromPath = JSON_RULES.fromPath): BodyKind<JsonObject> =>
  checked(readJson({ ...JSON_RULES, mediaTypes: PATCH_TYPES, fromPath }), check, fromPath)

/** PUT: replaces the whole object. */
export const replacementBodyOf = (
  check: Check,
  fromPath: FromPath = JSON_RULES.fromPath,
): BodyKind<JsonObject> => checked(readJson({ ...JSON_RULES, fromPath }), check, fromPath)

/**
 * A kind of body in which something else can be wrong too, that needs nothing stored either. What it says of a member that
 * breaks a rule already is left out.
 */
export const alsoJudged = <B>(
  kind: BodyKind<B>,
  faultsIn: (sent: JsonObject) => RuleBreak[],
): BodyKind<B> => ({
  read: kind.read,
  judge(sent, event) {
    const faults = faultsIn(sent)
    if (faults.length === 0) return kind.judge(sent, event)
    const breaks = breaksOf(() => kind.judge(sent, event))
    const known = new Set(breaks.map(({ path }) => path.join()))
    throw new InvalidFields(distinct([...breaks, ...faults.filter(({ path }) => !known.has(path.join()))]))
  },
})
