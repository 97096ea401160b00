import * as v from 'valibot'
import { expect, test } from 'vitest'
import { unknownMembers } from '../../../lib/domain/body/unknown-members.ts'
import { listOf } from '../../../lib/domain/text/list.ts'

const shelf = v.strictObject({
  name: v.string(),
  size: v.optional(v.strictObject({ width: v.number() })),
  books: v.optional(listOf(v.strictObject({ title: v.string() }), 2, 'must have at most 2 books')),
})
const found = (schema: v.GenericSchema, value: unknown) =>
  unknownMembers(schema, value).map(({ path }) => path.join('/'))

test.each<[string, unknown, string[]]>([
  ['of an object', { name: 'A', colour: 1 }, ['colour']],
  ['of an object in it', { size: { width: 1, depth: 2 } }, ['size/depth']],
  ['of an element', { books: [{ title: 'A' }, { title: 'B', pages: 1 }] }, ['books/1/pages']],
  ['of the longest list', { books: [{ a: 1 }, { b: 2 }] }, ['books/0/a', 'books/1/b']],
  ['of no element of a list that is too long', { books: [{ a: 1 }, {}, {}] }, []],
  ['that is removed', { colour: null }, ['colour']],
  ['all, in their order', { z: 1, size: { y: 1 }, x: 1 }, ['z', 'size/y', 'x']],
  [
    'named as a member of all objects',
    { toString: 1, size: { constructor: 1 } },
    ['toString', 'size/constructor'],
  ],
  ['of what is no object', [{ colour: 1 }], []],
  ['of a text for an object', { size: 'depth', books: 'title' }, []],
])('a member %s that nobody knows', (_, value, paths) => {
  expect(found(shelf, value)).toEqual(paths)
})

test('of several kinds of objects the named one decides the known members', () => {
  const kinds = v.variant('kind', [
    v.strictObject({ kind: v.literal('book'), title: v.string() }),
    v.strictObject({ kind: v.literal('shelf'), size: v.number() }),
  ])
  expect(found(kinds, { kind: 'book', size: 1 })).toEqual(['size'])
  expect(found(kinds, { kind: 'shelf', size: 1 })).toEqual([])
  expect(found(kinds, { kind: 'chair', size: 1 })).toEqual([])
  expect(['book', null, 7, undefined].flatMap((value) => found(kinds, value))).toEqual([])
  expect(found(kinds, 7)).toEqual([])
})

test('a list without an end, and the part of a pipe that has members', () => {
  expect(found(v.array(shelf), [{ name: 'A' }, { colour: 1 }])).toEqual(['1/colour'])
  const piped = v.pipe(v.unknown(), v.strictObject({ name: v.string() }))
  expect(found(piped, { name: 'A', colour: 1 })).toEqual(['colour'])
  expect(found(v.record(v.string(), v.string()), { colour: '1' })).toEqual([])
})

test('each is said as an unknown field', () => {
  expect(unknownMembers(shelf, { colour: 1 })).toEqual([
    { path: ['colour'], code: 'unknown_field', detail: 'is not a known field' },
  ])
})

test.each<[string, object, string?]>([
  ['misspelt', { nmae: 'A' }, 'name'],
  ['written as in JavaScript', { shelfColour: 1 }, 'shelf_colour'],
  ['in another case', { Name: 'A' }, 'name'],
  ['of an inner object', { size: { widht: 1 } }, 'width'],
  ['of an element', { books: [{ titel: 'A' }] }, 'title'],
  ['of another object', { width: 1 }],
  ['like none', { material: 'oak' }],
])('a field %s names the field that is meant', (_, body, meant) => {
  const coloured = v.strictObject({ ...shelf.entries, shelf_colour: v.optional(v.string()) })
  const detail = `is not a known field${meant === undefined ? '' : `; did you mean "${meant}"?`}`
  expect(unknownMembers(coloured, body).map((one) => one.detail)).toEqual([detail])
})

test('the first 20 name the field that is meant', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`name${'_'.repeat(n + 1)}`, 1]))
  const hinted = unknownMembers(shelf, many).map(({ detail }) => detail.includes('did you mean'))
  expect(hinted).toEqual(Array.from({ length: 40 }, (_, n) => n < 20))
})
