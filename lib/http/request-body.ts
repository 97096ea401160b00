import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '../domain/json-object.ts'
import { checkPatch, checkReplacement, type Resource, readNew } from '../domain/resource.ts'
import { readJsonObject } from './json-body.ts'
import type { ApiEvent } from './outcome.ts'

/** Reads what an endpoint takes as its body, and judges it as far as that is possible before anything is read. */
export type BodyReader<B> = (event: ApiEvent) => B

const JSON_TYPE = ['application/json']
const PATCH_TYPES = ['application/merge-patch+json', 'application/json']

/** GET and DELETE: whatever was sent as a body means nothing (RFC 9110 §9.3.1). */
export const noBody: BodyReader<undefined> = () => undefined

/** POST: everything for a new object. */
export const newBody =
  <W extends object>(resource: Resource<W>): BodyReader<W> =>
  (event) =>
    readNew(resource, readJsonObject(event, JSON_TYPE))

/** POST that does something to an object: what it may be told is optional, and so is the whole body. */
export const actionBody =
  <T>(read: (body: JsonObject) => T): BodyReader<T> =>
  (event) =>
    read(event.body ? readJsonObject(event, JSON_TYPE) : {})

/** PATCH: a merge patch (RFC 7396). */
export const patchBody =
  (resource: Resource<object>): BodyReader<JsonObject> =>
  (event) => {
    const patch = readJsonObject(event, PATCH_TYPES)
    checkPatch(resource, patch)
    return patch
  }

/** PUT: the whole object anew; `fromPath` are the members that the path decides. */
export const replacementBody =
  (resource: Resource<object>, fromPath: (event: ApiEvent) => JsonObject): BodyReader<JsonObject> =>
  (event) => {
    const body = { ...fromPath(event), ...readJsonObject(event, JSON_TYPE) }
    checkReplacement(resource, body, fromPath(event))
    return body
  }

/** SHA-256 of a body whose members are in one order, so that the same content is the same call. */
export function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body, (_, value: unknown) => (isJsonObject(value) ? sorted(value) : value)) ?? '')
    .digest('hex')
}

const sorted = (object: JsonObject) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
