import { describe, expect, test } from 'vitest'
import {
  ADVERTISING,
  anyText,
  boolean,
  integerFrom,
  listOf,
  oneOf,
  type ParameterReader,
  readParameters,
  refuse,
  repeated,
  required,
  skuText,
} from '../../../../lib/api/http/parameters/parameters.ts'
import { Problem } from '../../../../lib/api/http/problems/problem.ts'
import { Unreadable } from '../../../../lib/domain/text/unreadable.ts'

const readers = {
  limit: integerFrom(1, 200),
  sort: oneOf(['name', '-name']),
  tag: anyText,
  ids: listOf(anyText, 3),
}

/** The faults of a query: parameter and code of each. */
function faultsOf(query: string): [string, string][] {
  try {
    readParameters(query, readers, { ignored: ADVERTISING })
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.options.errors ?? []).map((fault) => [
      'parameter' in fault ? fault.parameter : '',
      fault.code,
    ])
  }
}

describe('reading parameters', () => {
  test.each<[string, object]>([
    ['', {}],
    ['limit=1', { limit: 1 }],
    ['limit=200&sort=-name', { limit: 200, sort: '-name' }],
    ['%6cimit=5', { limit: 5 }],
    ['tag=a+b', { tag: 'a b' }],
    ['tag=%00', { tag: '\u0000' }],
    ['ids=a,b,a', { ids: ['a', 'b'] }],
    ['ids=a&ids=b', { ids: ['a', 'b'] }],
    ['ids=b,a&limit=1&%69ds=a', { ids: ['b', 'a'], limit: 1 }],
    ['ids=a&ids=b&ids=c', { ids: ['a', 'b', 'c'] }],
    ['utm_source=x&utm_=y&fbclid=z&gclid=1&_=2&limit=3', { limit: 3 }],
    ['utm_source=x&utm_source=x&_&_=%', {}],
  ])('%j', (query, values) => {
    expect(readParameters(query, readers, { ignored: ADVERTISING })).toEqual(values)
  })

  test.each<[string, [string, string][]]>([
    ...[
      '0',
      '201',
      '-1',
      '+1',
      '01',
      '1.0',
      '1e1',
      ' 1',
      '1%20',
      'NaN',
      'Infinity',
      '0x1',
      '٣',
      '9'.repeat(400),
    ].map((value): [string, [string, string][]] => [`limit=${value}`, [['limit', 'invalid_parameter']]]),
    ['limit', [['limit', 'invalid_parameter']]],
    ['limit=', [['limit', 'invalid_parameter']]],
    ['limit=1&limit=1', [['limit', 'invalid_parameter']]],
    ['limit=1&%6cimit=1', [['limit', 'invalid_parameter']]],
    ['tag', [['tag', 'invalid_parameter']]],
    ['tag=', [['tag', 'invalid_parameter']]],
    ['tag=%', [['tag', 'invalid_parameter']]],
    ['tag=%E0%A4%A', [['tag', 'invalid_parameter']]],
    ['%=1', [['', 'invalid_parameter']]],
    ['sort=Name', [['sort', 'invalid_parameter']]],
    ['ids=a,b,c,d', [['ids', 'invalid_parameter']]],
    ['ids=a,b&ids=c,d', [['ids', 'invalid_parameter']]],
    ['ids=a&ids=a&ids=a&ids=a', [['ids', 'invalid_parameter']]],
    ['ids=a&ids=', [['ids', 'invalid_parameter']]],
    ['ids=a&ids', [['ids', 'invalid_parameter']]],
    ['ids=a&ids=%', [['ids', 'invalid_parameter']]],
    ['sort=name&sort=name', [['sort', 'invalid_parameter']]],
    ['tag=a&tag=b', [['tag', 'invalid_parameter']]],
    ['limit[]=1', [['limit[]', 'unknown_parameter']]],
    ['Limit=1', [['Limit', 'unknown_parameter']]],
    ['limit%00=1', [['limit\u0000', 'unknown_parameter']]],
    ['=1', [['', 'unknown_parameter']]],
    ['UTM_source=1', [['UTM_source', 'unknown_parameter']]],
    ['xutm_a=1', [['xutm_a', 'unknown_parameter']]],
    ['__=1', [['__', 'unknown_parameter']]],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(
      (name): [string, [string, string][]] => [`${name}=1`, [[name, 'unknown_parameter']]],
    ),
    [
      'limit=0&what=1&sort=&tag=%&limit=1',
      [
        ['limit', 'invalid_parameter'],
        ['what', 'unknown_parameter'],
        ['sort', 'invalid_parameter'],
        ['tag', 'invalid_parameter'],
        ['limit', 'invalid_parameter'],
      ],
    ],
  ])('%j is refused', (query, faults) => {
    expect(faultsOf(query)).toEqual(faults)
  })

  test('an unknown name is echoed only as far as anybody would type one', () => {
    expect(faultsOf(`${'x'.repeat(5000)}=1`)).toEqual([['x'.repeat(40), 'unknown_parameter']])
  })

  test('an error that is not about the parameter is not taken for one', () => {
    const broken = () => {
      throw new TypeError('a fault of ours')
    }
    expect(() => readParameters('a=1', { a: broken })).toThrow(TypeError)
  })
})

