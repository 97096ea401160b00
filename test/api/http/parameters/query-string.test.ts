import { expect, test } from 'vitest'
import { splitQuery } from '../../../../lib/api/http/parameters/query-string.ts'

test.each<[string | undefined, [string | null, string | null][]]>([
  [undefined, []],
  ['', []],
  ['&&&', []],
  ['a=1', [['a', '1']]],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['=a', [['', 'a']]],
  ['=', [['', '']]],
  [
    'a=1&a=2',
    [
      ['a', '1'],
      ['a', '2'],
    ],
  ],
  ['a=b=c', [['a', 'b=c']]],
  ['a;b=c', [['a;b', 'c']]],
  ['a+b=c+d', [['a b', 'c d']]],
  ['a%2Bb=%2B', [['a+b', '+']]],
  ['%61=%62', [['a', 'b']]],
  ['a%3Db=c%26d', [['a=b', 'c&d']]],
  ['a=%2561', [['a', '%61']]],
  ['a=%E2%82%AC', [['a', '€']]],
  ['a=€', [['a', '€']]],
  ['a=%00', [['a', '\u0000']]],
  ['limit[]=1', [['limit[]', '1']]],
  ['a=%', [['a', null]]],
  ['a=%E0%A4%A', [['a', null]]],
  ['a=%C0%80', [['a', null]]],
  ['a=%ED%A0%80', [['a', null]]],
  ['a=%zz', [['a', null]]],
  ['%=a', [[null, 'a']]],
  ['a=#b', [['a', '#b']]],
  ['?a=1', [['?a', '1']]],
  ['__proto__=1', [['__proto__', '1']]],
])('%j', (query, pairs) => {
  expect(splitQuery(query).map(({ name, value }) => [name, value])).toEqual(pairs)
})
