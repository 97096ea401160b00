import type { Header, Reference } from './openapi.ts'

const text = { type: 'string' }

/** The headers of responses. `required` headers are in every response whose description names them. */
const HEADERS = {
  'X-Request-Id': {
    description: 'The request id; quote it when you ask for help. The server always makes a new one.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any origin can read a public response.',
    required: true,
    schema: { type: 'string', const: '*' },
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that a page of another origin can read.',
    required: true,
    schema: text,
  },
  'Cache-Control': {
    description: 'How long, and by which caches, the response can be stored.',
    required: true,
    schema: text,
  },
  Vary: {
    description: 'The request headers on which the response depends.',
    required: true,
    schema: text,
  },
  ETag: {
    description: 'Names this representation; send it back in `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[!#-~]+"$' },
  },
  'ETag-of-version': {
    description: 'Names this version of the object; send it back in `If-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"\\d+\\.\\d+"$' },
  },
  'Content-Encoding': {
    description: 'The compression of a response over 1 KB, chosen by `Accept-Encoding`.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  Link: {
    description:
      'The next page, relative to this one, as `<?…>; rel="next"` (RFC 8288). Absent on the last page.',
    schema: text,
  },
  Location: {
    description: 'The path of the new object, relative to the host.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotency-Replayed': {
    description:
      'Present if this is the stored response of the first request with this `Idempotency-Key`, or with this plan. A bulk request has it if it changed nothing, because an earlier one carried out each operation that succeeded.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description:
      'The rate limit of the key: a burst of `q` requests, available again after `w` seconds. A write of many variants or stock changes counts as one request, and one more for each further 25.',
    required: true,
    schema: text,
    example: '"default";q=100;w=5',
  },
  RateLimit: {
    description: '`r` requests are left, with more in `t` seconds.',
    schema: text,
    example: '"default";r=99;t=1',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  'WWW-Authenticate': {
    description: 'The authentication that the request needs (RFC 6750).',
    required: true,
    schema: text,
  },
  'Accept-Patch': {
    description: 'The media types that a PATCH can have.',
    required: true,
    schema: text,
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

const OPTIONAL = '.optional'
const OF_VERSION = '-of-version'

/** The components: each header, and each a second time for responses that do not always have it. */
export function headerComponents(): Record<string, Header> {
  const all: [string, Header][] = Object.entries(HEADERS)
  const optional = all.map(([name, { required: _, ...header }]): [string, Header] => [
    name + OPTIONAL,
    header,
  ])
  return Object.fromEntries([...all, ...optional])
}

/** Headers of a response: references to their components, under the names that they have on the wire. */
export function headersOf(
  names: readonly HeaderName[],
  { isOptional = false }: { isOptional?: boolean } = {},
): Record<string, Reference> {
  return Object.fromEntries(
    names.map((name) => [
      name.replace(OF_VERSION, ''),
      { $ref: `#/components/headers/${name}${isOptional ? OPTIONAL : ''}` },
    ]),
  )
}
