import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '../../domain/json-object.ts'
import { checkPatch, checkReplacement, type Resource, readNew } from '../../domain/resource.ts'
import type { ApiEvent } from '../answer/outcome.ts'
import { readJsonObject } from './json-body.ts'

/** A body as it was sent, and what is made of it. */
interface ReceivedBody<B> {
  sent: JsonObject | undefined
  /** Judges it as far as that is possible before anything is read. Throws `InvalidFields`. */
  judge: () => B
}

/** Reads what an endpoint takes as its body. Throws for what is no readable JSON object. */
export type BodyReader<B> = (event: ApiEvent) => ReceivedBody<B>

const JSON_TYPE = ['application/json']
const PATCH_TYPES = ['application/merge-patch+json', 'application/json']

/** GET and DELETE: whatever was sent as a body means nothing (RFC 9110 §9.3.1). */
export const noBody: BodyReader<undefined> = () => ({ sent: undefined, judge: () => undefined })

/** POST: everything for a new object. */
export const newBody =
  <W extends object>(resource: Resource<W>): BodyReader<W> =>
  (event) => {
    const sent = readJsonObject(event, JSON_TYPE)
    return { sent, judge: () => readNew(resource, sent) }
  }

/** POST that does something to an object: what it may be told is optional, and so is the whole body. */
export const actionBody =
  <T>(read: (body: JsonObject) => T): BodyReader<T> =>
  (event) => {
    const sent = event.body ? readJsonObject(event, JSON_TYPE) : {}
    return { sent, judge: () => read(sent) }
  }

/** Members that the path decides, and that a body may only repeat. */
type FromPath = (event: ApiEvent) => JsonObject

/** PATCH: a merge patch (RFC 7396). */
export const patchBody =
  (resource: Resource<object>, fromPath: FromPath = () => ({})): BodyReader<JsonObject> =>
  (event) => {
    const sent = { ...fromPath(event), ...readJsonObject(event, PATCH_TYPES) }
    const judge = () => {
      checkPatch(resource, sent, fromPath(event))
      return sent
    }
    return { sent, judge }
  }

/** PUT: the whole object anew. */
export const replacementBody =
  (resource: Resource<object>, fromPath: FromPath): BodyReader<JsonObject> =>
  (event) => {
    const sent = { ...fromPath(event), ...readJsonObject(event, JSON_TYPE) }
    const judge = () => {
      checkReplacement(resource, sent, fromPath(event))
      return sent
    }
    return { sent, judge }
  }

/** SHA-256 of a body whose members are in one order, so that the same content is the same call. */
export function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body, (_, value: unknown) => (isJsonObject(value) ? sorted(value) : value)) ?? '')
    .digest('hex')
}

const sorted = (object: JsonObject) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
