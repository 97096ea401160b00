import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate } from '../operate.ts'

/** Two products of one name are made at once: which one is the first is chance. */
const SLUG = /^cup(-2)?$/

const CUP = { external_id: '1', name: 'Cup', price: 900, category: 'Cups' }

test('--report has one line for each product, in the order of the file', async () => {
  const business = await makeBusiness()
  await importInto(business, [CUP, { ...CUP, external_id: '2' }])
  const file = await makeFile('a.jsonl', '')
  const rows = [
    { ...CUP, external_id: '3', images: ['http://images.example/a.jpg'] },
    CUP,
    { ...CUP, external_id: '2', name: 'Mug' },
    { external_id: '4', price: 1, category: 'Cups' },
  ]
  const report = await importInto(business, rows, '--report', file)
  expect(report).toMatchObject({ created: 1, unchanged: 1, updated: 1, refused: [{ row: 4 }] })
  const lines = (await readFile(file, 'utf8')).split('\n')
  expect(lines.pop()).toBe('')
  const notes = [{ loss: 'image', detail: 'http://images.example/a.jpg is not https' }]
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { row: 1, line: null, outcome: 'created', name: 'Cup', external_id: '3', slug: 'cup-3', notes },
    {
      row: 2,
      line: null,
      outcome: 'unchanged',
      name: 'Cup',
      external_id: '1',
      slug: expect.stringMatching(SLUG),
    },
    {
      row: 3,
      line: null,
      outcome: 'updated',
      name: 'Mug',
      external_id: '2',
      slug: expect.stringMatching(SLUG),
    },
    { row: 4, line: null, outcome: 'refused', reasons: ['name: is required'], external_id: '4' },
  ])
})

test.skipIf(!existsSync('/dev/full'))('a report for which no space is left hides no outcome', async () => {
  const business = await makeBusiness()
  const file = await makeFile('a.json', [CUP])
  const report = join(dirname(file), 'full')
  await symlink('/dev/full', report)
  const outcome = await operate('import', file, '--business', business.id, '--report', report)
  expect(outcome).toMatchObject({ code: 1, notes: [`error: ${report}: no space is left`] })
  expect(outcome.stdout).toMatch(/^1 row: 1 created, /)
})

test('a report that cannot be written is one line, before anything is imported', async () => {
  const business = await makeBusiness()
  const file = await makeFile('a.json', [CUP])
  const none = join(dirname(file), 'none', 'report.jsonl')
  for (const [path, reason] of [
    [none, 'no such file or folder'],
    [dirname(file), 'this is a folder'],
  ] as const) {
    const { code, notes, stdout } = await operate('import', file, '--business', business.id, '--report', path)
    expect([code, stdout, notes]).toEqual([1, '', [`error: ${path}: ${reason}`]])
  }
  expect(await importInto(business, [CUP])).toMatchObject({ created: 1 })
})

test('refusals with the same reasons are one line, the most frequent first', async () => {
  const business = await makeBusiness()
  const rows = Array.from({ length: 60 }, (_, n) => ({
    ...CUP,
    external_id: `r${n}`,
    ...(n % 3 === 0 && { price: `${n} x` }),
    ...(n === 4 && { name: '' }),
    ...(n === 5 && { status: 'sold' }),
  }))
  const file = await makeFile('a.json', rows)
  const { code, notes } = await operate('import', file, '--business', business.id)
  expect(code).toBe(3)
  expect(notes.slice(0, 3)).toEqual([
    'in 20 rows, the first in row 1: price: "0 x" is not a decimal number',
    'row 5: name: must have 1 to 200 characters',
    'row 6: status: must be draft, active or archived',
  ])
})

test('beyond 20 kinds of refusals a line says how many more there are', async () => {
  const business = await makeBusiness()
  const fields = ['price', 'cost', 'position', 'low_stock_at', 'compare_at_price']
  /** Rows with each choice of these fields wrong, so that no two have the same reasons. */
  const rows = Array.from({ length: 31 }, (_, n) => ({
    ...CUP,
    external_id: `r${n}`,
    ...Object.fromEntries(fields.filter((_, bit) => (n + 1) & (1 << bit)).map((field) => [field, 'x'])),
  }))
  const file = await makeFile('a.json', [...rows, { ...rows[0], external_id: 'again' }])
  const report = await makeFile('report.jsonl', '')
  const { notes } = await operate('import', file, '--business', business.id)
  expect(notes[0]).toBe('in 2 rows, the first in row 1: price: "x" is not a decimal number')
  expect(notes[20]).toBe('and for other reasons 11 more rows: add --report <file> to see all')
  const reported = await operate('import', file, '--business', business.id, '--report', report)
  expect(reported.notes[20]).toBe(`and for other reasons 11 more rows: all are in ${report}`)
  expect((await readFile(report, 'utf8')).trim().split('\n')).toHaveLength(32)
})

test('a slug is folded to lower case, which is said, and old and new are in --redirects', async () => {
  const business = await makeBusiness()
  const redirects = await makeFile('redirects.csv', '')
  const rows = [
    { ...CUP, slug: 'Blue-Cup' },
    { ...CUP, external_id: '2', slug: 'red-cup' },
  ]
  const { lost, refused } = await importInto(business, rows, '--redirects', redirects)
  expect(refused).toEqual([])
  expect(lost).toEqual([{ loss: 'slug', count: 1, first: 'row 1: "Blue-Cup" became "blue-cup"' }])
  expect(await readFile(redirects, 'utf8')).toBe('old,new\nBlue-Cup,blue-cup\n')
})
