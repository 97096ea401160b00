import { expect, test } from 'vitest'
import { ofASecondRun } from '../../../lib/operator/import/second-run.ts'

test('a second run that only continues needs no warning', () => {
  expect(ofASecondRun('acme', { stock: 'new' })).toBeUndefined()
  expect(ofASecondRun('acme', { stock: 'set', allowUnkeyed: true, dryRun: true })).toBeUndefined()
})

test.each([
  [
    { stock: 'new', allowUnkeyed: true },
    'rows without external_id, sku and slug would be made again: look at `operator export --business acme`, and take the existing ones out of the file first',
  ],
  [
    { stock: 'set' },
    '--stock set would bring back what was sold since: look at `operator export --business acme`, and take the rows that were imported out of the file first',
  ],
  [
    { stock: 'set', allowUnkeyed: true },
    'rows without external_id, sku and slug would be made again, and --stock set would bring back what was sold since: look at `operator export --business acme`, and take the rows that were imported out of the file first',
  ],
] as const)('with %o it says what it would do twice', (options, sentence) => {
  expect(ofASecondRun('acme', options)).toBe(sentence)
})
