import { expect, test } from 'vitest'
import { readOperation, readOperations } from '../../../lib/domain/products/bulk-operation.ts'
import { faultsOf } from './stored-product.ts'

const ID = '01900000-0000-7000-8000-00000000000a'
const PERCENT = 'must be a number from -99 to 1000 in steps of 0.01'
const ONE_NAME = ' invalid: must have exactly one of id and external_id'

test.each<[unknown, string]>([
  [null, ' invalid: must be an object'],
  [{}, 'op required: is required and must be create, update, upsert, merge, variants, reprice or delete'],
  [{ op: 'destroy' }, 'op invalid: must be create, update, upsert, merge, variants, reprice or delete'],
  [{ op: 'delete' }, ONE_NAME],
  [{ op: 'delete', id: ID, external_id: 'A' }, ONE_NAME],
  [{ op: 'update', data: {} }, ONE_NAME],
  [{ op: 'update', data: {}, id: ID, external_id: 'A' }, ONE_NAME],
  [{ op: 'update', id: ID }, 'data required: is required'],
  [{ op: 'update', id: 'A', data: {} }, 'id invalid: must be a product id'],
  [{ op: 'update', id: 7, data: {} }, 'id invalid: must be a string'],
  [{ op: 'update', id: ID, data: [] }, 'data invalid: must be an object'],
  [{ op: 'update', id: ID, data: {}, if_match: 1 }, 'if_match invalid: must be a string'],
  [{ op: 'variants', data: {} }, ONE_NAME],
  [{ op: 'variants', id: ID }, 'data required: is required'],
  [{ op: 'reprice', percent: 5 }, ONE_NAME],
  [{ op: 'reprice', id: ID, external_id: 'A', percent: 5 }, ONE_NAME],
  [{ op: 'reprice', id: ID }, 'percent required: is required'],
  ...[-99.01, 1000.01, 0.001, 12.345, '5', null, Number.NaN].map((percent): [unknown, string] => [
    { op: 'reprice', id: ID, percent },
    `percent invalid: ${PERCENT}`,
  ]),
  [{ op: 'reprice', id: ID, percent: 5, data: {} }, 'data unknown_field: is not a known field'],
  [{ op: 'create', data: {}, if_match: '"1"' }, 'if_match unknown_field: is not a known field'],
  [{ op: 'upsert', data: {} }, 'external_id required: is required'],
  [{ op: 'merge', data: {}, external_id: 'a b' }, 'external_id invalid: must be 1 to 128 ASCII letters, '],
])('the text for %j fits the place that it points to', (operation, fault) => {
  expect(faultsOf(() => readOperation(operation))).toEqual([expect.stringContaining(fault)])
})

test.each<[object, object?]>([
  [{ op: 'create', data: { name: 'A' } }],
  [{ op: 'update', id: ID, data: {}, if_match: '"1"' }],
  [
    { op: 'update', id: ID.toUpperCase(), data: {} },
    { op: 'update', id: ID, data: {} },
  ],
  [{ op: 'update', external_id: 'A', data: {} }],
  [{ op: 'upsert', external_id: 'A', data: {} }],
  [{ op: 'merge', external_id: 'A', data: {}, if_match: '*' }],
  [{ op: 'variants', id: ID, data: { variants: [] }, if_match: '*' }],
  [{ op: 'variants', external_id: 'A', data: {} }],
  ...[-99, -12.5, -0.01, 0, 0.07, 12.34, 999.99, 1000].map((percent): [object] => [
    { op: 'reprice', id: ID, percent },
  ]),
  [{ op: 'reprice', external_id: 'A', percent: 5, if_match: '"1"' }],
  [{ op: 'delete', id: ID }],
  [{ op: 'delete', external_id: 'A', if_match: '"2"' }],
])('%j is an operation', (sent, read = sent) => {
  expect(readOperation(sent)).toEqual(read)
})

test('a request has 1 to 100 operations, which are not looked into', () => {
  expect(readOperations({ operations: [7, null] })).toEqual({ operations: [7, null] })
  expect(readOperations({ operations: Array(100).fill(0) }).operations).toHaveLength(100)
  for (const operations of [[], Array(101).fill(0)])
    expect(faultsOf(() => readOperations({ operations }))).toEqual([
      'operations invalid: must have 1 to 100 operations',
    ])
  expect(faultsOf(() => readOperations({ operations: {} }))).toEqual(['operations invalid: must be an array'])
})
