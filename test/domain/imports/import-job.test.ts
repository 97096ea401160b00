import { expect, test } from 'vitest'
import { IMPORT_STATUSES, isImportId, isOver } from '../../../lib/domain/imports/import-job.ts'
import { scopesOfImport } from '../../../lib/domain/imports/import-scopes.ts'
import { STOCK_USES } from '../../../lib/domain/imports/import-words.ts'
import { missingNotice } from '../../../lib/domain/imports/missing-notice.ts'

const ID = 'imp_01980000-0000-7abc-8def-0123456789ab'

test.each<[string, string, boolean]>([
  ['a UUIDv7 behind imp_', ID, true],
  ['another variant of it', ID.replace('-8', '-b'), true],
  ['without the beginning', ID.slice(4), false],
  ['an event', ID.replace('imp', 'evt'), false],
  ['another version', ID.replace('-7', '-4'), false],
  ['another variant', ID.replace('-8', '-c'), false],
  ['capitals', ID.toUpperCase(), false],
  ['a digit more', `${ID}0`, false],
  ['a digit less', ID.slice(0, -1), false],
  ['something in front', ` ${ID}`, false],
  ['a line end', `${ID}\n`, false],
  ['nothing', '', false],
])('the id of an import: %s: %j: %j', (_, text, expected) => {
  expect(isImportId(text)).toBe(expected)
})

test('an import changes while it waits or runs, and never again', () => {
  expect(IMPORT_STATUSES.filter((status) => !isOver({ status }))).toEqual(['queued', 'running'])
})

test('only an import that sets quantities needs the right to do so', () => {
  const rights = ['products:write', 'categories:write']
  expect(scopesOfImport({})).toEqual(rights)
  for (const stock of STOCK_USES)
    expect(scopesOfImport({ stock })).toEqual(stock === 'set' ? [...rights, 'inventory:write'] : rights)
})

test.each([
  ['archive', 3, false, '3 missing from the file: archived'],
  ['draft', 1, false, '1 missing from the file: made drafts'],
  ['archive', 0, true, '0 missing from the file: to be archived'],
  ['draft', 2, true, '2 missing from the file: to be made drafts'],
] as const)(
  'products that a file does not have, %s, %i of them, in a rehearsal: %j',
  (action, count, isDryRun, detail) => {
    expect(missingNotice(action, count, isDryRun)).toEqual({ code: 'missing_changed', detail })
  },
)