/** The value that a reader makes of a text, or its words against it. */
function reading<T>(reader: ParameterReader<T>, text: string, before?: readonly string[]): T | string {
  try {
    return reader(text, before)
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
}

test.each<[string, () => ParameterReader<unknown>, string, unknown]>([
  ['an integer at its least', () => integerFrom(1, 200), '1', 1],
  ['one at its most', () => integerFrom(1, 200), '200', 200],
  ['one below', () => integerFrom(1, 200), '0', 'must be an integer from 1 to 200'],
  ['one above', () => integerFrom(1, 200), '201', 'must be an integer from 1 to 200'],
  ['a zero', () => integerFrom(0, 200), '0', 0],
  ['a price', () => integerFrom(0, 1e12), '1000000000000', 1e12],
  ['one of sixteen digits', () => integerFrom(0, 2 ** 53), '9007199254740991', 9007199254740991],
  [
    'one of seventeen',
    () => integerFrom(0, Number.MAX_VALUE),
    '1'.repeat(17),
    expect.stringMatching('^must be'),
  ],
  ['yes', () => boolean, 'true', true],
  ['no', () => boolean, 'false', false],
  ['neither', () => boolean, 'TRUE', 'must be true or false'],
  ['a word', () => oneOf(['name', '-name']), '-name', '-name'],
  ['another word', () => oneOf(['name', '-name']), 'price', 'must be one of name, -name'],
  ['a list', () => listOf(anyText, 3), 'b,a,b', ['b', 'a']],
  ['a list of too many', () => listOf(anyText, 3), 'a,b,c,a', 'must have at most 3 values'],
  ['a list of what cannot be read', () => listOf(boolean, 3), 'true,no', 'must be true or false'],
  ['a SKU with blanks around it', () => skuText, ' A 1 ', 'A 1'],
])('%s is read', (_, make, text, expected) => {
  expect(reading(make(), text)).toEqual(expected)
})

test('a list may be sent in parts, and has as many values as all of them', () => {
  const ids = (query: string) => readParameters(query, { ids: listOf(anyText, 2) })
  expect(ids('ids=b&ids=a')).toEqual({ ids: ['b', 'a'] })
  expect(() => ids('ids=a,b&ids=c')).toThrow('invalid_parameter')
})

describe('a parameter that is sent once for each value', () => {
  const tags = (query: string) => readParameters(query, { tag: repeated(anyText, 2) })

  test('has them in their order, each once, commas and all', () => {
    expect(tags('tag=b,c')).toEqual({ tag: ['b,c'] })
    expect(tags('tag=b&tag=a')).toEqual({ tag: ['b', 'a'] })
    expect(tags('tag=a&tag=a')).toEqual({ tag: ['a'] })
  })

  test('cannot be sent more often', () => {
    expect(reading(repeated(anyText, 2), 'c', ['a'])).toEqual(['a', 'c'])
    expect(reading(repeated(anyText, 2), 'c', ['a', 'b'])).toBe('was sent more than 2 times')
    expect(reading(repeated(anyText, 2), 'a', ['a', 'a'])).toBe('was sent more than 2 times')
  })

  test('reads each of its values', () => {
    expect(reading(repeated(boolean, 2), 'true', ['false'])).toEqual([false, true])
    expect(reading(repeated(boolean, 2), 'no', ['false'])).toBe('must be true or false')
  })
})

/** A problem as its code, its detail and its errors. */
function problemOf(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.options.detail, error.options.errors]
    throw error
  }
  return undefined
}

describe('a refused query', () => {
  const problemIn = (query: string) => problemOf(() => readParameters(query, readers))

  test.each([
    ['limit=0', 'invalid_parameter', 'The parameter "limit" must be an integer from 1 to 200.'],
    ['tag=', 'invalid_parameter', 'The parameter "tag" is empty.'],
    ['tag=a&tag=b', 'invalid_parameter', 'The parameter "tag" was sent more than once.'],
    ['tag=%', 'invalid_parameter', 'The parameter "tag" is not valid percent-encoded UTF-8.'],
    ['%=1', 'invalid_parameter', 'A parameter: the name is not valid percent-encoded UTF-8.'],
    [
      'x=1',
      'unknown_parameter',
      'The parameter "x" is unknown; this endpoint accepts limit, sort, tag, ids.',
    ],
    // The first fault decides.
    ['x=1&limit=0', 'unknown_parameter', expect.stringContaining('"x"')],
    ['limit=0&x=1', 'invalid_parameter', expect.stringContaining('"limit"')],
  ])('%s: %s', (query, code, detail) => {
    expect(problemIn(query)?.slice(0, 2)).toEqual([code, detail])
  })

  test('of an endpoint without parameters is refused with the reason that there are none', () => {
    const [, detail] = problemOf(() => readParameters('x=1', {})) ?? []
    expect(detail).toBe('The parameter "x" is unknown; this endpoint accepts none.')
  })

  test('has 20 faults at most, and an unknown name once', () => {
    const many = Array.from({ length: 30 }, (_, n) => `x${n}=1`)
    expect(faultsOf(many.join('&'))).toHaveLength(20)
    expect(faultsOf(many.slice(0, 19).join('&'))).toHaveLength(19)
    expect(faultsOf('x=1&x=2&y=3&x=4')).toEqual([
      ['x', 'unknown_parameter'],
      ['y', 'unknown_parameter'],
    ])
  })

  test('ignores advertising only where that is said', () => {
    expect(problemIn('utm_source=1')?.[0]).toBe('unknown_parameter')
    expect(faultsOf('utm_source=1')).toEqual([])
  })
})

test('a parameter without which nothing can be said is required, and zero is a value', () => {
  expect(required('after', 0)).toBe(0)
  expect(problemOf(() => required('after', undefined))).toEqual([
    'invalid_parameter',
    'The parameter "after" is required.',
    [{ parameter: 'after', code: 'invalid_parameter', detail: 'is required' }],
  ])
})

test('without a fault there is no problem', () => {
  expect(problemOf(() => refuse([]))).toBeUndefined()
})
