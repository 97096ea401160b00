import type { Header, Reference } from './openapi.ts'

const text = { type: 'string' }

/** The headers of answers. `required` ones are in every answer whose description names them. */
const HEADERS = {
  'X-Request-Id': {
    description: 'Finds the request in the logs; quote it when you ask for help. Always made here.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'Access-Control-Allow-Origin': {
    description: 'Any page may read a public answer.',
    required: true,
    schema: { type: 'string', const: '*' },
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers a page of another origin may read.',
    required: true,
    schema: text,
  },
  'Cache-Control': {
    description: 'How long and by whom the answer may be kept.',
    required: true,
    schema: text,
  },
  Vary: {
    description: 'The request headers that a cache must tell apart.',
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
    description: 'Over 1 KB, as `Accept-Encoding` asks.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  Link: {
    description: 'The next page, relative to this one, as `<?…>; rel="next"` (RFC 8288). Absent on the last.',
    schema: text,
  },
  Location: {
    description: 'Where the new object is, relative to the host.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotency-Replayed': {
    description: 'The answer of the first call under this `Idempotency-Key`, given again.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description: 'The pace of the key: `q` calls at once, which come back in `w` seconds.',
    required: true,
    schema: text,
    example: '"default";q=100;w=5',
  },
  RateLimit: {
    description: '`r` calls are left, and in `t` seconds there will be more.',
    schema: text,
    example: '"default";r=99;t=1',
  },
  'Retry-After': {
    description: 'Seconds to wait before another try.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  'WWW-Authenticate': {
    description: 'What to send instead (RFC 6750).',
    required: true,
    schema: text,
  },
  'Accept-Patch': {
    description: 'The media types a PATCH may have.',
    required: true,
    schema: text,
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

const OPTIONAL = '.optional'
const OF_VERSION = '-of-version'

/** The components: each header, and each once more for answers that need not have it. */
export function headerComponents(): Record<string, Header> {
  const all: [string, Header][] = Object.entries(HEADERS)
  const optional = all.map(([name, { required: _, ...header }]): [string, Header] => [
    name + OPTIONAL,
    header,
  ])
  return Object.fromEntries([...all, ...optional])
}

/** Headers as an answer names them: by reference to their components, under the names they have on the wire. */
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
