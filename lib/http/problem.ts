/**
 * The problems this API answers (RFC 9457): one table of codes, one error to throw. `docs/problems.md`
 * explains each code to clients; a test holds the two together.
 */
export const PROBLEMS = {
  invalid_parameter: [400, 'Invalid parameter'],
  unknown_parameter: [400, 'Unknown parameter'],
  invalid_cursor: [400, 'Invalid cursor'],
  invalid_json: [400, 'Invalid JSON'],
  invalid_header: [400, 'Invalid header'],
  invalid_idempotency_key: [400, 'Invalid idempotency key'],
  invalid_identity: [400, 'Invalid identification'],
  identity_conflict: [400, 'Conflicting identifications'],
  identification_required: [401, 'Identification required'],
  invalid_api_key: [401, 'Invalid API key'],
  business_suspended: [403, 'Business suspended'],
  insufficient_scope: [403, 'Insufficient scope'],
  exceeds_own_key: [403, 'Exceeds own key'],
  route_not_found: [404, 'Route not found'],
  business_not_found: [404, 'Business not found'],
  product_not_found: [404, 'Product not found'],
  category_not_found: [404, 'Category not found'],
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
  internal_error: [500, 'Internal error'],
  temporarily_unavailable: [503, 'Temporarily unavailable'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** One fault of a query. */
export interface ParameterFault {
  parameter: string
  code: ProblemCode
  detail: string
}

/** One fault of a header. */
interface HeaderFault {
  header: string
  code: ProblemCode
  detail: string
}

/** One fault of a body; `pointer` (RFC 6901) leads to it from the body's root. */
export interface FieldFault {
  pointer: string
  code: 'required' | 'unknown_field' | 'read_only' | 'invalid'
  detail: string
}

interface ProblemOptions {
  detail?: string
  errors?: (ParameterFault | HeaderFault | FieldFault)[]
  cause?: unknown
  /** Members that go into the answer beside the standard ones (RFC 9457 §3.2). */
  extensions?: Record<string, string>
  headers?: Record<string, string>
}

/** Throw it anywhere below an endpoint; the endpoint answers it. Never put a secret or a key string into it. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.options = options
  }

  get status(): number {
    return PROBLEMS[this.code][0]
  }

  get title(): string {
    return PROBLEMS[this.code][1]
  }
}

/** The problem of an object that does not exist, or is not the caller's: the two look alike. */
export const notFound = (resource: 'business' | 'product' | 'category' | 'api_key') =>
  new Problem(`${resource}_not_found`, { detail: `There is no such ${resource.replace('api_', 'API ')}.` })
