import { expect, test } from 'vitest'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { readOperation } from '../../../lib/domain/products/bulk-operation.ts'

test.each([
  [null, '', 'must be an object'],
  [{}, 'op', 'is required'],
  [{ op: 'destroy' }, 'op', 'must be create, update, upsert, merge or delete'],
  [{ op: 'delete' }, '', 'must have exactly one of id and external_id'],
])('the text for %j fits the place that it points to', (operation, place, detail) => {
  expect(breaksOf(() => readOperation(operation))).toMatchObject([{ path: place ? [place] : [], detail }])
})
