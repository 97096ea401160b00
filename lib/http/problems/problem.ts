/**
 * The problems that public functions answer (RFC 9457). What only others answer stands in `other-problems.ts`: a public
 * function loads no more than it can say.
 */
export const PUBLIC_PROBLEMS = {
  invalid_parameter: [400, 'Invalid parameter'],
  unknown_parameter: [400, 'Unknown parameter'],
  invalid_cursor: [400, 'Invalid cursor'],
  invalid_identity: [400, 'Invalid identification'],
  identity_conflict: [400, 'Conflicting identifications'],
  identification_required: [401, 'Identification required'],
  invalid_api_key: [401, 'Invalid API key'],
  business_suspended: [403, 'Business suspended'],
  business_not_found: [404, 'Business not found'],
  product_not_found: [404, 'Product not found'],
  category_not_found: [404, 'Category not found'],
  internal_error: [500, 'Internal error'],
  temporarily_unavailable: [503, 'Temporarily unavailable'],
} as const satisfies Record<string, Kind>

/** A status and a title. */
export type Kind = readonly [status: number, title: string]

/** One fault of a query. */
export interface ParameterFault {
  parameter: string
  code: 'invalid_parameter' | 'unknown_parameter' | 'invalid_cursor'
  detail: string
}

/** One fault of a header. */
interface HeaderFault {
  header: string
  code: 'invalid_header' | 'invalid_idempotency_key'
  detail: string
}

/** One fault of a body; `pointer` (RFC 6901) leads to it from the body's root. */
export interface FieldFault {
  pointer: string
  code:
    | ('required' | 'unknown_field' | 'read_only' | 'invalid')
    | ('slug_taken' | 'sku_taken' | 'external_id_taken')
  detail: string
}

export interface ProblemOptions {
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
  readonly code: string
  readonly kind: Kind
  readonly options: ProblemOptions

  constructor(code: string, kind: Kind, options: ProblemOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.kind = kind
    this.options = options
  }
}

/** A problem that public functions may answer, and others too. */
export const problem = (code: keyof typeof PUBLIC_PROBLEMS, options?: ProblemOptions) =>
  new Problem(code, PUBLIC_PROBLEMS[code], options)

/** The problem of an object that does not exist, or is not the caller's: the two look alike. */
export const notFound = (resource: 'business' | 'product' | 'category') =>
  problem(`${resource}_not_found`, { detail: `There is no such ${resource}.` })

/** The problem of what cannot be done now, and may be in a second. */
export const unavailable = (detail: string) =>
  problem('temporarily_unavailable', { detail, headers: { 'retry-after': '1' } })
