import type { OpenApi } from '../../../../lib/docs/description/openapi.ts'
import { createJudge } from '../judge.ts'
import type { ApiAnswer } from './exchange.ts'
import type { ApiRequest } from './request.ts'

/** Something that the description does not say of requests, and why it cannot. */
interface Allowance {
  /** A code of a problem; of one that lists faults, each of them must be at an allowed place. */
  code: string
  /** Pointer, parameter or header of a fault. */
  at?: RegExp
  /** The code of that fault. */
  fault?: string
  why: string
}

/** Refusals that are right although the description allows the request. */
const ALLOWANCES: Allowance[] = [
  { code: 'limit_reached', why: 'how many there are is not in the request' },
  { code: 'object_too_large', why: 'JSON Schema has no size of the whole' },
  { code: 'idempotency_key_reused', why: 'what was sent before is not in the request' },
  { code: 'invalid_cursor', why: 'a cursor is only good for the list it came from' },
  { code: 'invalid_parameter', why: 'parameters that exclude each other, or a range the wrong way round' },
  { code: 'validation_failed', at: /\/compare_at_price$/, why: 'is compared with the price' },
  {
    code: 'validation_failed',
    at: /\/(options|variants)(\/|$)/,
    why: 'options and variants fit together, and what is there',
  },
  { code: 'plan_not_found', why: 'which plans a key has is not in the request' },
  {
    code: 'validation_failed',
    at: /^\/(plan|summary|operations|changes|reason|reference|atomic)$/,
    why: 'a plan with its summary takes the place of all other members',
  },
  { code: 'feed_empty', why: 'what the products have is not in the request' },
  { code: 'catalogue_too_large', why: 'nor how many there are' },
  { code: 'too_many_sku_changes', why: 'how many are new is not in the request' },
  {
    code: 'validation_failed',
    at: /\/(price|compare_at_price|sku|cost|is_available|track_inventory|allow_backorder|low_stock_at|gtin|mpn|weight_grams)$/,
    fault: 'read_only',
    why: 'variants or stock decide it',
  },
  { code: 'validation_failed', at: /\/(width|height)$/, why: 'one needs the other' },
  { code: 'validation_failed', at: /\/gtin$/, why: 'its last digit follows from the others' },
  { code: 'validation_failed', at: /\/product_url_template$/, why: 'needs a name of the product' },
  { code: 'validation_failed', at: /\/quantity$/, why: 'is that of a new variant that is tracked' },
  {
    code: 'validation_failed',
    at: /^\/(changes|items)(\/|$)/,
    why: 'names variants that exist, in an adjustment each once',
  },
  { code: 'validation_failed', at: /\/(category_id|parent_id)$/, why: 'must be a category that exists' },
  {
    code: 'validation_failed',
    at: /\/additional_categories\/\d(\/id)?$/,
    why: 'must be a category that exists, each once, and not the own one of the product',
  },
  {
    code: 'validation_failed',
    at: /\/(name|price|category_id)$/,
    fault: 'required',
    why: 'a merge that creates needs them',
  },
  { code: 'validation_failed', at: /^\/(at|until)$/, why: 'is compared with the time of the request' },
  { code: 'schedule_running', why: 'what is in force is not in the request' },
  { code: 'validation_failed', at: /^\/replay_from$/, why: 'is only for a webhook that is disabled' },
  { code: 'validation_failed', at: /^\/until$/, why: 'must be later than the time from which on' },
  { code: 'validation_failed', at: /\/expires_at$/, why: 'must be in the future' },
  {
    code: 'validation_failed',
    at: /^\/(scopes|rate_limit|allowed_ips|expires_at)/,
    why: 'a key is only narrowed',
  },
  { code: 'validation_failed', at: /\/(url|logo_url|website|social_links\/\d+)$/, why: 'what a URL is' },
  { code: 'validation_failed', at: /^\/source_url$/, why: 'what a public address is' },
  { code: 'unreachable', why: 'what is at an address is not in the request' },
  { code: 'not_supported', why: 'what a file begins with is not in its type' },
  { code: 'type_differs', why: 'nor is it' },
  { code: 'validation_failed', at: /\/(locale|timezone)$/, why: 'must exist in the world' },
  { code: 'validation_failed', at: /\/name$/, why: 'no pattern says what can be seen' },
  { code: 'validation_failed', at: /\/allowed_ips\/\d+$/, why: 'addresses and their masks are read' },
]

interface Fault {
  pointer?: string
  parameter?: string
  header?: string
  code?: string
}

/**
 * Says what is wrong with an answer to a generated request; nothing if it is as the description promises. Give it
 * `describeStrictly()`, as every judge.
 */
export function requestJudge(description: OpenApi): (request: ApiRequest, answer: ApiAnswer) => string[] {
  const judge = createJudge(description)
  return (request, answer) => {
    const [path = ''] = request.path.split('?')
    const { faults } = judge({ ...answer, method: request.method, path })
    if (answer.status >= 500) faults.unshift(`a ${answer.status}`)
    // Each operation of a bulk call has a status of its own.
    if (/"status":500\b/.test(answer.body)) faults.push('a 500 inside')
    if (request.mutations.length === 0) faults.push(...refusals(request, answer))
    return faults
  }
}

/** A request that is as described was refused for its shape. */
function refusals({ method }: ApiRequest, { status, body }: ApiAnswer): string[] {
  if (![400, 413, 415, 422].includes(status)) return []
  // A HEAD does not say why; the same GET does.
  if (method === 'HEAD') return []
  const { code, errors = [{}] } = JSON.parse(body) as { code: string; errors?: Fault[] }
  return errors
    .map((one) => ({ ...one, place: one.pointer ?? one.parameter ?? one.header ?? '' }))
    .filter((one) => !ALLOWANCES.some((allowance) => isAllowed(allowance, code, one)))
    .map(({ place }) => `is as described, and refused as ${code} ${place}`)
}

const isAllowed = (
  { code, at = /^/, fault }: Allowance,
  problem: string,
  one: { place: string; code?: string },
): boolean => code === problem && at.test(one.place) && (fault === undefined || fault === one.code)
