import type { FunctionDefinition } from '../lambda/function-definition.ts'
import type { InvocationOutcome } from '../lambda/invocation.ts'
import type { ApiDefinition, Invoked } from '../template/api-definition.ts'
import type { JsonObject } from '../template/json.ts'
import { type GatewayAnswer, gatewayMessage, readAnswer } from './answer.ts'
import { readVerdict } from './authorizer.ts'
import { authorizerEvent, integrationEvent, newRequestId, newTraceId, type Routed } from './event.ts'
import { GatewayRefusal, readRequest, type SentRequest } from './request.ts'
import { createRouter } from './routes.ts'
import { type Clock, createThrottling } from './throttling.ts'

/** Runs a function with an event as JSON text. */
export type Invoke = (definition: FunctionDefinition, event: string) => Promise<InvocationOutcome>

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const AUTHORIZER_LIMIT_MS = 10_000

const INTERNAL_ERROR = gatewayMessage(500, 'Internal Server Error')

// Status and body as seen on the service in https://github.com/pulumi/pulumi-aws/issues/2363.
const THROTTLED = gatewayMessage(429, 'Too Many Requests')

/**
 * Handles one request: route, throttle, authorizer, function, response. The returned function never rejects: for every
 * failure the gateway makes a response itself. The gateway listens on the port; the throttles go by the clock.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function createDispatcher(api: ApiDefinition, port: number, invoke: Invoke, clock: Clock) {
  const route = createRouter(api.routes)
  const takeToken = createThrottling(clock)

  async function dispatch(message: SentRequest): Promise<GatewayAnswer> {
    const request = await readRequest(message)
    const match = route(request.method, request.path)
    if (!match) return gatewayMessage(404, 'Not Found')
    const routed = { api, request, match, requestId: newRequestId(), traceId: newTraceId(), port }
    const answer = takeToken(match.route) ? await authorizeAndIntegrate(routed) : THROTTLED
    return { ...answer, headers: [...answer.headers, ['apigw-requestid', routed.requestId]] }
  }

  async function authorizeAndIntegrate(routed: Routed): Promise<GatewayAnswer> {
    const { authorizer } = routed.match.route
    const verdict = authorizer && (await authorize(routed, authorizer))
    if (verdict?.kind === 'denied') return gatewayMessage(403, 'Forbidden')
    if (verdict?.kind === 'broken') return INTERNAL_ERROR
    return integrate(routed, verdict?.context)
  }

  /**
   * Lambda refuses an invocation that the role of the gateway does not allow. A client gets 500, as from a function that
   * fails. https://repost.aws/knowledge-center/api-gateway-http-lambda-integrations
   */
  async function invokeIfAllowed(target: Invoked, event: string): Promise<InvocationOutcome> {
    if (target.isAllowed) return invoke(target, event)
    const errorMessage = `its role does not allow it to invoke ${target.name}`
    process.stderr.write(`gateway: ${errorMessage}\n`)
    return { error: { errorType: 'AccessDeniedException', errorMessage } }
  }

  async function authorize(routed: Routed, authorizer: Invoked) {
    const outcome = await resultWithin(
      AUTHORIZER_LIMIT_MS,
      invokeIfAllowed(authorizer, JSON.stringify(authorizerEvent(routed))),
    )
    return outcome ? readVerdict(outcome) : { kind: 'broken' as const }
  }

  async function integrate(routed: Routed, context: JsonObject | undefined): Promise<GatewayAnswer> {
    const { route } = routed.match
    const event = JSON.stringify(integrationEvent(routed, context))
    const outcome = await resultWithin(route.integrationTimeoutMs, invokeIfAllowed(route.function, event))
    if (!outcome) return gatewayMessage(503, 'Service Unavailable')
    if ('payload' in outcome) return readAnswer(outcome.payload) ?? INTERNAL_ERROR
    // A body under 10 MB can make an event over Lambda's 6 MB.
    const isTooLarge = outcome.error.errorType === 'RequestEntityTooLargeException'
    return isTooLarge ? gatewayMessage(413, 'Request Entity Too Large') : INTERNAL_ERROR
  }

  return (message: SentRequest): Promise<GatewayAnswer> => dispatch(message).catch(refusal)
}

/** AWS does not document the response to a path that cannot be percent-decoded; it is malformed, hence 400. */
function refusal(error: unknown): GatewayAnswer {
  if (error instanceof GatewayRefusal) return gatewayMessage(error.status, error.message)
  if (error instanceof URIError) return gatewayMessage(400, 'Bad Request')
  // The client hung up before its body was complete: nobody waits for the response.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return INTERNAL_ERROR
  process.stderr.write(`gateway: ${error instanceof Error ? error.stack : error}\n`)
  return INTERNAL_ERROR
}

/** Undefined when the time is up first. */
function resultWithin<T>(limitMs: number, task: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, limitMs, undefined)
  return Promise.race([task, promise]).finally(() => clearTimeout(timer))
}
