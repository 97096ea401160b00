import * as v from 'valibot'
import { cut, sentenceOfFaults } from './shown.ts'
import { ToolRefused } from './tool.ts'

/** A problem of this API (RFC 9457), as far as its sentence needs it. */
export const problem = v.object({
  code: v.string(),
  detail: v.string(),
  request_id: v.string(),
  errors: v.optional(
    v.array(
      v.object({
        pointer: v.optional(v.string()),
        parameter: v.optional(v.string()),
        header: v.optional(v.string()),
        detail: v.string(),
      }),
    ),
    [],
  ),
})

type Problem = v.InferOutput<typeof problem>

const THROTTLED = 429
const LONGEST_SENTENCE = 1_000

/** Sentences for problems whose own detail is written for another reader. */
const ADVICE: Record<string, (problem: Problem) => string> = {
  // The key was good for this endpoint, and the inner call comes from another address.
  invalid_api_key: () =>
    'The API key works from its own addresses only, or it has just ended. Use a key without `allowed_ips`.',
  internal_error: ({ request_id }) =>
    `The API failed. It may work later; its operator finds the error by the request id ${request_id}.`,
  insufficient_scope: () => 'The API key does not have the scope that this needs. Its owner can give it one.',
  rate_limited: ({ detail }) => `${detail} Then call the tool again.`,
  plan_not_found: () =>
    'There is no such plan of this API key, or it is over: plans last one hour. `of` must be what the tool that planned it returned. If it may have been carried out before, look with recent_changes; if not, make it again with that tool.',
  idempotency_in_progress: () =>
    'An earlier call is still carrying this out. Call apply_plan again in a few seconds, with the same arguments.',
}

/** A problem as a sentence that a model can act on. */
export function sentenceOf(refused: Problem): string {
  const { code, detail, errors } = refused
  if (ADVICE[code]) return ADVICE[code](refused)
  const sentence =
    errors.length === 0
      ? detail
      : sentenceOfFaults(errors, (error) => {
          const place = error.pointer?.slice(1).replaceAll('/', '.') ?? error.parameter ?? error.header ?? ''
          return `${place} ${error.detail}`.trim()
        })
  return cut(`${sentence} (${code})`, LONGEST_SENTENCE)
}

/** The refusal of a call of the API that got no success. */
export function refusalOf({ status, body }: { status: number; body: unknown }): ToolRefused {
  const { success, output } = v.safeParse(problem, body)
  if (success) return new ToolRefused(sentenceOf(output), output.code)
  // The gateway's own: it throttles, or the function crashed or ran out of time; any other 4xx is for the request itself.
  const isForNow = status === THROTTLED || status >= 500
  const advice = isForNow ? 'Try again in a few seconds.' : 'Send shorter arguments.'
  return new ToolRefused(`The API did not handle the call (status ${status}). ${advice}`)
}
