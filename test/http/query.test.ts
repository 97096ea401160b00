import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  ADVERTISING,
  anyText,
  integerFrom,
  listOf,
  oneOf,
  readParameters,
} from '../../lib/http/parameters/parameters.ts'
import { splitQuery } from '../../lib/http/parameters/query-string.ts'
import { Problem } from '../../lib/http/problems/problem.ts'
import { makeMarkedShop } from '../support/public-paths.ts'
import { outcomeOf, problemIn, send } from '../support/send.ts'
import { callAs, makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

describe('splitting a query', () => {
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
})

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

describe('over the wire', async () => {
  const { business, paths } = await makeMarkedShop(randomUUID().slice(0, 8))
  const asShop = { 'x-public-business-slug': business.slug }

  test.each(paths.map((path) => [path]))('%s reads its query strictly', async (path) => {
    const own = path === '/products' ? 'category' : path === '/categories' ? 'limit, cursor' : 'business'
    const unknown = problemIn(await send(`${path}?what=1`, asShop))
    expect(unknown.errors).toMatchObject([{ parameter: 'what', code: 'unknown_parameter' }])
    expect(unknown.errors?.[0]?.detail).toContain(own)
    expect(unknown.errors?.[0]?.detail).toContain('business')
    for (const query of ['what=%', '%=1', '%E0%A4%A=1', 'a%', '=', 'limit[]=1'])
      expect((await send(`${path}?${query}`, asShop)).status, query).toBe(400)
    const all = problemIn(await send(`${path}?what=1&why=2&%=3`, asShop))
    expect(all.errors).toHaveLength(3)
    const ignored = 'utm_source=x&utm_campaign=%&fbclid=1&gclid&_=1700000000&_=2'
    expect(outcomeOf(await send(`${path}?${ignored}`, asShop))).toBe('200')
  })

  test('a list names every fault of its own parameters at once', async () => {
    const query =
      'limit=0&sort=color&is_available=yes&price_min=-1&price_max=1e3&ids=x&fields=cost&tag=&category=%'
    const { errors = [], status } = problemIn(await send(`/products?${query}`, asShop))
    expect(status).toBe(400)
    expect(errors.map(({ parameter }) => parameter)).toEqual(
      query.split('&').map((pair) => pair.split('=')[0]),
    )
  })

  test.each([
    'category=%00',
    'tag=%00',
    'category=%23',
    'tag=%F0%9F%8D%B5',
    'category=no-such',
    'category=..',
  ])('%s is text that matches nothing', async (query) => {
    const answer = await send(`/products?${query}`, asShop)
    expect(JSON.parse(answer.body.toString())).toMatchObject({ data: [], count: 0, has_more: false })
  })

  test('/health knows no parameter, and needs no identification', async () => {
    expect(outcomeOf(await send('/health?_=1'))).toBe('200')
    expect(outcomeOf(await send('/health?what=1'))).toBe('400 unknown_parameter')
    expect(
      outcomeOf(await send('/health', { authorization: 'Bearer x', 'x-public-business-slug': '' })),
    ).toBe('200')
  })
})

describe('a query that asks for a large answer', () => {
  test('of nothing but unknown parameters gets a short list of faults', async () => {
    const shop = await makeBusiness()
    const many = Array.from({ length: 1000 }, (_, n) => `x${n}`).join('&')
    const answer = await callAs(shop, `/business?${many}`)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { errors: unknown[] }).errors).toHaveLength(20)
    const same = await callAs(shop, `/business?${'a&'.repeat(2000)}`)
    expect(((await same.json()) as { errors: unknown[] }).errors).toHaveLength(1)
  })

  test('of a tag no product can have is an empty list without a Link', async () => {
    const shop = await makeBusiness()
    await makeCategory(shop)
    await Promise.all(Array.from({ length: 3 }, () => makeProduct(shop, { category_id: 'tea' })))
    const answer = await callAs(shop, `/products?limit=1&tag=${'+'.repeat(9000)}`)
    expect(answer.headers.get('link')).toBeNull()
    expect(await answer.json()).toEqual({ data: [], count: 0, has_more: false, next_cursor: null })
  })

  test('of one field many times over is refused', async () => {
    const shop = await makeBusiness()
    expect((await callAs(shop, `/products?fields=${'id,'.repeat(30)}id`)).status).toBe(400)
  })
})
