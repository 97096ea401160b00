import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isProductSlug, isSlug, isUuid } from '../../../lib/domain/text/identifiers.ts'
import {
  numberedSlug,
  productSlug,
  slug,
  slugCandidates,
  slugFromName,
} from '../../../lib/domain/text/slug.ts'

const UUID = '01900000-0000-7000-8000-00000000000a'

describe('a slug', () => {
  test.each([
    'a',
    '0',
    'ab',
    'a-b',
    'a--b',
    '1-2-3',
    'x'.repeat(63),
    `${UUID}0`,
    `a${UUID}`,
    UUID.slice(0, -1),
    'news',
  ])('may be %s', (text) => {
    expect(isSlug(text)).toBe(true)
    expect(v.is(slug, text)).toBe(true)
    expect(isProductSlug(text)).toBe(true)
    expect(v.is(productSlug, text)).toBe(true)
  })

  test.each([
    '',
    '-',
    '-a',
    'a-',
    'A',
    'a_b',
    'a.b',
    'a b',
    ' a',
    'a\n',
    'a\u0000',
    'a#b',
    'a/b',
    'é',
    '\u0430',
    '\uFF41',
    UUID,
    UUID.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
  ])('may not be %j', (text) => {
    expect(isSlug(text)).toBe(false)
    expect(v.is(slug, text)).toBe(false)
    expect(isProductSlug(text)).toBe(false)
    expect(v.is(productSlug, text)).toBe(false)
  })

  test('has at most 63 characters, that of a product 255', () => {
    for (const [length, isShort, isOfProduct] of [
      [63, true, true],
      [64, false, true],
      [255, false, true],
      [256, false, false],
    ] as const) {
      const text = 'x'.repeat(length)
      expect([isSlug(text), v.is(slug, text)]).toEqual([isShort, isShort])
      expect([isProductSlug(text), v.is(productSlug, text)]).toEqual([isOfProduct, isOfProduct])
    }
  })

  test.each(['search', 'bulk', 'current', 'count', 'tree', 'new', 'by-external-id', 'by-slug'])(
    'may not be the reserved %s',
    (text) => {
      expect(v.is(slug, text)).toBe(false)
      expect(v.is(productSlug, text)).toBe(false)
    },
  )

  test.each([null, 1, true, {}, ['a']])('may not be %j', (value) => {
    expect(v.is(slug, value)).toBe(false)
  })
})

