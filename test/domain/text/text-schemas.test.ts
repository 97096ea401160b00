import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  closedObject,
  email,
  hasVisible,
  httpsUrl,
  integer,
  isHttpsUrl,
  isPlainText,
  isTime,
  knownMembers,
  likenessOf,
  line,
  metadata,
  normalLine,
  text,
  textsByName,
  trimmedLine,
  visibleLine,
  withoutControls,
} from '../../../lib/domain/text/text.ts'

/** The output of a rule for a value, or its words against it. */
function outcome(rule: v.GenericSchema, value: unknown) {
  const { success, output, issues = [] } = v.safeParse(rule, value)
  return success ? { output } : issues.map(({ message }) => message)
}
const BROKEN = 'must not contain control characters or broken Unicode'
const TEA = '\u{1f375}'

test.each<[string, () => v.GenericSchema, unknown, unknown]>([
  ['a text is stored as sent', () => text(1, 3), ' a\n', { output: ' a\n' }],
  ['a text counts code points', () => text(1, 3), TEA.repeat(3), { output: TEA.repeat(3) }],
  ['a text has its most', () => text(1, 3), TEA.repeat(4), ['must have 1 to 3 characters']],
  ['a text has its least', () => text(1, 3), '', ['must have 1 to 3 characters']],
  ['a text may be empty', () => text(0, 3), '', { output: '' }],
  ['a text has no control character', () => text(0, 3), 'a\0', [BROKEN]],
  ['a text begins with none', () => text(0, 3), '\x1ba', [BROKEN]],
  ['a text has no half of a character', () => text(0, 3), 'a\ud800', [BROKEN]],
  ['a text is no number', () => text(0, 3), 7, ['must be a string']],
  ['a line has no newline', () => line(0, 3), 'a\nb', ['must be one line, without tabs']],
  ['a line has no tab', () => line(0, 3), 'a\tb', ['must be one line, without tabs']],
  ['a line keeps its blanks', () => line(0, 3), ' a ', { output: ' a ' }],
  ['a trimmed line has none around it', () => trimmedLine(3), '  a b ', { output: 'a b' }],
  ['a trimmed line of blanks is empty', () => trimmedLine(3), '   ', ['must have 1 to 3 characters']],
  ['a trimmed line is measured trimmed', () => trimmedLine(3), ' abc ', { output: 'abc' }],
  ['a visible line has one form', () => visibleLine(9), ' a\u00a0 \u2003e\u0301 ', { output: 'a \u00e9' }],
  ['a visible line shows something', () => visibleLine(9), '\u200b\u2800', ['must have a visible character']],
  [
    'a visible line of nothing is empty, and no more is said',
    () => visibleLine(9),
    ' ',
    ['must have 1 to 9 characters'],
  ],
  ['a trimmed line is no number', () => trimmedLine(3), 7, ['must be a string']],
  ['a visible line is no number', () => visibleLine(3), 7, ['must be a string']],
  ['an integer', () => integer(1, 3), 1, { output: 1 }],
  ['an integer has its most', () => integer(1, 3), 3, { output: 3 }],
  ['an integer has no more', () => integer(1, 3), 4, ['must be an integer from 1 to 3']],
  ['an integer has no less', () => integer(1, 3), 0, ['must be an integer from 1 to 3']],
  ['an integer is whole', () => integer(1, 3), 1.5, ['must be an integer from 1 to 3']],
  ['an integer has no minus zero', () => integer(-3, 3), -0, { output: 0 }],
  ['an integer is no text', () => integer(1, 3), '1', ['must be a number']],
  ['an e-mail address', () => email, 'a.b+c@shop.example', { output: 'a.b+c@shop.example' }],
  ['an e-mail address has a host', () => email, 'a@', ['must be an email address']],
  ['an e-mail address has no blank', () => email, 'a b@shop.example', ['must be an email address']],
  ['an https URL', () => httpsUrl, 'https://shop.example/a?b#c', { output: 'https://shop.example/a?b#c' }],
  ['an https URL is https', () => httpsUrl, 'http://shop.example', ['must be an https URL']],
  ['an object of nothing', () => knownMembers({}), [], { output: {} }],
  ['a closed object is no list', () => closedObject({}), [], ['must be an object']],
  [
    'a body is an object',
    () => knownMembers({ a: v.string() }),
    7,
    ['must be an object with known fields only'],
  ],
])('%s', (_, make, value, expected) => {
  const rule = make()
  expect(outcome(rule, value)).toEqual(expected)
  if (typeof expected === 'object' && expected !== null && 'output' in expected && expected.output === 0)
    expect(Object.is(v.parse(rule, value), 0)).toBe(true)
})

