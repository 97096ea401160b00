import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, setMembers } from '../../../lib/api/mcp/differences.ts'

const one = (from: unknown, to: unknown) => Object(differences({ value: from }, { value: to })).value

test('a text or a list of 200 characters is shown whole', () => {
  const [before, after] = ['b'.repeat(198), `${'b'.repeat(197)}a`]
  expect(one(before, after)).toEqual({ from: before, to: after })
  expect(one([1, 2], [2])).toEqual({ from: [1, 2], to: [2] })
})

test('of a longer text the part that differs is shown, with some characters around', () => {
  const [start, end] = ['s'.repeat(100), 'e'.repeat(200)]
  expect(one(`${start}old${end}`, `${start}new${end}`)).toEqual({
    from: `${'s'.repeat(30)}old${'e'.repeat(30)}`,
    to: `${'s'.repeat(30)}new${'e'.repeat(30)}`,
    unchanged_before: 70,
    unchanged_after: 170,
  })
})

test('of a longer list the elements that differ are shown', () => {
  const images = Array.from({ length: 10 }, (_, n) => ({
    url: `https://images.example/${n}.jpg`,
    alt: 'A mill',
  }))
  const other = images.map((image, n) => (n === 9 ? { ...image, url: 'https://evil.example/' } : image))
  expect(one(images, other)).toEqual({ from: [images[9]], to: [other[9]], unchanged_before: 9 })
})

test('of an object the members that differ are shown, those too that come or go', () => {
  const metadata = { bin: 'A7', care: 'x'.repeat(500), old: '1' }
  expect(one(metadata, { ...metadata, bin: 'B1', old: undefined, new: '2' })).toEqual({
    bin: { from: 'A7', to: 'B1' },
    old: { from: '1', to: null },
    new: { from: null, to: '2' },
  })
})

test('a member is not taken for one that every object has', () => {
  expect(one({}, { constructor: 'Oak' })).toEqual({ constructor: { from: null, to: 'Oak' } })
  expect(one({ toString: 'x' }, {})).toEqual({ toString: { from: 'x', to: null } })
})

test('only what goes is cut', () => {
  const { from, to } = one('a'.repeat(5_000), 'b'.repeat(5_000))
  expect(from).toBe(`${'a'.repeat(200)}… (cut, 5000 characters)`)
  expect(to).toBe('b'.repeat(5_000))
})

test('characters that people cannot see are counted, because a result leaves them out', () => {
  const hidden = '\u{e0041}\u{e0042}'
  expect(one('Tea', `Tea${hidden}`)).toMatchObject({ unseen_characters: { from: 0, to: 2 } })
  expect(one([`Tea${hidden}`], ['Tea'])).toMatchObject({ unseen_characters: { from: 2, to: 0 } })
  expect(setMembers({ name: `Tea${hidden}` })).toMatchObject({ unseen_characters: 2 })
  expect(one('Tea', 'Mate')).not.toHaveProperty('unseen_characters')
})

test('a text whose joiners people need has none that they cannot see, wherever the shown part begins and ends', () => {
  for (const joined of ['می\u200cخواهم', '👩🏽\u200d🚀', '1\ufe0f\u20e3'])
    for (let n = 25; n < 35; n++) {
      const [start, end] = [`${'س'.repeat(200)}${joined}${'و'.repeat(n)}`, `${'و'.repeat(n)}${joined}`]
      const from = `${start}قدیم${end}${'س'.repeat(200)}`
      const to = `${start}جدید${end}${'س'.repeat(200)}`
      const shown = one(from, to)
      expect(shown).not.toHaveProperty('unseen_characters')
      expect(read([...from], shown).join('')).toBe(to)
    }
})

/** A text of few letters, so that the parts that are equal are long. */
const text = fc.array(fc.constantFrom('a', 'b', '\u{1f9ff}'), { maxLength: 400 }).map((all) => all.join(''))
const list = fc.array(fc.constantFrom(...['a', 'b'].map((letter) => letter.repeat(30))), { maxLength: 30 })

/** The new value, of the old one and the part that is shown. */
function read(from: string[], { to, unchanged_before = 0, unchanged_after = 0 }: ReturnType<typeof one>) {
  return [...from.slice(0, unchanged_before), ...to, ...from.slice(from.length - unchanged_after)]
}

test('the old value and what is shown make the new value', () => {
  const pairs = fc.oneof(fc.tuple(text, text, text, text), fc.tuple(list, list, list, list))
  fc.assert(
    fc.property(pairs, ([start, old, now, end]) => {
      const join = (middle: string | string[]) => [start, middle, end].flatMap((part) => [...part])
      const [from, to] = [join(old), join(now)]
      fc.pre(from.join() !== to.join())
      const shown = typeof start === 'string' ? one(from.join(''), to.join('')) : one(from, to)
      expect(read(from, shown)).toEqual(to)
    }),
    { numRuns: 2_000 },
  )
})
