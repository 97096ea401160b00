import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { applyPatch, replace } from '../../lib/domain/body/resource.ts'
import { CATEGORY, type Category } from '../../lib/domain/category.ts'
import { keepUnknown, withoutMark, withUnknown } from '../../lib/domain/newer-members.ts'
import { storedCategory } from './stored-category.ts'

interface Shirt {
  id: string
  tags?: unknown[]
  size?: { width: number }
}

const read = ({ id, ...rest }: Shirt & Record<string, unknown>): Shirt =>
  withUnknown({ id }, { id, ...rest }, ['pk'])

test('unknown members are seen by spreads and comparisons alone', () => {
  const shirt = read({ pk: 'BIZ#1', id: 'a', colour: 'red' })
  expect(JSON.stringify(shirt)).toBe('{"id":"a"}')
  expect(Object.keys(shirt)).toEqual(['id'])
  expect(isDeepStrictEqual({ ...shirt }, shirt)).toBe(true)
  expect(isDeepStrictEqual({ id: 'a' }, shirt)).toBe(false)
  expect(withoutMark({ ...shirt, id: 'b' })).toEqual({ id: 'b', colour: 'red' })
})

test('an object of known members has no mark', () => {
  expect(Reflect.ownKeys(read({ pk: 'BIZ#1', id: 'a' }))).toEqual(['id'])
})

test('what is known wins over what was unknown', () => {
  expect(withoutMark({ ...read({ id: 'a', size: { width: 1 } }), size: { width: 2 } })).toEqual({
    id: 'a',
    size: { width: 2 },
  })
})

test('what is written has no mark anywhere, and bytes and sets as they are', () => {
  const json = new Uint8Array([1])
  const item = { of: [{ one: read({ id: 'a', colour: 'red' }) }], json, ids: new Set(['a']), none: null }
  expect(withoutMark(item)).toEqual({ ...item, of: [{ one: { id: 'a', colour: 'red' } }] })
  expect(withoutMark(item).json).toBe(json)
})

const picture = (url: string, more: object = {}) => withUnknown({ url, alt: '' }, { url, ...more })
const gallery = (...pictures: object[]) => ({ id: 'a', pictures, size: { width: 1 } })

test('an object that is built again keeps them, in lists by the name of an element', () => {
  const before = gallery(picture('/1', { colour: 'red' }), picture('/2', { colour: 'blue' }))
  const after = keepUnknown(before, gallery({ url: '/2', alt: 'Two' }, { url: '/3', alt: '' }))
  expect(withoutMark(after)).toEqual(
    gallery({ url: '/2', alt: 'Two', colour: 'blue' }, { url: '/3', alt: '' }),
  )
})

test('an object that is built again without a change equals the first one', () => {
  const before = {
    ...gallery(picture('/1', { colour: 'red' })),
    size: withUnknown({ width: 1 }, { depth: 2 }),
  }
  const after = keepUnknown(before, gallery({ url: '/1', alt: '' }))
  expect(isDeepStrictEqual(after, before)).toBe(true)
})

test('one element of many is enough to have unknown members', () => {
  const before = gallery(picture('/1'), picture('/2', { colour: 'blue' }))
  const after = keepUnknown(before, gallery({ url: '/1', alt: '' }, { url: '/2', alt: '' }))
  expect(withoutMark(after)).toEqual(gallery({ url: '/1', alt: '' }, { url: '/2', alt: '', colour: 'blue' }))
})

test.each<[string, object, object]>([
  ['a list became a map', [{ id: 'a' }], { id: 'a' }],
  ['a map became a list', { id: 'a' }, [{ id: 'a' }]],
  ['elements have no name', ['x', null, { width: 1 }], [null, 'x', { width: 2 }]],
])('what is built anew is as it was built where %s', (_, before, after) => {
  const marked = withUnknown({ id: 'a', of: before }, { id: 'a', colour: 'red' })
  expect(withoutMark(keepUnknown(marked, { id: 'a', of: after }))).toEqual({
    id: 'a',
    of: after,
    colour: 'red',
  })
})

test('an object that was not built again is itself', () => {
  const before = gallery(picture('/1', { colour: 'red' }))
  expect(keepUnknown(before, before)).toBe(before)
})

test('an object without unknown members is the same object after a change', () => {
  const after = gallery(picture('/2'))
  expect(keepUnknown(gallery(picture('/1')), after)).toBe(after)
})

test.each([
  ['applyPatch', (category: Category) => applyPatch(CATEGORY, category, { name: 'Pots' })],
  ['replace', (category: Category) => replace(CATEGORY, category, { name: 'Pots' })],
])('%s keeps those of the object', (_, change) => {
  const known = storedCategory()
  const category = withUnknown(known, { colour: 'red' })
  expect(withoutMark(change(category))).toEqual({ ...known, name: 'Pots', colour: 'red' })
})
