import fc from 'fast-check'
import type { Mutation } from './mutations.ts'
import { type Body, bytesOf } from './request.ts'

/** JSON that `JSON.stringify` writes as it stands; TypeScript does not know it yet. */
const raw = (text: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text)

const ODD_NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '0.5',
  '9007199254740993',
  '1e-400',
  '10.0',
  '1e3',
  '-1',
  '1000000000001',
  '1.7976931348623157e308',
  '5e-324',
  '123456789012345678901234567890',
].map(raw)

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0007b',
  '\ud800',
  '\udfff\ud800',
  '\u2028',
  '\ufffe',
  '\u202e\u202d',
  '\r\n',
  'a\u0301'.repeat(50),
  '<script>',
  '%s%n',
  "'; --",
  '../../etc',
  'BIZ#x',
  '1',
  'true',
  'null',
  'ﷺ',
]

const ODD_VALUES = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 1 },
  ...ODD_NUMBERS,
  ...ODD_TEXTS,
]

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '\u0000',
  '\ud800',
  'unknown',
  'id',
  'version',
  'business_id',
  'created_at',
  'currency',
  'pk',
  'sk',
  'x'.repeat(300),
  'a/b~c',
]

/** Changes of the value at a node of a body; `undefined` takes it out. */
type Change = (value: unknown) => unknown

/** The value with one of its nodes changed: they are counted as they are written. */
function changeAt(value: unknown, at: number, change: Change): unknown {
  if (isTooDeep(value)) return value
  let left = at % countOf(value)
  const walk = (node: unknown): unknown => {
    if (left-- === 0) return change(node)
    if (Array.isArray(node)) return node.map(walk).filter((item) => item !== undefined)
    if (!isObject(node)) return node
    return fromEntries(Object.entries(node).map(([name, member]) => [name, walk(member)]))
  }
  return walk(value)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !(JSON as unknown as { isRawJSON: (v: unknown) => boolean }).isRawJSON(value)

/** A value that another mutation has made so deep that nothing can walk through it. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth < 500; depth++)
    level = level.flatMap((one) => (isObject(one) ? Object.values(one) : []))
  return level.length > 0
}

const countOf = (value: unknown): number =>
  1 + (isObject(value) ? Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 0) : 0)

/** An object that may have a member called `__proto__`. */
function fromEntries(entries: [string, unknown][]): object {
  const object = {}
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  return object
}

const node = (name: string, changes: fc.Arbitrary<Change>): fc.Arbitrary<Mutation> =>
  fc.tuple(fc.nat(200), changes).map(
    ([at, change]): Mutation => ({
      name: `body: ${name} at ${at}`,
      apply: ({ body }) =>
        body && 'json' in body ? { body: { json: changeAt(body.json, at, change) } } : {},
    }),
  )

const added = (value: unknown, name: string, member: unknown) =>
  isObject(value) && !Array.isArray(value) ? fromEntries([...Object.entries(value), [name, member]]) : value

function deep(levels: number, isArray: boolean): unknown {
  let value: unknown = 1
  for (let n = 0; n < levels; n++) value = isArray ? [value] : { a: value }
  return value
}

const oddValue = fc.constantFrom(...ODD_VALUES)

const members = [
  node(
    'another value',
    oddValue.map((value) => () => value),
  ),
  node(
    'gone',
    fc.constant(() => undefined),
  ),
  node(
    'a member more',
    fc.tuple(fc.constantFrom(...ODD_NAMES), oddValue).map(
      ([name, member]) =>
        (value) =>
          added(value, name, member),
    ),
  ),
  node(
    'in a list',
    fc.constant((value) => [value]),
  ),
  node(
    'in an object',
    fc.constantFrom('a', 'value', '__proto__').map((name) => (value) => fromEntries([[name, value]])),
  ),
  node(
    'deep',
    fc.tuple(fc.oneof(fc.integer({ min: 25, max: 40 }), fc.constantFrom(500, 3_000)), fc.boolean()).map(
      ([levels, isArray]) =>
        () =>
          deep(levels, isArray),
    ),
  ),
  node(
    'long text',
    fc.constantFrom(201, 501, 5_001, 33_000, 300_000).map((length) => () => 'é'.repeat(length / 2)),
  ),
  node(
    'many',
    fc.constantFrom(21, 101, 1_001).map((count) => (value) => Array.from({ length: count }, () => value)),
  ),
  node(
    'text more',
    fc
      .constantFrom(...ODD_TEXTS)
      .map((more) => (value) => (typeof value === 'string' ? value + more : value)),
  ),
]

/** The text of a body changed, whatever it says. */
const text = (name: string, change: (bytes: Buffer) => Buffer): fc.Arbitrary<Mutation> =>
  fc.constant<Mutation>({
    name: `body: ${name}`,
    apply: ({ body }) => ({ body: { bytes: change(bytesOf(body as Body) ?? Buffer.from('{}')) } }),
  })

const is = (whole: string) => () => Buffer.from(whole, 'latin1')
const inside = (insert: string) => (bytes: Buffer) =>
  Buffer.concat([bytes.subarray(0, 1), Buffer.from(insert, 'latin1'), bytes.subarray(1)])

const texts = [
  ...['', 'null', '[]', '"x"', '1', 'NaN', '{', '{}{}', '{"a":1,}', "{'a':1}", '{"a":\u0001}', '/**/{}'].map(
    (whole) => text(whole === '' ? 'empty' : whole, is(whole)),
  ),
  text('cut', (bytes) => bytes.subarray(0, bytes.length / 2)),
  text('with a byte order mark', (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes])),
  text('broken UTF-8', inside('"\xff\xfe":1,')),
  text('members twice', inside('"name":1,"price":"x","name":"twice",')),
  text('__proto__', inside('"__proto__":{"isAdmin":true},')),
  text('in UTF-16', (bytes) => Buffer.from(bytes.toString(), 'utf16le')),
  text('300 KB of white space', (bytes) => Buffer.concat([bytes, Buffer.alloc(300 * 1024, ' ')])),
]

/** Whatever can be wrong with a body: mostly one of its members, now and then all of it. */
export const bodyMutations: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...members) },
  { weight: 1, arbitrary: fc.oneof(...texts) },
)
