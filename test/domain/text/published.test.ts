import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { integer, line, text, textsByName, trimmedLine, visibleLine } from '../../../lib/domain/text/text.ts'

const TEXTS = { most: 2, longestName: 3, value: text(0, 3), valueSchema: { type: 'string', maxLength: 3 } }
const LARGEST_OF_32_BITS = 2 ** 31 - 1

test.each<[string, () => v.GenericSchema, object]>([
  ['the least and the most characters', () => text(1, 3), { minLength: 1, maxLength: 3 }],
  ['no least of a text that can be empty', () => text(0, 3), { minLength: undefined, maxLength: 3 }],
  ['the range of an integer', () => integer(1, 3), { type: 'integer', minimum: 1, maximum: 3 }],
  ['no size of one of 32 bits', () => integer(0, LARGEST_OF_32_BITS), { format: undefined }],
  ['the size of a larger integer', () => integer(0, LARGEST_OF_32_BITS + 1), { format: 'int64' }],
  [
    'how many names an object has, how long they are, and its values',
    () => textsByName(TEXTS),
    {
      type: 'object',
      maxProperties: 2,
      propertyNames: { type: 'string', minLength: 1, maxLength: 3 },
      additionalProperties: { type: 'string', maxLength: 3 },
    },
  ],
])('the description of a rule says %s', (_, make, expected) => {
  const { minLength, format, ...said } = v.getMetadata(make())
  expect({ minLength, format, ...said }).toMatchObject(expected)
})

/** A text of few characters, of which blanks and controls are many. */
const words = fc.string({
  unit: fc.constantFrom('a', 'é', '\u{1f375}', ' ', '\t', '\n', '\0', '\x1f', '\u00a0', '\u2028', '\u3000'),
  maxLength: 6,
})

test.each<[string, () => v.GenericSchema]>([
  ['a text', () => text(0, 9)],
  ['a line', () => line(0, 9)],
  ['a trimmed line', () => trimmedLine(9)],
  ['a visible line', () => visibleLine(9)],
])('the pattern in the description of %s takes what the rule takes, and nothing else', (_, make) => {
  const rule = make()
  const pattern = new RegExp(`${v.getMetadata(rule).pattern}`, 'u')
  fc.assert(
    fc.property(words, (sent) => {
      expect([sent, pattern.test(sent)]).toEqual([sent, v.is(rule, sent)])
    }),
  )
})

test('so does the pattern of names that somebody chose', () => {
  const rule = textsByName({ ...TEXTS, longestName: 9 })
  const { propertyNames } = v.getMetadata(rule) as { propertyNames: { pattern: string } }
  const pattern = new RegExp(propertyNames.pattern, 'u')
  fc.assert(
    fc.property(words, (name) => {
      // The length has a word of its own.
      fc.pre(name !== '')
      expect([name, pattern.test(name)]).toEqual([name, v.is(rule, { [name]: '' })])
    }),
  )
})
