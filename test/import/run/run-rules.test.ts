import { expect, test } from 'vitest'
import type { ImportParameters } from '../../../lib/domain/imports/import-job.ts'
import { inQuery } from '../../../lib/import/option-style.ts'
import { MAX_JSON_CHARACTERS, rulesOf } from '../../../lib/import/run/run-rules.ts'

/** All parameters but those that say nothing of how a file is read. */
const ALL: Required<Omit<ImportParameters, 'status' | 'dry_run' | 'part'>> = {
  format: 'csv',
  encoding: 'windows-1252',
  delimiter: 'semicolon',
  prices: 'minor',
  stock: 'set',
  source: 'erp',
  category: 'Tea',
  on_missing: 'archive',
  confirm_missing: true,
  map: ['name=Titel'],
  set: ['brand=Acme'],
  group_by: 'style',
  keep_empty: true,
  duplicate_skus: 'drop',
  without_price: 'draft',
}

test('each parameter of an import over the API is the rule that the option of the command is', () => {
  const { on_missing, confirm_missing, group_by, keep_empty, duplicate_skus, without_price, ...same } = ALL
  expect(rulesOf(ALL)).toEqual({
    ...same,
    onMissing: on_missing,
    isSure: confirm_missing,
    groupBy: group_by,
    keepEmpty: keep_empty,
    duplicateSkus: duplicate_skus,
    withoutPrice: without_price,
    mostJsonCharacters: MAX_JSON_CHARACTERS,
    mostCells: 20_000_000,
    option: inQuery,
  })
})

test('without parameters stock is used where it begins, and no product that is missing changes', () => {
  expect(rulesOf({})).toMatchObject({ stock: 'new', onMissing: 'keep', map: [], set: [] })
  expect(rulesOf({})).not.toHaveProperty('groupBy')
})
