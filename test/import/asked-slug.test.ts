import { expect, test } from 'vitest'
import { numberedSlug, slugCandidates } from '../../lib/domain/text/slug.ts'
import { askedSlugOf, isOfAnotherRow } from '../../lib/import/asked-slug.ts'
import { openImportDatabase } from '../../lib/import/import-database.ts'
import { plannedRows } from './read/planned-rows.ts'

const askedIn = async (rows: object[]) =>
  (await plannedRows(JSON.stringify(rows.map((row, n) => ({ external_id: `${n}`, ...row }))))).map(
    ({ askedSlug }) => askedSlug,
  )

const named = (...names: unknown[]) => askedIn(names.map((name) => ({ name })))

test('of rows with equal names the first asks for the plain slug, and the others for the next numbers', async () => {
  expect(await named('Hoodie', 'hoodie!', 'Cap', 'HOODIE')).toEqual(['hoodie', 'hoodie-2', 'cap', 'hoodie-3'])
})

test('no two rows ask for one slug, also where a name ends in a number', async () => {
  expect(await named('Cup 2', 'Cup', 'Cup', 'Cup 2')).toEqual(['cup-2', 'cup', 'cup-3', 'cup-2-2'])
})

test('a reserved word and a slug that is too long are none', async () => {
  expect(await named('Search', 'Search')).toEqual(['search-2', 'search-3'])
  const [plain, second] = await named('x'.repeat(200).padEnd(300, 'y'), 'x'.repeat(200).padEnd(300, 'y'))
  expect([plain?.length, second?.length, second?.slice(-3)]).toEqual([255, 255, 'y-2'])
})

test('rows with a slug, without a name or with one without Latin letters ask for none', async () => {
  expect(await askedIn([{ name: 'Cup', slug: 'mug' }, {}, { name: '急須' }, { name: 'Cup' }])).toEqual([
    undefined,
    undefined,
    undefined,
    'cup',
  ])
})

test('what is left out takes no slug', async () => {
  const text =
    'ID,Type,Name,Published,Regular price\n1,grouped,Cup,1,\n2,simple,Cup,1,2.50\n3,simple,Cup,1,3.50'
  expect((await plannedRows(text)).map(({ askedSlug }) => askedSlug)).toEqual([undefined, 'cup', 'cup-2'])
})

test('slugs that other rows have or ask for are theirs', async () => {
  const database = await openImportDatabase()
  database.claim('slug', 'mug', 1)
  const rows = [2, 3].map((number) => {
    const askedSlug = askedSlugOf({ number, fields: { name: 'Cup' } }, database)
    return { ...(askedSlug !== undefined && { askedSlug }) }
  })
  const slugs = ['mug', 'cup', 'cup-2', 'cup-3']
  expect(rows.map((row) => slugs.filter((slug) => isOfAnotherRow(slug, row, database)))).toEqual([
    ['mug', 'cup-2'],
    ['mug', 'cup'],
  ])
  await database.close()
})

test('a slug that is asked for comes first, and only whoever asks for the plain one tries numbers', () => {
  const first = (asked: string) => [...slugCandidates('Cup', () => 'rand01', 'product', asked).take(3)]
  expect(first('cup')).toEqual(['cup', 'cup-2', 'cup-3'])
  expect(first('cup-4')).toEqual(['cup-4', 'cup-rand01', 'cup-rand01'])
  expect(numberedSlug('Cup', 12)).toBe('cup-12')
})
