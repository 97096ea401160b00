import type { CallIdentity } from '../data/table/idempotency.ts'
import { asTenant } from '../data/table/tenant-guard.ts'
import { within } from '../data/table/writer.ts'
import type { JsonObject } from '../domain/json-object.ts'
import type { RuleBreak } from '../domain/rule-breaks.ts'
import { adminFunction } from './admin-function.ts'
import { admit } from './admission.ts'
import { type AdminResult, answerOf, isKnown, notModified } from './answer/admin-result.ts'
import type { Answer } from './answer/answer.ts'
import type { ApiEvent } from './answer/outcome.ts'
import { withAllFaults } from './body/all-faults.ts'
import { type BodyReader, fingerprint } from './body/request-body.ts'
import { type KeyHolder, keyHolderOf } from './caller.ts'
import { ifMatch, readTags } from './conditional/etag.ts'
import { type Keep, once, readIdempotencyKey } from './conditional/idempotency.ts'
import { type ParameterReader, type Parameters, readParameters } from './parameters/parameters.ts'
import { explain } from './problems/refusal-problem.ts'

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
  /** Keeps the answer for a repetition of the call; belongs in the transaction of the effect. */
  keep: (result: AdminResult) => ReturnType<Keep>
  /** The call under its Idempotency-Key, if it has one. */
  call: CallIdentity | undefined
  /** Takes the tokens of a call that costs this many. Throws `rate_limited`. */
  pay: (cost: number) => Promise<void>
  /** Milliseconds until the function must have answered. */
  remainingMs: () => number
  requestId: string
}

/** Whose body it is that was refused. */
export interface RefusedBody {
  businessId: string
  path: Record<string, string | undefined>
  /** The body as it was sent. */
  sent: JsonObject
}

/** What an administrative endpoint takes. */
interface AdminEndpoint<R extends Readers, B> {
  parameters: R
  body: BodyReader<B>
  /** True if the handler keeps the answers of its parts instead of one for the whole call. */
  keepsItself?: boolean
  /**
   * What else is wrong with a body that is refused for its fields, found by what is stored: all faults are answered at
   * once. What is known already may be among it.
   */
  alsoWrong?: (refused: RefusedBody) => Promise<readonly RuleBreak[]>
}

/**
 * Makes a Lambda function out of a handler of a route under `/admin`. The key's scope and pace are judged before
 * anything else, parameters and headers before the body, the body before an earlier answer under the same
 * Idempotency-Key is looked for, and all of that before the handler runs.
 */
export function adminEndpoint<R extends Readers, B>(
  { parameters: readers, body: readBody, keepsItself = false, alsoWrong }: AdminEndpoint<R, B>,
  respond: (request: AdminRequest<R, B>) => Promise<AdminResult>,
) {
  return adminFunction(async ({ event, context, headers }) => {
    const caller = keyHolderOf(event.requestContext.authorizer?.lambda)
    return explained(caller.businessId, async () => {
      const { pay } = await admit(event.routeKey, caller, headers)
      const parameters = readParameters(event.rawQueryString, readers)
      const preconditions = readPreconditions(event)
      const idempotencyKey = isPost(event) ? readIdempotencyKey(event.headers['idempotency-key']) : undefined
      const { sent, judge } = readBody(event)
      const { businessId } = caller
      const path = event.pathParameters ?? {}
      return withAllFaults(sent && alsoWrong && (() => alsoWrong({ businessId, path, sent })), () => {
        const body = judge()
        const call = callIdentity(event, caller, idempotencyKey, sent)
        return once(keepsItself ? undefined : call, async (keep) => {
          const result = await respond({
            businessId,
            apiKeyId: caller.apiKey.id,
            path,
            parameters,
            rawQueryString: event.rawQueryString,
            body,
            ifMatch: preconditions.ifMatch,
            mustBeNew: preconditions.ifNoneMatch === '*',
            keep: (result) => keep(answerOf(result)),
            call,
            pay,
            remainingMs: () => context.getRemainingTimeInMillis(),
            requestId: context.awsRequestId,
          })
          return isKnown(result, preconditions.ifNoneMatch) ? notModified(result) : answerOf(result)
        })
      })
    })
  })
}

/** The preconditions of a request. Throws `invalid_header`. */
const readPreconditions = ({ headers }: ApiEvent) => ({
  ifMatch: ifMatch(headers['if-match']),
  // On a write, `*` is the only If-None-Match that says something.
  ifNoneMatch:
    headers['if-none-match'] === undefined ? undefined : readTags('If-None-Match', headers['if-none-match']),
})

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

const callIdentity = (
  event: ApiEvent,
  { businessId, apiKey }: KeyHolder,
  idempotencyKey: string | undefined,
  sent: unknown,
): CallIdentity | undefined =>
  idempotencyKey === undefined
    ? undefined
    : {
        businessId,
        apiKeyId: apiKey.id,
        methodAndPath: `POST ${event.rawPath}`,
        idempotencyKey,
        fingerprint: fingerprint(sent),
      }
