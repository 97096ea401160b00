import { PROBLEMS, type ProblemCode } from '../http/other-problems.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { closed, ref } from './json-schema.ts'
import type { JsonSchema, MediaType, Reference, Response } from './openapi.ts'
import { UUID } from './schemas/members.ts'

/** Who may call decides which headers an answer has. */
export type Audience = 'open' | 'public' | 'admin'

/** What every answer of ours has. */
export const COMMON_HEADERS: Record<Audience, readonly HeaderName[]> = {
  open: ['X-Request-Id', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cache-Control'],
  public: ['X-Request-Id', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cache-Control'],
  admin: ['X-Request-Id', 'Cache-Control'],
}

/** An object that says where the fault is, in one of three ways. */
const faultIn = (place: string, description: string, codes: readonly string[]): JsonSchema =>
  closed({
    [place]: { type: 'string', description },
    code: { type: 'string', enum: [...codes] },
    detail: { type: 'string', description: 'For people.' },
  })

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'RFC 9457. Branch on the status first, then on `code`.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'Leads to what is to be known of this code.' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'As in the status line.' },
    detail: { type: 'string', description: 'What is wrong this time, for people.' },
    instance: { type: 'string', pattern: '^urn:uuid:', description: 'This one answer.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS), description: 'Never changes.' },
    request_id: { ...UUID, description: 'As in `X-Request-Id`.' },
    required_scope: { type: 'string', description: 'With `insufficient_scope`: what the key lacks.' },
    errors: {
      type: 'array',
      description: 'Every fault of the request at once.',
      minItems: 1,
      items: {
        anyOf: [
          faultIn('pointer', 'RFC 6901, from the root of the body.', [
            ...['required', 'unknown_field', 'read_only', 'invalid'],
            ...['slug_taken', 'sku_taken', 'external_id_taken'],
          ]),
          faultIn('parameter', 'Name of the query parameter.', [
            ...['invalid_parameter', 'unknown_parameter', 'invalid_cursor'],
          ]),
          faultIn('header', 'Name of the header.', ['invalid_header', 'invalid_idempotency_key']),
        ],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  additionalProperties: false,
}

export const PROBLEM_SCHEMAS: Record<string, JsonSchema> = {
  Problem: PROBLEM,
  GatewayMessage: {
    ...closed({ message: { type: ['string', 'null'] } }),
    description: 'An answer of API Gateway itself.',
  },
}

const gatewayMessage = { 'application/json': { schema: ref('GatewayMessage') } }

const problemContent = (status: number, codes: readonly ProblemCode[]): Record<string, MediaType> => ({
  'application/problem+json': {
    schema: {
      allOf: [
        ref('Problem'),
        { properties: { status: { const: status }, code: { enum: [...codes] } }, type: 'object' },
      ],
    },
  },
})

const listed = (codes: readonly ProblemCode[]) => codes.map((code) => `\`${code}\``).join(', ')

/** Statuses that API Gateway may answer with a message of its own, and then without any of our headers. */
const GATEWAY_TOO = [413, 429, 500, 503]

/** The headers that a problem always has, beside the common ones. */
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
    ...(status === 415 ? (['Accept-Patch'] as const) : []),
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

/** The answers to the problems an operation may have, one for each status. */
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
        isShared ? responseRef(sharedName(status, audience)) : problemResponse(status, own, audience),
      ]
    }),
  )
}

function problemResponse(status: number, codes: readonly ProblemCode[], audience: Audience): Response {
  const content = problemContent(status, codes)
  return {
    description: listed(codes),
    headers: headersOfProblem(status, audience),
    content: GATEWAY_TOO.includes(status) ? { ...content, ...gatewayMessage } : content,
  }
}

/** Statuses whose problems are the same for every operation of an audience. */
const SHARED_STATUSES: readonly number[] = [401, 413, 415, 429, 500, 503]

const sharedName = (status: number, audience: Audience) => `${audience}-${status}`

/** The components: what many operations answer, and what only the gateway does. */
export function responseComponents(): Record<string, Response> {
  const audiences = Object.keys(COMMON_HEADERS) as Audience[]
  const shared = audiences.flatMap((audience) =>
    SHARED_STATUSES.map((status): [string, Response] => [
      sharedName(status, audience),
      problemResponse(status, codesOf(status), audience),
    ]),
  )
  return { ...Object.fromEntries(shared), ...GATEWAY_RESPONSES }
}

const codesOf = (status: number) =>
  (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => PROBLEMS[code][0] === status)

/** What only the gateway answers, whatever was called. */
const GATEWAY_RESPONSES: Record<string, Response> = {
  'gateway-429': { description: 'The whole deployment is called too often.', content: gatewayMessage },
  'gateway-431': { description: 'Over 10,240 bytes of headers.', content: gatewayMessage },
}

export const responseRef = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })
