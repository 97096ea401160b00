import { expect, test } from 'vitest'
import { quoted } from '../../../lib/domain/text/quoted.ts'

test.each([
  ['an emoji family', '👨‍👩‍👧 mug'],
  ['Persian with its half spaces', 'می‌خواهم'],
  ['the flag of Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿 mug'],
  ['a right-to-left name with its marks', 'כוס\u200f (2)\u200e'],
  ['a name in an isolate', '\u2067כוס\u2069 mug'],
  ['isolates in each other', '\u2066a \u2067ב\u2069 c\u2069'],
])('%s is shown as it is', (_, text) => {
  expect(quoted(text)).toBe(`"${text}"`)
})

test.each([
  ['a control of a terminal', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['one of C1', 'a\u009bb', 'a�b'],
  ['an override of the direction', 'a\u202eb', 'a�b'],
  ['an isolate that nobody closes', 'a\u2067b', 'a�b'],
  ['one that is closed before it is opened', 'a\u2069b\u2067c', 'a�b�c'],
  ['tags without a flag', 'a\u{e0061}b', 'a�b'],
  ['a soft hyphen', 'a\u00adb', 'a�b'],
  ['a byte order mark', '\ufeffa', '�a'],
])('%s is replaced', (_, text, shown) => {
  expect(quoted(text)).toBe(`"${shown}"`)
})

test('an isolate that is cut off is replaced', () => {
  const shown = quoted(`\u2067${'a'.repeat(100)}\u2069`)
  expect(shown).toBe(`"�${'a'.repeat(79)}…"`)
})
