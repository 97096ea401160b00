import { PROBLEMS, type ProblemCode } from '../../api/http/problems/all-problems.ts'
import { UNIQUE } from '../../api/http/problems/resource-rules.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { closed, ref } from './json-schema.ts'
import type { JsonSchema, Reference, Response } from './openapi.ts'
import { IMPORT_ID } from './schemas/import.ts'
import { known, UUID } from './schemas/members.ts'

/** The access to an operation decides which headers its responses have. */
export type Audience = 'open' | 'public' | 'agents' | 'admin'

/** The headers of every response of this API. */
export const COMMON_HEADERS: Record<Audience, readonly HeaderName[]> = {
  open: ['X-Request-Id', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cache-Control'],
  public: ['X-Request-Id', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cache-Control'],
  agents: ['X-Request-Id', 'Cache-Control'],
  admin: ['X-Request-Id', 'Cache-Control'],
}

const PROBLEM: JsonSchema = {
  ...closed({
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'A link to the explanation of this code.',
    },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', description: 'An explanation of this problem, for people.' },
    instance: { type: 'string', pattern: '^urn:uuid:', description: 'The request id as a URI.' },
    code: known(Object.keys(PROBLEMS), 'The kind of problem, for programs. A code never changes.'),
    request_id: { ...UUID, description: 'The same as in `X-Request-Id`.' },
    required_scope: {
      type: 'string',
      description: 'With `insufficient_scope`: the missing scope; spaces separate several.',
    },
    import_id: { ...IMPORT_ID, description: 'With `import_running`: the import that is under way.' },
    payment: {
      type: 'string',
      description: 'With `hold_committed`: the payment for which the hold became a sale.',
    },
    errors: {
      type: 'array',
      description: 'Every error in the request.',
      minItems: 1,
      items: ref('ProblemError'),
    },
  }),
  description: 'RFC 9457. Branch on the status first, then on `code`.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
}

const ERROR_CODES = [
  'required',
  'unknown_field',
  'read_only',
  'invalid',
  ...Object.keys(UNIQUE),
  'insufficient_stock',
  'stock_differs',
  'invalid_parameter',
  'unknown_parameter',
  'invalid_cursor',
  'invalid_header',
  'invalid_idempotency_key',
]

/** An error and its place, which is one of three kinds. */
const PROBLEM_ERROR: JsonSchema = {
  ...closed({
    pointer: {
      type: 'string',
      description: 'For an error in the body: its place (RFC 6901), from the root of the body.',
    },
    parameter: { type: 'string', description: 'For an error in the query: the name of the parameter.' },
    header: { type: 'string', description: 'For an error in a header: the name of the header.' },
    code: known(ERROR_CODES, 'The kind of error, for programs.'),
    detail: { type: 'string', description: 'An explanation of the error, for people.' },
    product_id: {
      ...UUID,
      description: 'With `slug_taken`, `sku_taken` and `external_id_taken`: the product that has the value.',
    },
    quantity: {
      type: 'integer',
      format: 'int64',
      description: 'With `insufficient_stock` and `stock_differs`: the current quantity.',
    },
    held: {
      type: 'integer',
      format: 'int64',
      description: 'With `insufficient_stock` of a hold: how many this hold has, in addition to those.',
    },
    variant_id: {
      type: 'string',
      description: 'With `insufficient_stock` of a hold: the id of the variant.',
    },
  }),
  description: 'One error in a request. Exactly one of `pointer`, `parameter` and `header` shows its place.',
  required: ['code', 'detail'],
  minProperties: 3,
  maxProperties: 6,
}

export const PROBLEM_SCHEMAS: Record<string, JsonSchema> = {
  Problem: PROBLEM,
  ProblemError: PROBLEM_ERROR,
  GatewayMessage: {
    ...closed({ message: { type: ['string', 'null'] } }),
    description: 'A response of API Gateway itself.',
  },
}

const gatewayMessage = { 'application/json': { schema: ref('GatewayMessage') } }

const problemContent = { 'application/problem+json': { schema: ref('Problem') } }

const listed = (codes: readonly ProblemCode[]) => codes.map((code) => `\`${code}\``).join(', ')

/** Statuses that API Gateway can also return itself, with its own message and without the headers of this API. */
const GATEWAY_TOO = [413, 429, 500, 503]

/** The headers that a problem always has, in addition to the common ones. */
const ALWAYS: Record<number, readonly HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The headers that some problems of a status have: not every one, or not for every caller. */
function sometimes(status: number, audience: Audience): readonly HeaderName[] {
  return [
    ...(status === 403 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 409 ? (['Retry-After'] as const) : []),
    ...(status === 415 && audience === 'admin' ? (['Accept-Patch'] as const) : []),
    // Only once a key was recognized.
    ...(audience === 'admin' ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
  ]
}

function headersOfProblem(status: number, audience: Audience): Record<string, Reference> {
  const always = [...COMMON_HEADERS[audience], ...(ALWAYS[status] ?? [])]
  return {
    ...headersOf(always, { isOptional: GATEWAY_TOO.includes(status) }),
    ...headersOf(sometimes(status, audience), { isOptional: true }),
  }
}

/** The responses for the problems that an operation can have, one for each status. */
export function problemResponses(
  codes: readonly ProblemCode[],
  audience: Audience,
): Record<string, Response | Reference> {
  const statuses = new Set(codes.map((code) => PROBLEMS[code][0]))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = codes.filter((code) => PROBLEMS[code][0] === status)
      const isShared = SHARED_STATUSES.includes(status)
      return [
        status,
        isShared ? responseRef(sharedName(status, audience, own)) : problemResponse(status, own, audience),
      ]
    }),
  )
}

function problemResponse(status: number, codes: readonly ProblemCode[], audience: Audience): Response {
  return {
    description: listed(codes),
    headers: headersOfProblem(status, audience),
    content: { ...problemContent, ...(GATEWAY_TOO.includes(status) && gatewayMessage) },
  }
}

/** Statuses whose problems are the same for every operation of an audience. */
const SHARED_STATUSES: readonly number[] = [401, 413, 415, 429, 500, 503]

/** A response of writes alone has more codes than that of reads, and a name of its own: `admin-write-503`. */
const sharedName = (status: number, audience: Audience, codes: readonly ProblemCode[] = []) =>
  codes.includes('read_only') ? `${audience}-write-${status}` : `${audience}-${status}`

/** The components: responses of many operations, and those of the gateway. */
export function responseComponents(): Record<string, Response> {
  const audiences = Object.keys(COMMON_HEADERS) as Audience[]
  const shared = audiences.flatMap((audience) =>
    SHARED_STATUSES.map((status): [string, Response] => [
      sharedName(status, audience),
      problemResponse(
        status,
        codesOf(status).filter((code) => code !== 'read_only'),
        audience,
      ),
    ]),
  )
  const ofWrites = [sharedName(503, 'admin', ['read_only']), problemResponse(503, codesOf(503), 'admin')]
  return { ...Object.fromEntries([...shared, ofWrites]), ...GATEWAY_RESPONSES }
}

const codesOf = (status: number) =>
  (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => PROBLEMS[code][0] === status)

/** Responses that only the gateway returns, for every operation. */
const GATEWAY_RESPONSES: Record<string, Response> = {
  'gateway-429': {
    description: 'The gateway receives too many requests for this route.',
    content: gatewayMessage,
  },
  'gateway-431': { description: 'The headers are longer than 10,240 bytes.', content: gatewayMessage },
}

export const responseRef = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })
