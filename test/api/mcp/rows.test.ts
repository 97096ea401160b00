import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { descriptionFrom } from '../../../lib/api/mcp/rows.ts'
import { shown, visible } from '../../../lib/api/mcp/shown.ts'

/** The parts of a description of at most so many characters each, as results show them. */
function partsOf(description: string, longest: number): string[] {
  const parts: string[] = []
  let next: number | undefined = 0
  while (next !== undefined) {
    const part: string = shown(descriptionFrom(description, next)(longest))
    const { description: text, next_skip_description } = JSON.parse(part)
    parts.push(text.replace(/… \(cut, \d+ characters\)$/, ''))
    next = next_skip_description
  }
  return parts
}

/** Letters, what is joined of up to ten characters, and what is left out. */
const WORDS = 'a|\n|👩‍🚀|👩🏽‍🚀|🧑🏻‍❤️‍💋‍🧑🏿|🏳️‍🌈|❤️|☎︎|1️⃣|می‌خواهم|क्‍ष|ශ්‍රී|🏽| \u200d|\u200b|\u{e0041}'.split('|')
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 100 }).map((words) => words.join(''))

test('the parts of a description are the whole text, as people see it', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 40 }), (description, longest) => {
      expect(partsOf(description, longest).join('')).toBe(visible(description))
    }),
    { numRuns: 1_000 },
  )
})

test('a description ends before an emoji that has no room for all its parts', () => {
  expect(partsOf('tea 👩‍🚀 tea', 6)).toEqual(['tea ', '👩‍🚀 te', 'a'])
  expect(partsOf('tea', 3)).toEqual(['tea'])
})

test('a description in which everything is joined has an end, too', () => {
  expect(partsOf(`👩${'\u200d👩'.repeat(20)}`, 10)).toHaveLength(5)
})
