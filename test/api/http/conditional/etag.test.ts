import { describe, expect, test } from 'vitest'
import { ifMatch, readTags, versionDiffers, versionTag } from '../../../../lib/api/http/conditional/etag.ts'
import { readPreconditions } from '../../../../lib/api/http/conditional/preconditions.ts'

const MUG = { created_at: '2026-01-01T00:00:00.000Z', version: 3 }
const TAG = '"1767225600000.3"'

test('the tag of an object has its version, and the time of its creation: an object that is made again has another', () => {
  expect(versionTag(MUG)).toBe(TAG)
  expect(versionTag({ ...MUG, created_at: '2026-01-01T00:00:00.001Z' })).not.toBe(TAG)
  expect(versionTag({ ...MUG, version: 33 })).not.toBe(TAG)
})

test.each<[string, string, string[] | '*']>([
  ['everything', '*', '*'],
  ['everything, with blanks', ' * ', '*'],
  ['one', TAG, [TAG]],
  ['several, with and without blanks', '"a","b" , W/"c"', ['"a"', '"b"', 'W/"c"']],
  ['nothing in quotes', '""', ['""']],
  ['a letter of Latin-1', '"ü"', ['"ü"']],
  ['commas within them', '"a,b", ","', ['"a,b"', '","']],
  // RFC 9110 §5.6.1.2: empty elements of a list mean nothing.
  ['nothing between commas', ', ,"a",, "b" ,', ['"a"', '"b"']],
  ['the first and the last characters that can be in one', '"!#~\x80\xff"', ['"!#~\x80\xff"']],
])('tags are read: %s', (_, header, tags) => {
  expect(readTags('If-Match', header)).toEqual(tags)
})

test.each([
  ['nothing', ''],
  ['no quotes', 'abc'],
  ['one quote', '"abc'],
  ['the other quote', 'abc"'],
  ['something behind the quotes', '"abc"x'],
  ['something before them', 'x"abc"'],
  ['a small w', 'w/"abc"'],
  ['everything and one more', '*, "a"'],
  ['commas alone', ' , ,'],
  ['no comma between', '"a" "b"'],
  ['a quote within', '"a"b"'],
  ['a blank within', '"a b"'],
  ['a control character', '"a\x7f"'],
  ['a letter that is not of Latin-1', '"茶"'],
  ['one that is none among others', '"a", b'],
])('%s is not a list of tags', (_, header) => {
  expect(() => readTags('If-None-Match', header)).toThrow(
    expect.objectContaining({
      code: 'invalid_header',
      options: {
        detail: 'If-None-Match must be * or a list of entity tags in double quotes.',
        errors: [
          { header: 'If-None-Match', code: 'invalid_header', detail: 'must be * or a list of entity tags' },
        ],
      },
    }),
  )
})

describe('a write under If-Match', () => {
  const isLetPass = (header: string | undefined, object = MUG) => {
    try {
      ifMatch(header)?.(object)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'precondition_failed' })
      return false
    }
  }

  test.each<[string, string | undefined, boolean]>([
    ['without the header', undefined, true],
    ['of whatever version', '*', true],
    ['of the newest version', TAG, true],
    ['of one of several', `"x", ${TAG}`, true],
    ['of another version', '"1767225600000.2"', false],
    // RFC 9110 §13.1.1: the comparison is strong.
    ['of the newest version, as a weak tag', `W/${TAG}`, false],
    ['of no version', '""', false],
  ])('%s is carried out: %j: %j', (_, header, expected) => {
    expect(isLetPass(header)).toBe(expected)
  })

  test('names itself where the header cannot be read', () => {
    expect(() => ifMatch('x')).toThrow(
      expect.objectContaining({
        options: expect.objectContaining({ detail: expect.stringMatching(/^If-Match must be/) }),
      }),
    )
  })
})

test('the refusal says that the version differs, without naming one', () => {
  expect(versionDiffers()).toMatchObject({
    code: 'precondition_failed',
    options: {
      detail: 'The object does not meet the precondition: it has another version, or it already exists.',
    },
  })
})

test('the preconditions of a request are those of its two headers', () => {
  expect(readPreconditions({})).toEqual({ ifMatch: undefined, ifNoneMatch: undefined })
  const both = readPreconditions({ 'if-match': TAG, 'if-none-match': '*' })
  expect(both.ifNoneMatch).toBe('*')
  expect(() => both.ifMatch?.({ ...MUG, version: 4 })).toThrow('precondition_failed')
  expect(() => readPreconditions({ 'if-none-match': 'x' })).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({ detail: expect.stringMatching(/^If-None-Match must be/) }),
    }),
  )
})
