import { expect, test } from 'vitest'
import { readFilter } from '../../../lib/local/event-sources/filters.ts'

const read = (pattern: object) => readFilter('Records.FilterCriteria', JSON.stringify(pattern))
const record = { eventName: 'INSERT', dynamodb: { Keys: { sk: { S: 'evt_1' } }, Size: 3 } }

test.each<[string, object]>([
  ['an exact value', { eventName: ['INSERT'] }],
  ['one of several values', { eventName: ['MODIFY', 'INSERT'] }],
  ['a prefix', { dynamodb: { Keys: { sk: { S: [{ prefix: 'evt_' }] } } } }],
  ['a prefix or a value', { eventName: [{ prefix: 'X' }, 'INSERT'] }],
  ['a number', { dynamodb: { Size: [3] } }],
  ['all of several members', { eventName: ['INSERT'], dynamodb: { Size: [3] } }],
  ['nothing', {}],
])('a record passes a filter of %s', (_of, pattern) => {
  expect(read(pattern)(record)).toBe(true)
})

test.each<[string, object]>([
  ['another value', { eventName: ['REMOVE'] }],
  ['another prefix', { dynamodb: { Keys: { sk: { S: [{ prefix: 'vt_' }] } } } }],
  ['a number as a text', { dynamodb: { Size: ['3'] } }],
  ['a prefix of a number', { dynamodb: { Size: [{ prefix: '3' }] } }],
  ['one of two members that differs', { eventName: ['INSERT'], dynamodb: { Size: [4] } }],
  ['a member that is missing', { dynamodb: { NewImage: { pk: { S: ['a'] } } } }],
])('a record does not pass a filter of %s', (_of, pattern) => {
  expect(read(pattern)(record)).toBe(false)
})

test.each<[object, string]>([
  [{ eventName: [{ suffix: 'T' }] }, 'Records.FilterCriteria.eventName has {"suffix":"T"}'],
  [{ eventName: [{ prefix: 'I', suffix: 'T' }] }, 'Records.FilterCriteria.eventName has'],
  [{ eventName: 'INSERT' }, 'Records.FilterCriteria.eventName must be a list of values'],
  [{ dynamodb: { Size: [] } }, 'Records.FilterCriteria.dynamodb.Size must be a list of values'],
])('the pattern %j is refused', (pattern, message) => {
  expect(() => read(pattern)).toThrow(message)
})
