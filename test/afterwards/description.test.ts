import { expect, test } from 'vitest'
import { describeApi } from '../../lib/docs/description/describe.ts'
import type { Operation } from '../../lib/docs/description/openapi.ts'
import { IS_WHOLE } from './is-whole-run.ts'
import { readRecord } from './records.ts'

test('every response of the run was as the description says', () => {
  expect(readRecord('misfits')).toBe('')
})

if (IS_WHOLE)
  test('every operation returned each of its success statuses', () => {
    const seen = new Set(readRecord('seen').split('\n'))
    const operations = Object.values(describeApi().paths).flatMap(
      (item) => Object.values(item) as Operation[],
    )
    const unseen = operations.flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .filter((status) => status.startsWith('2') && !seen.has(`${operationId} ${status} `))
        .map((status) => `${operationId} ${status}`),
    )
    expect(unseen, 'described, and not answered in this run').toEqual([])
  })
