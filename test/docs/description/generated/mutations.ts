import fc from 'fast-check'
import { bodyMutations } from './mutations-body.ts'
import type { ApiRequest } from './request.ts'

/** One thing that is wrong with a request. What it does not find to change it leaves as it is. */
export interface Mutation {
  name: string
  apply: (request: ApiRequest) => Partial<ApiRequest>
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

const anotherMethod = fc
  .constantFrom(...METHODS)
  .map((method): Mutation => ({ name: `method ${method}`, apply: () => ({ method }) }))

/** Broken UTF-8, overlong and surrogate code points, NUL, separators, and text that means something elsewhere. */
const ODD_ENCODINGS = [
  '%',
  '%zz',
  '%F',
  '%FF',
  '%C0%AF',
  '%ED%A0%80',
  '%00',
  '%2F',
  '%2e%2e',
  '%0D%0AX:1',
  '%25',
  '%u0041',
  '+',
  ';a=b',
  "'",
  '()',
  '%F0%9F%98%80',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e400',
  '..',
  '.',
  '~',
]

const odd = fc.oneof(
  fc.constantFrom(...ODD_ENCODINGS),
  fc.nat(3_000).map((n) => 'x'.repeat(n)),
)

const path = fc.oneof(
  fc
    .constantFrom('/', '//', '/x', '/.', '/..', '/%2F', '?', '/bulk', '/current', ';v=1')
    .map((end): Mutation => ({ name: `path + ${end}`, apply: ({ path: at }) => ({ path: at + end }) })),
  fc.tuple(fc.nat(10), odd).map(
    ([at, segment]): Mutation => ({
      name: `segment ${at}: ${segment.slice(0, 40)}`,
      apply: ({ path: whole }) => {
        const segments = whole.split('/')
        return { path: segments.with(1 + (at % (segments.length - 1)), segment).join('/') }
      },
    }),
  ),
  fc.constant<Mutation>({ name: 'upper case', apply: ({ path: at }) => ({ path: at.toUpperCase() }) }),
  fc.constant<Mutation>({ name: 'doubled slashes', apply: ({ path: at }) => ({ path: `/${at}` }) }),
)

const names = fc.constantFrom(
  'limit',
  'cursor',
  'sort',
  'fields',
  'ids',
  'category',
  'business',
  'price_min',
  'utm_source',
  '_',
  'unknown',
  '__proto__',
  'constructor',
  'a[b]',
  'limit%00',
  '%FF',
  '',
  'Limit',
  'x'.repeat(500),
)

const query = fc.oneof(
  fc.tuple(names, odd).map(
    ([name, value]): Mutation => ({
      name: `parameter ${name.slice(0, 20)}=${value.slice(0, 40)}`,
      apply: (request) => ({ query: [...request.query, `${name}=${value}`] }),
    }),
  ),
  names.map(
    (name): Mutation => ({
      name: `parameter ${name.slice(0, 20)} without a value`,
      apply: (request) => ({ query: [...request.query, name] }),
    }),
  ),
  fc.nat(10).map(
    (at): Mutation => ({
      name: `parameter ${at} twice`,
      apply: ({ query: all }) => ({ query: [...all, ...all.slice(at % (all.length || 1)).slice(0, 1)] }),
    }),
  ),
  fc.constantFrom('&&&', '=', '=x', '&=&=', 'limit=1&limit=2', '?a=b', 'a=b=c', '#'.replace('#', '%23')).map(
    (text): Mutation => ({
      name: `query ${text}`,
      apply: (request) => ({ query: [...request.query, text] }),
    }),
  ),
  fc.nat(200).map(
    (count): Mutation => ({
      name: `${count} unknown parameters`,
      apply: (request) => ({
        query: [...request.query, ...Array.from({ length: count }, (_, n) => `u${n}=${n}`)],
      }),
    }),
  ),
)

/** None that change how the message itself is read: what the connection does with those is not the API's. */
const HOSTILE_HEADERS: [string, string][] = [
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    '',
    'application/json, text/html',
  ].map((type): [string, string] => ['content-type', type]),
  ...['APPLICATION/JSON', 'application/json;charset="UTF-8"', 'application/merge-patch+json', '/', ';;;'].map(
    (type): [string, string] => ['content-type', type],
  ),
  ...['*', '""', 'W/"1.1"', '"unclosed', '1.1', '"a","b",', `"${'x'.repeat(2_000)}"`, '"ÿ"'].flatMap(
    (tag): [string, string][] => [
      ['if-match', tag],
      ['if-none-match', tag],
    ],
  ),
  ...['', '""', 'a b', 'a,b', 'x'.repeat(256), 'ÿ', '__proto__', 'one'].map((key): [string, string] => [
    'idempotency-key',
    key,
  ]),
  ...['Bearer', 'Bearer x', 'Basic YTpi', 'Bearer a b', '', `Bearer sfk_${'0'.repeat(49)}`, 'bearer\tx'].map(
    (value): [string, string] => ['authorization', value],
  ),
  ...['', 'nobody', '__proto__', '%00', 'ÿ', 'x'.repeat(300)].flatMap((value): [string, string][] => [
    ['x-public-business-slug', value],
    ['x-public-business-uuid', value],
  ]),
  ...['gzip;q=0, *', 'br;q=nan', ',,,', 'identity;q=0', 'x'.repeat(1_000)].map((value): [string, string] => [
    'accept-encoding',
    value,
  ]),
  ['accept', 'text/html'],
  ['content-encoding', 'gzip'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '127.0.0.1, 10.0.0.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-request-id', '<script>'],
  ['range', 'bytes=0-1'],
  ['origin', 'null'],
  ['cookie', '__proto__=1; a=b'],
  ['if-modified-since', 'never'],
  ['constructor', 'x'],
  ['x-long', 'x'.repeat(9_000)],
  ['x-too-long', 'x'.repeat(11_000)],
]

const headers = fc.oneof(
  fc.constantFrom(...HOSTILE_HEADERS).map(
    ([name, value]): Mutation => ({
      name: `header ${name}: ${value.slice(0, 40)}`,
      apply: (request) => ({
        headers: [...request.headers.filter(([other]) => other !== name), [name, value]],
      }),
    }),
  ),
  fc.nat(10).map(
    (at): Mutation => ({
      name: `header ${at} twice`,
      apply: ({ headers: all }) => ({ headers: [...all, ...all.slice(at % (all.length || 1)).slice(0, 1)] }),
    }),
  ),
  fc.nat(10).map(
    (at): Mutation => ({
      name: `header ${at} left out`,
      apply: ({ headers: all }) => ({ headers: all.filter((_, n) => n !== at % (all.length || 1)) }),
    }),
  ),
)

/** Anything that can be wrong with a request. Bodies have most to be wrong with. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 1, arbitrary: anotherMethod },
  { weight: 2, arbitrary: path },
  { weight: 3, arbitrary: query },
  { weight: 4, arbitrary: headers },
  { weight: 8, arbitrary: bodyMutations },
)
