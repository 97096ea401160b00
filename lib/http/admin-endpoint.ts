import type { CallIdentity } from '../data/idempotency.ts'
import { asTenant } from '../data/tenant-guard.ts'
import { within } from '../data/writer.ts'
import { BASE_PATH } from '../routes.ts'
import { adminFunction } from './admin-function.ts'
import { admit } from './admission.ts'
import type { Answer } from './answer.ts'
import { type KeyHolder, keyHolderOf } from './caller.ts'
import { ifMatch, readTags, versionTag } from './etag.ts'
import { type Keep, once, readIdempotencyKey } from './idempotency.ts'
import type { ApiEvent } from './outcome.ts'
import { type ParameterReader, type Parameters, readParameters } from './parameters.ts'
import { explain } from './refusal-problem.ts'
import { type BodyReader, fingerprint } from './request-body.ts'

type Readers = Record<string, ParameterReader<unknown>>

/** What an administrative handler is given. Everything in it has been checked as far as it can be by itself. */
export interface AdminRequest<R extends Readers, B> {
  businessId: string
  /** The key that calls. */
  apiKeyId: string
  /** The variables of the path, percent-decoded and otherwise as sent. */
  path: Record<string, string | undefined>
  parameters: Parameters<R>
  rawQueryString: string
  body: B
  /** The check that If-Match asks for, to be made on the newest version; undefined without the header. */
  ifMatch: ReturnType<typeof ifMatch>
  /** True if `If-None-Match: *` asks that the object does not exist yet. */
  mustBeNew: boolean
  /** Keeps the answer for a repetition of the call; belongs into the transaction of the effect. */
  keep: (result: AdminResult) => ReturnType<Keep>
  /** The call under its Idempotency-Key, if it has one. */
  call: CallIdentity | undefined
  /** Milliseconds until the function must have answered. */
  remainingMs: () => number
  requestId: string
}

/** What it gives back: a body (none: 204), and a status if it is not 200. */
export interface AdminResult {
  status?: number
  body?: object
  /** A body that is JSON already. */
  json?: string
  headers?: Record<string, string>
}

/** What an administrative endpoint takes. */
interface AdminEndpoint<R extends Readers, B> {
  parameters: R
  body: BodyReader<B>
  /** True if the handler keeps the answers of its parts instead of one for the whole call. */
  keepsItself?: boolean
  /** How many calls a body is worth to the key's bucket; one, unless it says otherwise. */
  worth?: (body: B) => number
}

/**
 * Makes a Lambda function out of a handler of a route under `/admin`. The key's scope and pace are judged before
 * anything else, parameters and headers before the body, the body before an earlier answer under the same
 * Idempotency-Key is looked for, and all of that before the handler runs.
 */
export function adminEndpoint<R extends Readers, B>(
  { parameters: readers, body: readBody, keepsItself = false, worth = () => 1 }: AdminEndpoint<R, B>,
  respond: (request: AdminRequest<R, B>) => Promise<AdminResult>,
) {
  return adminFunction(async ({ event, context, headers }) => {
    const caller = keyHolderOf(event.requestContext.authorizer?.lambda)
    return explained(caller.businessId, async () => {
      const { pay } = await admit(event.routeKey, caller, headers)
      const parameters = readParameters(event.rawQueryString, readers)
      const preconditions = {
        ifMatch: ifMatch(event.headers['if-match']),
        mustBeNew: asksForNew(event.headers['if-none-match']),
      }
      const idempotencyKey = isPost(event) ? readIdempotencyKey(event.headers['idempotency-key']) : undefined
      const body = readBody(event)
      await pay(worth(body))
      const call =
        idempotencyKey === undefined ? undefined : callIdentity(event, caller, idempotencyKey, body)
      return once(keepsItself ? undefined : call, async (keep) =>
        answerOf(
          await respond({
            businessId: caller.businessId,
            apiKeyId: caller.apiKey.id,
            path: event.pathParameters ?? {},
            parameters,
            rawQueryString: event.rawQueryString,
            body,
            ...preconditions,
            keep: (result) => keep(answerOf(result)),
            call,
            remainingMs: () => context.getRemainingTimeInMillis(),
            requestId: context.awsRequestId,
          }),
        ),
      )
    })
  })
}

/** An object as it is answered, with the tag that names its version. */
export const objectResult = (
  object: { created_at: string; version: number },
  { status = 200, location }: { status?: number; location?: string } = {},
): AdminResult => ({
  status,
  body: object,
  headers: {
    etag: versionTag(object),
    ...(location !== undefined && { location: BASE_PATH + location }),
  },
})

/** What an administrator is shown is nobody else's, and out of date a moment later. */
const HEADERS = { 'cache-control': 'private, no-store' }

function answerOf({ status = 200, body, json, headers = {} }: AdminResult): Answer {
  const text = json ?? (body && JSON.stringify(body))
  if (text === undefined) return { statusCode: 204, headers: { ...HEADERS, ...headers } }
  return {
    statusCode: status,
    headers: { ...HEADERS, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: text,
  }
}

/** A function is stopped after 28 s and answers half a second before; nothing it began may still be going on then. */
const REQUEST_MS = 27_000

/** Works for one business only, for so long only, and turns what the layers below say in their own words into problems. */
async function explained(businessId: string, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await asTenant(businessId, () => within(REQUEST_MS, answer))
  } catch (error) {
    throw explain(error)
  }
}

const isPost = (event: ApiEvent) => event.requestContext.http.method === 'POST'

/** On a write, `*` is the only If-None-Match that says something. */
const asksForNew = (header: string | undefined) =>
  header !== undefined && readTags('If-None-Match', header) === '*'

const callIdentity = (
  event: ApiEvent,
  { businessId, apiKey }: KeyHolder,
  idempotencyKey: string,
  body: unknown,
) => ({
  businessId,
  apiKeyId: apiKey.id,
  methodAndPath: `POST ${event.rawPath}`,
  idempotencyKey,
  fingerprint: fingerprint(body),
})
