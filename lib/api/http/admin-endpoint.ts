import type { Context } from 'aws-lambda'
import { actingAs } from '../../data/table/actor.ts'
import { asTenant } from '../../data/table/calls/tenant-guard.ts'
import { within } from '../../data/table/calls/times.ts'
import { type CallIdentity, keepAnswer } from '../../data/table/idempotency.ts'
import type { Scope } from '../../domain/api-keys/scopes.ts'
import { localAddresses } from '../../domain/local-addresses.ts'
import { allowsLoopback } from '../../environment.ts'
import { type AdminResult, answerOf, isKnown, notModified } from './answer/admin-result.ts'
import type { BodyKind } from './body/body-kinds.ts'
import type { KeyHolder } from './caller.ts'
import type { Preconditions } from './conditional/preconditions.ts'
import { endpoint } from './endpoint.ts'
import type { ParameterReader, Parameters } from './parameters/parameters.ts'
import { idempotency, type OnceStep } from './pipeline/idempotency.ts'
import { actorOf, identify } from './pipeline/identify.ts'
import { type FindFaults, fields } from './pipeline/judge-body.ts'
import { type AdminEvent, pipeline } from './pipeline/pipeline.ts'
import { rateLimit, restOfCost } from './pipeline/rate-limit.ts'
import { preconditions, queryParameters } from './pipeline/read-request.ts'
import { explain } from './problems/refusal-problem.ts'

localAddresses.areAllowed = allowsLoopback()

type Readers = Record<string, ParameterReader<unknown>>

/** The request as an administrative handler gets it: checked as far as that is possible without reading the table. */
export interface AdminRequest<R extends Readers, B> {
  businessId: string
  /** The key that calls. */
  apiKeyId: string
  /** The scopes of that key. */
  scopes: readonly string[]
  /** The variables of the path, percent-decoded and otherwise as sent. */
  path: Record<string, string | undefined>
  parameters: Parameters<R>
  rawQueryString: string
  body: B
  ifMatch: Preconditions['ifMatch']
  /** True if `If-None-Match: *` asks that the object does not exist yet. */
  mustBeNew: boolean
  /** The steps that keep the response for a retried request; they belong in the transaction of the effect. */
  keep: (result: AdminResult) => ReturnType<typeof keepAnswer>[]
  /** The call under its Idempotency-Key, if it has one. */
  call: CallIdentity | undefined
  /** Gives back tokens of the rate limit that were taken and turn out not to be needed. */
  giveBack: (tokens: number) => Promise<void>
  /** Milliseconds until the function must have returned. */
  remainingMs: () => number
  requestId: string
}

/** The parameters and the body that an administrative endpoint accepts, and the checks that they need. */
interface AdminEndpoint<R extends Readers, B> {
  parameters: R
  body: BodyKind<B, { caller: KeyHolder; parameters: Parameters<R> }>
  findFurtherFaults?: FindFaults
  /** The step that makes retried requests run once; by default one response is stored for the whole request. */
  once?: OnceStep<{ body: B; parameters: Parameters<R> }>
  /** Scopes that the key must have in addition to that of the route. */
  scopes?: readonly Scope[]
  /** The tokens of the rate limit that the request costs, by its body; by default one. */
  cost?: (body: B) => number
}

/**
 * Makes a Lambda function out of a handler of a route under `/admin`. Everything that is checked before the handler
 * runs is checked in the order of these steps; one in the wrong place does not compile (`pipeline/pipeline.ts`). A body is
 * read by the step of its kind (`body-kinds.ts`), JSON by `readJson` (`pipeline/json-body.ts`). One business, one actor
 * and one deadline hold for all of it: they are opened around the pipeline, for a `before` cannot. So are the headers
 * and the log line of every response (`endpoint`), because middy skips every `after` when a middleware returns a response.
 */
export function adminEndpoint<R extends Readers, B>(
  {
    parameters: readers,
    body: kind,
    findFurtherFaults,
    once = idempotency(),
    cost = () => 1,
    scopes = [],
  }: AdminEndpoint<R, B>,
  respond: (request: AdminRequest<R, B>) => Promise<AdminResult>,
) {
  const run = pipeline()
    .use(identify())
    .use(rateLimit(scopes))
    .use(queryParameters(readers))
    .use(preconditions())
    .use(kind.read)
    .use(fields(kind, findFurtherFaults))
    .use(once)
    .use(restOfCost(cost))
    .handler(async (event, context) => {
      const result = await respond(requestOf(event, context))
      const { ifNoneMatch } = event.call.preconditions
      return isKnown(result, ifNoneMatch) ? notModified(result) : answerOf(result)
    })
  return endpoint(async (event, { context, headers }) => {
    // Without a business every call to the table is a foreign one, and `identify` throws before there is one.
    const verdict = event.requestContext.authorizer?.lambda
    const who = { actor: actorOf(verdict), requestId: context.awsRequestId }
    const inTime = () => within(REQUEST_MS, () => run({ ...event, call: { headers } }, context))
    try {
      return await asTenant(`${verdict?.business_id}`, () => actingAs(who, inTime))
    } catch (error) {
      throw explain(error)
    }
  })
}

/** A function is stopped after 28 s and returns half a second before; all its work must have ended by then. */
const REQUEST_MS = 27_000

/** The parts of a call that a handler gets to see. */
interface ReadyCall<R extends Readers, B> {
  caller: KeyHolder
  parameters: Parameters<R>
  preconditions: Preconditions
  body: B
  identity: CallIdentity | undefined
  giveBack: (tokens: number) => Promise<void>
}

/** The handler's request, from the parts that the steps have added. */
function requestOf<R extends Readers, B>(
  { call, pathParameters, rawQueryString }: AdminEvent<ReadyCall<R, B>>,
  context: Context,
): AdminRequest<R, B> {
  const { businessId, apiKey } = call.caller
  const { ifMatch, ifNoneMatch } = call.preconditions
  const { identity } = call
  return {
    businessId,
    apiKeyId: apiKey.id,
    scopes: apiKey.scopes,
    path: pathParameters ?? {},
    parameters: call.parameters,
    rawQueryString,
    body: call.body,
    ifMatch,
    mustBeNew: ifNoneMatch === '*',
    keep: (result) => (identity ? [keepAnswer(identity, answerOf(result))] : []),
    call: identity,
    giveBack: call.giveBack,
    remainingMs: () => context.getRemainingTimeInMillis(),
    requestId: context.awsRequestId,
  }
}