test('control characters', () => {
  expect(withoutControls('a\0b\x1b\tc\n\x7f')).toBe('ab\tc\n\x7f')
  expect(['a\tb\nc', '\x7f', '\0', 'a\x1f', '\udc00'].map(isPlainText)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('text that shows something', () => {
  expect([' ', '\u00ad', '\ufeff', '\u2800', '\t', '\u{e0061}', 'a', '.', TEA].map(hasVisible)).toEqual([
    ...Array<boolean>(6).fill(false),
    ...Array<boolean>(3).fill(true),
  ])
})

test('one form of a line leaves tabs and newlines within, to be refused', () => {
  expect(normalLine('\t a\u3000\ufeff b\tc\n')).toBe('a b\tc')
})

test('texts that differ only in case look alike', () => {
  // Of a capital and a small sigma, and of a dotless i, only small letters tell.
  expect(likenessOf('ΣΊΣΥΦΟΣ')).toBe('ΣΊΣΥΦΟΣ'.toLowerCase())
  expect(likenessOf('ı')).not.toBe(likenessOf('i'))
})

test.each<[string, boolean]>([
  ['https://a.b', true],
  ['HTTPS://a.b:8443/x?y#z', true],
  ['https://[2001:db8::1]/x', true],
  ['https://a.b\\c', true],
  ['https://', false],
  ['https://user@a.b', false],
  ['https://a b', false],
  ['https://a.b/c d', false],
  ['https://a.b:99999', false],
  ['https://[zz]', false],
  ['https:a.b', false],
])('%s as an https URL: %s', (url, expected) => {
  expect(isHttpsUrl(url)).toBe(expected)
})

test.each<[string, boolean]>([
  ['2026-02-28T23:59:59Z', true],
  ['2024-02-29T00:00:00.123456Z', true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-02-31T00:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-01-01T24:00:00Z', false],
  ['2026-01-01T00:00:00+25:00', false],
  ['2026-01-01T00:00:00', false],
  ['2026-01-01', false],
  ['0000-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59-01:00', false],
  ['0001-01-01T00:00:00+01:00', false],
  ['', false],
])('%j as a time: %s', (text, expected) => {
  expect(isTime(text)).toBe(expected)
})

describe('texts by name', () => {
  const made = () =>
    textsByName({ most: 2, longestName: 3, value: text(0, 3), valueSchema: {}, storedName: normalLine })
  const paths = (value: unknown, by: v.GenericSchema = made()) =>
    (v.safeParse(by, value).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)

  test('have any name', () => {
    const all = { constructor: 'a', prototype: 'b' }
    const long = textsByName({ most: 2, longestName: 11, value: text(0, 3), valueSchema: {} })
    expect(outcome(long, all)).toEqual({ output: all })
    expect(outcome(made(), {})).toEqual({ output: {} })
  })

  test('have names in one form, which no two have', () => {
    expect(outcome(made(), { ' a ': 'x', b: 'y' })).toEqual({ output: { a: 'x', b: 'y' } })
    expect(paths({ ' a ': 'x', a: 'y' })).toEqual(['a: has the name of another one'])
  })

  test('without a form of names keep them, and no blank around one', () => {
    expect(outcome(metadata, { 'a b': 'x' })).toEqual({ output: { 'a b': 'x' } })
    const asSent = textsByName({ most: 2, longestName: 3, value: text(0, 3), valueSchema: {} })
    expect(paths({ ' a': 'x', 'a ': 'y' }, asSent)).toEqual([
      ' a: must not begin or end with a space',
      'a : must not begin or end with a space',
    ])
  })

  test.each<[string, unknown, string[]]>([
    ['a list', [], ['null: must be an object']],
    ['too many', { a: '', b: '', c: '' }, ['null: must have at most 2 names']],
    ['the name of a prototype', JSON.parse('{"__proto__": "x"}'), ['null: must not have the name __proto__']],
    ['a long name', { abcd: 'x' }, ['abcd: must have 1 to 3 characters']],
    ['an empty name', { ' ': 'x' }, [' : must have 1 to 3 characters']],
    ['a long value', { a: 'abcd' }, ['a: must have 0 to 3 characters']],
    ['a number', { a: 7, b: 'x' }, ['a: must be a string']],
  ])('are refused with %s', (_, value, expected) => {
    expect(paths(value)).toEqual(expected)
  })
})