test('a UUID is one in either case and in no other form', () => {
  for (const text of [UUID, UUID.toUpperCase(), 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
    expect(isUuid(text)).toBe(true)
  for (const text of [
    '',
    UUID.replaceAll('-', ''),
    `{${UUID}}`,
    `${UUID}\n`,
    ` ${UUID}`,
    `${UUID}0`,
    UUID.replace('a', 'g'),
  ])
    expect(isUuid(text)).toBe(false)
})

describe('a slug from a name', () => {
  test.each([
    ['Sencha', 'sencha'],
    ['Crème brûlée', 'creme-brulee'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full-width'],
    ['ﬁg & date', 'fig-date'],
    ['  --50 % off!!  ', '50-off'],
    ['İstanbul', 'istanbul'],
    ['Große Tasse', 'grosse-tasse'],
    ['GROẞE TASSE', 'grosse-tasse'],
    ['Smørrebrød & Æbler', 'smorrebrod-aebler'],
    ['Øl ŒUVRE Łódź', 'ol-oeuvre-lodz'],
    ['Đorđe, Ðór og Þór', 'dorde-dor-og-thor'],
    ['Işık', 'isik'],
    ['Ǽ ǿ', 'ae-o'],
    ['ℌ 400 ㎒', 'h-400-mhz'],
    ['№ 5', 'no-5'],
    ['Tea 抹茶 \u{1F375} pot', 'tea-pot'],
    ['抹茶', ''],
    ['Чай', ''],
    ['شاي', ''],
    ['\u{1F375}', ''],
    ['\u0301', ''],
    ['---', ''],
    ['x'.repeat(200), 'x'.repeat(63)],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
    [`${'x'.repeat(60)} & y`, `${'x'.repeat(60)}-y`],
  ])('%j is %j', (name, expected) => {
    expect(slugFromName(name, 63)).toBe(expected)
  })

  test('is a well-formed slug or empty, or happens to be of a UUID’s shape', () => {
    const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.uuid())
    fc.assert(
      fc.property(name, (text) => {
        const made = slugFromName(text, 63)
        expect(made === '' || isUuid(made) || isSlug(made)).toBe(true)
      }),
    )
  })
})

describe('the candidates for a slug', () => {
  const first = (name: string, count: number) => {
    let n = 0
    const random = () => `rand${String(++n).padStart(2, '0')}`
    return slugCandidates(name, random).take(count).toArray()
  }

  test.each<[name: string, candidates: string[]]>([
    ['Tea', ['tea', 'tea-2', 'tea-3', 'tea-4', 'tea-5', 'tea-rand01', 'tea-rand02']],
    ['抹茶', ['p-rand01', 'p-rand02', 'p-rand03']],
    ['New', ['new-2', 'new-3', 'new-4', 'new-5', 'new-rand01']],
    [UUID, [`${UUID}-2`, `${UUID}-3`, `${UUID}-4`, `${UUID}-5`, `${UUID}-rand01`]],
    [
      'x'.repeat(300),
      ['x'.repeat(255), ...[2, 3, 4, 5].map((n) => `${'x'.repeat(253)}-${n}`), `${'x'.repeat(248)}-rand01`],
    ],
  ])('%j are, in order, %j', (name, candidates) => {
    expect(first(name, candidates.length)).toEqual(candidates)
  })

  test('begin as what they are for does, where the name says nothing', () => {
    expect(slugCandidates('抹茶', () => 'rand01', 'category').next().value).toBe('c-rand01')
    expect(slugCandidates('Tea', () => 'rand01', 'category').next().value).toBe('tea')
  })

  test('are cut where those of their kind end', () => {
    const [plain, second] = slugCandidates('x'.repeat(300), () => 'rand01', 'category')
    expect([plain, second]).toEqual(['x'.repeat(63), `${'x'.repeat(61)}-2`])
  })

  test('may all be taken as a slug, whatever the name', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.uuid(),
      fc.constantFrom('bulk', 'by slug'),
    )
    fc.assert(
      fc.property(name, (text) => {
        for (const candidate of first(text, 7)) expect(v.is(productSlug, candidate)).toBe(true)
      }),
    )
  })
})

test('the slug of one of several products of a name has its number, and no more characters than a slug has', () => {
  expect([1, 2, 12].map((n) => numberedSlug('Green Tea', n))).toEqual([
    'green-tea',
    'green-tea-2',
    'green-tea-12',
  ])
  expect([1, 12].map((n) => numberedSlug('x'.repeat(300), n))).toEqual([
    'x'.repeat(255),
    `${'x'.repeat(252)}-12`,
  ])
  expect(numberedSlug('茶', 2)).toBe('-2')
})

test('a name loses everything except letters and digits at its ends, also where it is cut', () => {
  expect(slugFromName('-- Tea --', 63)).toBe('tea')
  expect(slugFromName('Tea  & more', 4)).toBe('tea')
  expect(slugFromName('Aİ', 63)).toBe('ai')
})

describe('one with a wanted slug of its own', () => {
  const first = (count: number, ...asked: Parameters<typeof slugCandidates>) => {
    const candidates = slugCandidates(...asked)
    return Array.from({ length: count }, () => candidates.next().value)
  }
  const random = () => 'abc123'

  test('tries numbers if it wants the plain one', () => {
    expect(first(4, 'Tea', random, 'product', 'tea')).toEqual(['tea', 'tea-2', 'tea-3', 'tea-4'])
  })

  test('tries no numbers otherwise', () => {
    expect(first(3, 'Tea', random, 'product', 'tea-7')).toEqual(['tea-7', 'tea-abc123', 'tea-abc123'])
  })

  test('of a category begins with a number where the plain one is reserved', () => {
    expect(first(2, 'New', random, 'category')).toEqual(['new-2', 'new-3'])
    expect(first(2, 'x'.repeat(80), random, 'category')).toEqual(['x'.repeat(63), `${'x'.repeat(61)}-2`])
  })
})
