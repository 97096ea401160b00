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

test.each(['--report', '--redirects'])('%s does not overwrite the file itself', async (option) => {
  const path = await makeFile('a.json', [CUP])
  const { code, notes } = await operate('import', path, '--business', (await makeBusiness()).id, option, path)
  expect([code, notes]).toEqual([1, [`error: ${option} ${path}: this file already has another use`]])
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual([CUP])
})
