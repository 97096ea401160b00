import * as v from 'valibot'
import { cut, placeOf, sentenceOfFaults } from './shown.ts'
import { ToolRefused } from './tool.ts'

/** A problem of this API (RFC 9457), as far as its sentence needs it. */
export const problem = v.object({
  code: v.string(),
  detail: v.string(),
  request_id: v.string(),
  required_scope: v.optional(v.string()),
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

/** Sentences for problems whose own detail is written for who sends requests, by their code. */
const ADVICE: Record<string, (problem: Problem) => string> = {
  // The key was good for this endpoint, and the inner call comes from another address.
  invalid_api_key: () =>
    'The API key works from its own addresses only, or it has just ended. Use a key without `allowed_ips`.',
  internal_error: ({ request_id }) =>
    `The API failed. It may work later; its operator finds the error by the request id ${request_id}.`,
  insufficient_scope: ({ required_scope = 'it' }) =>
    `The API key does not have the scope that this needs. Ask for another key that has ${required_scope}.`,
  rate_limited: ({ detail }) => `${detail} Then call the tool again.`,
  plan_not_found: () =>
    'There is no such plan of this API key, or it is over: plans last one hour. `of` must be what the tool that planned it returned. If it may have been carried out before, look with recent_changes; if not, make it again with that tool.',
  idempotency_in_progress: () =>
    'An earlier call is still carrying this out. Call apply_plan again in a few seconds, with the same arguments.',
  precondition_failed: () => 'It has changed since the plan was made. Read it and plan again.',
  depends_on_operation: () =>
    'Make it one operation with that before it, if both have one product and op; otherwise it depends on that one: plan it by itself, after that is applied.',
  too_large_together: () => 'The changes are too large together. Plan fewer at a time.',
  too_many_sku_changes: () =>
    'It has too many new SKUs. Plan a part of them, and the others after that is applied.',
}

/** Parts of details that name an endpoint, and what an agent has in its place. */
const IN_TOOLS: readonly [endpoint: string, tool: string][] = [
  ['POST /admin/inventory/adjust', 'plan_stock'],
  ['PATCH /admin/products/{id}/variants', 'op variants of plan_changes'],
]

type Fault = Problem['errors'][number]

/** One fault of a problem, with its place. */
function faultInWords({ pointer, parameter, header, detail }: Fault): string {
  const place = pointer === undefined ? (parameter ?? header ?? '') : placeOf(membersOf(pointer))
  return `${place} ${saidOf(place, detail)}`.trim()
}

/** The names in a JSON Pointer (RFC 6901 §4). */
const membersOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

function saidOf(place: string, detail: string): string {
  if (/\bquantity$/.test(place) && detail === 'is read-only') return 'is changed by plan_stock'
  return /\bcategory_id$/.test(place) ? `${detail}: list_categories has the ids` : detail
}

/** True for a price in quotes or with a fraction. The next one would be 12 for €12.50, and that is €0.12. */
const isPriceAsWritten = ({ pointer = '', detail }: Fault) =>
  /\/(price|compare_at_price|cost)$/.test(pointer) && /^must be (a number|an integer)/.test(detail)

function sentenceOfErrors(errors: readonly Fault[]): string {
  const faults = sentenceOfFaults(errors, faultInWords)
  const isOfPrice = errors.some(isPriceAsWritten)
  return isOfPrice ? `${faults} Prices are in the smallest unit: 1250 is €12.50.` : faults
}

/** A problem as a sentence that a model can act on: it has tools, and sends no requests. */
export function sentenceOf(refused: Problem): string {
  const { code, detail, errors } = refused
  const own = errors.length === 0 ? detail : sentenceOfErrors(errors)
  const sentence = IN_TOOLS.reduce(
    (text, [endpoint, tool]) => text.replaceAll(endpoint, tool),
    ADVICE[code]?.(refused) ?? own,
  )
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
