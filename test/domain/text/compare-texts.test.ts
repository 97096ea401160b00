import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from '../../../lib/domain/text/compare-texts.ts'

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'ä', '茶', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f375}'),
  maxLength: 4,
})

test('texts compare as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b))
      expect(Math.sign(compareTexts(a, b))).toBe(bytes)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['', '', 0],
  ['a', 'a', 0],
  ['a', 'ab', -1],
  ['ab', 'a', 1],
  ['\udfff', '\ue000', 1],
  ['\uffff', '\udc00', -1],
])('%j against %j', (a, b, sign) => {
  expect(Math.sign(compareTexts(a, b))).toBe(sign)
})
