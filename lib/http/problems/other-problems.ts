import { type Kind, Problem, type ProblemOptions, PUBLIC_PROBLEMS } from './problem.ts'

/** The problems that no public function answers: those of the router and of `/admin`. */
const OTHER_PROBLEMS = {
  invalid_json: [400, 'Invalid JSON'],
  invalid_header: [400, 'Invalid header'],
  invalid_idempotency_key: [400, 'Invalid idempotency key'],
  insufficient_scope: [403, 'Insufficient scope'],
  exceeds_own_key: [403, 'Exceeds own key'],
  route_not_found: [404, 'Route not found'],
  api_key_not_found: [404, 'API key not found'],
  method_not_allowed: [405, 'Method not allowed'],
  slug_taken: [409, 'Slug taken'],
  sku_taken: [409, 'SKU taken'],
  external_id_taken: [409, 'External id taken'],
  category_exists: [409, 'Category exists'],
  category_not_empty: [409, 'Category not empty'],
  last_admin_key: [409, 'Last admin key'],
  api_key_inactive: [409, 'API key inactive'],
  idempotency_in_progress: [409, 'Request in progress'],
  precondition_failed: [412, 'Precondition failed'],
  body_too_large: [413, 'Body too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  validation_failed: [422, 'Validation failed'],
  object_too_large: [422, 'Object too large'],
  limit_reached: [422, 'Limit reached'],
  idempotency_key_reused: [422, 'Idempotency key reused'],
  rate_limited: [429, 'Rate limited'],
} as const satisfies Record<string, Kind>

/**
 * Every problem of this API, by status. `docs/problems.md` explains each code to clients; a test holds the two
 * together.
 */
export const PROBLEMS = Object.fromEntries(
  Object.entries({ ...PUBLIC_PROBLEMS, ...OTHER_PROBLEMS }).sort(([, [a]], [, [b]]) => a - b),
) as typeof PUBLIC_PROBLEMS & typeof OTHER_PROBLEMS

export type ProblemCode = keyof typeof PROBLEMS

/** A problem that only the router and `/admin` answer. */
export const otherProblem = (code: keyof typeof OTHER_PROBLEMS, options?: ProblemOptions) =>
  new Problem(code, OTHER_PROBLEMS[code], options)

/** The problem of a key that does not exist, or is another business's: the two look alike. */
export const apiKeyNotFound = () => otherProblem('api_key_not_found', { detail: 'There is no such API key.' })
