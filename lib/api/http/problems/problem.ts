import type { TakenReason } from '../../../domain/resources.ts'

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
  code: ('required' | 'unknown_field' | 'read_only' | 'invalid') | TakenReason
  detail: string
  /** The product that has a value that is taken. Every key that can write products can read them. */
  product_id?: string
}

/** A change of a quantity that cannot be made, and how much there is. */
export interface StockFaultEntry {
  pointer: string
  code: 'insufficient_stock' | 'stock_differs'
  detail: string
  quantity: number
  /** Of a line of a hold: its variant, and how many of it this hold has. */
  variant_id?: string
  held?: number
}

export interface ProblemOptions {
  detail?: string
  errors?: (ParameterFault | HeaderFault | FieldFault | StockFaultEntry)[]
  cause?: unknown
  /** Members of the response in addition to the standard ones (RFC 9457 §3.2). */
  extensions?: Record<string, string>
  headers?: Record<string, string>
}

/**
 * A problem (RFC 9457). Throw it anywhere below an endpoint; the endpoint returns it. Never put a secret or a key string
 * into it.
 */
export class Problem<C extends string = string> extends Error {
  override name = 'Problem'
  readonly code: C
  readonly kind: Kind
  readonly options: ProblemOptions

  constructor(code: C, kind: Kind, options: ProblemOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.kind = kind
    this.options = options
  }
}

/** With its first letter as at the beginning of a sentence. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
