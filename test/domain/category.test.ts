import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newCategory } from '../../lib/domain/category.ts'
import { faultyPaths } from '../support/faults-of.ts'

const faulty = (input: object) => faultyPaths(newCategory, { name: 'Tea', ...input })

test('a name is enough for a category', () => {
  expect(v.parse(newCategory, { name: ' Tea ' })).toEqual({
    name: 'Tea',
    description: '',
    parent_id: null,
    position: 0,
    is_listed: true,
    image: null,
    metadata: {},
  })
  expect(faultyPaths(newCategory, {})).toEqual(['name'])
})

test.each([
  ['name', 'x'.repeat(120), 'x'.repeat(121)],
  ['name', '\u{1F375}'.repeat(120), '\u{1F375}'.repeat(121)],
  ['name', 'a', ' '],
  ['description', 'x'.repeat(2000), 'x'.repeat(2001)],
  ['description', '', 'a\u0000'],
  ['position', 1e9, 1e9 + 1],
  ['position', 0, -1],
  ['position', 0, 0.5],
  ['id', 'x'.repeat(63), 'x'.repeat(64)],
  ['id', 'green-tea', 'Green'],
  ['id', 'news', 'new'],
  ['id', 'a', '01900000-0000-7000-8000-000000000000'],
  ['image', null, 'https://a.b'],
])('%s may be %j but not %j', (field, taken, refused) => {
  expect(faulty({ [field]: taken })).toEqual([])
  expect(faulty({ [field]: refused })).toEqual([field])
})

test.each(['id', 'name', 'description', 'position', 'metadata'])('%s cannot be null', (field) => {
  expect(faulty({ [field]: null })).toEqual([field])
})

test.each(['version', 'created_at', 'updated_at', 'slug', 'parent', '__proto__', 'constructor'])(
  'the unknown or read-only field %s is refused by its name',
  (field) => {
    expect(faultyPaths(newCategory, JSON.parse(`{"name": "Tea", "${field}": "x"}`))).toEqual([field])
  },
)
