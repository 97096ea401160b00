import { isJsonObject } from '../../domain/body/json-object.ts'
import type { InvocationOutcome } from '../lambda/invocation.ts'
import type { Json, JsonObject } from '../template/json.ts'

/** The authorizer's decision; `broken` for any response that the service cannot use. */
type Verdict = { kind: 'allowed'; context: JsonObject | undefined } | { kind: 'denied' } | { kind: 'broken' }

/**
 * Reads an authorizer's simple response, `{isAuthorized, context?}`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export function readVerdict(outcome: InvocationOutcome): Verdict {
  if ('error' in outcome) return { kind: 'broken' }
  const answer: Json = JSON.parse(outcome.payload)
  if (!isJsonObject(answer) || typeof answer.isAuthorized !== 'boolean') return { kind: 'broken' }
  if (!answer.isAuthorized) return { kind: 'denied' }
  const context = answer.context ?? undefined
  if (context !== undefined && !isJsonObject(context)) return { kind: 'broken' }
  return { kind: 'allowed', context }
}
