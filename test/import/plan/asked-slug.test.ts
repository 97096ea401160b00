import { expect, test } from 'vitest'
import { numberedSlug, slugCandidates } from '../../../lib/domain/text/slug.ts'
import { askedSlugOf, isOfAnotherRow } from '../../../lib/import/asked-slug.ts'
import { plannedRows } from '../read/planned-rows.ts'
import { openClaims } from './claims.ts'

/** The slugs that rows of these fields ask for, one after the other. */
function askedBy(...rows: Record<string, unknown>[]) {
  const claims = openClaims()
  return rows.map((fields, n) => askedSlugOf({ number: n + 1, fields }, claims))
}
const named = (...names: unknown[]) => askedBy(...names.map((name) => ({ name })))

test.each<[string, unknown[], (string | undefined)[]]>([
  [
    'of equal names: the plain one, then numbers',
    ['Cup', 'cup!', 'Pot', 'CUP'],
    ['cup', 'cup-2', 'pot', 'cup-3'],
  ],
  [
    'no two the same, also where a name ends in a number',
    ['Cup 2', 'Cup', 'Cup', 'Cup 2'],
    ['cup-2', 'cup', 'cup-3', 'cup-2-2'],
  ],
  ['of a reserved word: a number', ['Search', 'Search'], ['search-2', 'search-3']],
  ['none of a name without Latin letters', ['急須', '', ' - '], [undefined, undefined, undefined]],
  ['none of a name that is no text', [7, null, undefined], [undefined, undefined, undefined]],
])('rows ask for slugs %s', (_, names, slugs) => {
  expect(named(...names)).toEqual(slugs)
})

test('a row with a slug requests none', () => {
  expect(askedBy({ name: 'Cup', slug: 'mug' }, { name: 'Cup', slug: null }, { name: 'Cup' })).toEqual([
    undefined,
    undefined,
    'cup',
  ])
})

test('a slug belongs to another row if that has or requests it', () => {
  const claims = openClaims()
  claims.claim('slug', 'mug', 1)
  const first = askedSlugOf({ number: 2, fields: { name: 'Cup' } }, claims)
  askedSlugOf({ number: 3, fields: { name: 'Cup' } }, claims)
  const own = { ...(first !== undefined && { askedSlug: first }) }
  const slugs = ['mug', 'cup', 'cup-2', 'cup-3']
  expect(slugs.filter((slug) => isOfAnotherRow(slug, own, claims))).toEqual(['mug', 'cup-2'])
  expect(slugs.filter((slug) => isOfAnotherRow(slug, {}, claims))).toEqual(['mug', 'cup', 'cup-2'])
  // Also the row that asks for a slug cannot have it if another one has it.
  expect(isOfAnotherRow('mug', { askedSlug: 'mug' }, claims)).toBe(true)
})

test('a slug of a long name is cut before its number', () => {
  const [plain, second] = named('x'.repeat(200).padEnd(300, 'y'), 'x'.repeat(200).padEnd(300, 'y'))
  expect([plain?.length, second?.length, second?.slice(-3)]).toEqual([255, 255, 'y-2'])
})

test('a row that is left out requests none', async () => {
  const text =
    'ID,Type,Name,Published,Regular price\n1,grouped,Cup,1,\n2,simple,Cup,1,2.50\n3,simple,Cup,1,3.50'
  expect((await plannedRows(text)).map(({ askedSlug }) => askedSlug)).toEqual([undefined, 'cup', 'cup-2'])
})

test('a requested slug comes first, and only the row that requests the plain one tries numbers', () => {
  const first = (asked: string) => [...slugCandidates('Cup', () => 'rand01', 'product', asked).take(3)]
  expect(first('cup')).toEqual(['cup', 'cup-2', 'cup-3'])
  expect(first('cup-4')).toEqual(['cup-4', 'cup-rand01', 'cup-rand01'])
  expect(numberedSlug('Cup', 12)).toBe('cup-12')
})
