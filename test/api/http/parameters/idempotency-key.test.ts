import { expect, test } from 'vitest'
import { readIdempotencyKey } from '../../../../lib/api/http/parameters/idempotency-key.ts'
import { Problem } from '../../../../lib/api/http/problems/problem.ts'

const MOST = 'x'.repeat(255)

test.each<[string, string | undefined, string | undefined]>([
  ['no header', undefined, undefined],
  ['one character', '1', '1'],
  ['255 of them', MOST, MOST],
  ['all that can be printed, at both ends of the alphabet', '!#$+-~', '!#$+-~'],
  ['a pair of quotes around it, which is dropped', '"abc"', 'abc'],
  ['255 characters in quotes', `"${MOST}"`, MOST],
  ['a quote at its beginning alone, which is a part of it', '"abc', '"abc'],
  ['a quote at its end alone', 'abc"', 'abc"'],
  ['quotes within', 'a"b"c', 'a"b"c'],
  ['one quote', '"', '"'],
  ['a pair of quotes around a quote, of which none is dropped', '"""', '"""'],
])('a key is %s', (_, header, key) => {
  expect(readIdempotencyKey(header)).toBe(key)
})

test.each([
  ['nothing', ''],
  ['nothing in quotes', '""'],
  ['256 characters', `${MOST}x`],
  ['more than that in quotes', `"${MOST}xx"`],
  ['a blank', 'a b'],
  ['a comma', 'a,b'],
  ['a comma in quotes', '"a,b"'],
  ['a tab', 'a\tb'],
  ['a control character', 'a\x7f'],
  ['a letter that is not of ASCII', 'schlüssel'],
  ['a line end', 'abc\n'],
])('no key has %s', (_, header) => {
  const read = () => readIdempotencyKey(header)
  expect(read).toThrow(Problem)
  expect(read).toThrow(
    expect.objectContaining({
      code: 'invalid_idempotency_key',
      options: {
        detail: 'Idempotency-Key must be 1 to 255 printable ASCII characters without space and comma.',
        errors: [
          {
            header: 'Idempotency-Key',
            code: 'invalid_idempotency_key',
            detail: 'must be 1 to 255 printable ASCII characters without space and comma',
          },
        ],
      },
    }),
  )
})
