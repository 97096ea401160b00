/**
 * The problems this API answers (RFC 9457): one table of codes, one error to throw. `docs/problems.md`
 * explains each code to clients; a test holds the two together.
 */
export const PROBLEMS = {
  invalid_parameter: [400, 'Invalid parameter'],
  unknown_parameter: [400, 'Unknown parameter'],
  invalid_cursor: [400, 'Invalid cursor'],
  invalid_identity: [400, 'Invalid identification'],
  identity_conflict: [400, 'Conflicting identifications'],
  identification_required: [401, 'Identification required'],
  invalid_api_key: [401, 'Invalid API key'],
  business_suspended: [403, 'Business suspended'],
  insufficient_scope: [403, 'Insufficient scope'],
  route_not_found: [404, 'Route not found'],
  business_not_found: [404, 'Business not found'],
  product_not_found: [404, 'Product not found'],
  category_not_found: [404, 'Category not found'],
  method_not_allowed: [405, 'Method not allowed'],
  internal_error: [500, 'Internal error'],
  temporarily_unavailable: [503, 'Temporarily unavailable'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** One fault of a request; the code is a problem's, so that each fault in a list can be looked up too. */
export interface ParameterFault {
  parameter: string
  code: ProblemCode
  detail: string
}

interface ProblemOptions {
  detail?: string
  errors?: ParameterFault[]
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
    super(code)
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
