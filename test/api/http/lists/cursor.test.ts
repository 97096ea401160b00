import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ListIdentity,
  listIdentity,
  makeCursor,
  pageRequest,
  readCursor,
} from '../../../../lib/api/http/lists/cursor.ts'

const LIST = listIdentity('b1', '/products', { sort: 'name', category: 'tea' })
const POSITION = 'N#green tea#01980000-0000-7000-8000-00000000000a'

/** True if a cursor of one list continues another. */
const continues = (other: ListIdentity, one: ListIdentity) => {
  try {
    return readCursor(makeCursor(POSITION, one), other) === POSITION
  } catch {
    return false
  }
}

test('a cursor leads back to its position in its list', () => {
  const position = fc.string({ unit: 'grapheme', maxLength: 60 }).map((start) => `${start}a`)
  fc.assert(
    fc.property(position, (said) => {
      fc.pre(said.isWellFormed())
      const cursor = makeCursor(said, LIST)
      expect(readCursor(cursor, LIST)).toBe(said)
      expect(cursor).toMatch(/^[\w-]+$/)
    }),
  )
})

const SENT = { sort: 'name', category: 'tea' }
const SHOWN = { limit: 7, cursor: 'x', fields: ['name'], business: 'acme' }

test.each<[string, Parameters<typeof listIdentity>, boolean]>([
  ['the same', ['b1', '/products', { category: 'tea', sort: 'name' }], true],
  [
    'with another limit, other fields, and the business named otherwise',
    ['b1', '/products', { ...SENT, ...SHOWN }],
    true,
  ],
  ['of another business', ['b2', '/products', SENT], false],
  ['of another path', ['b1', '/admin/products', SENT], false],
  ['in another order', ['b1', '/products', { ...SENT, sort: '-name' }], false],
  ['of another category', ['b1', '/products', { ...SENT, category: 'pots' }], false],
  ['of no category', ['b1', '/products', { sort: 'name' }], false],
  ['with one filter more', ['b1', '/products', { ...SENT, tag: 'new' }], false],
])('a cursor continues the list %s: %j', (_, other, expected) => {
  expect(continues(listIdentity(...other), listIdentity('b1', '/products', SENT))).toBe(expected)
})

describe('values that are not a cursor of a list', () => {
  const cursor = makeCursor(POSITION, LIST)
  test.each([
    ['nothing', ''],
    ['one that ends early', cursor.slice(0, -1)],
    ['the digest alone', cursor.slice(0, 12)],
    ['one with a character more', `${cursor}A`],
    ['one with a blank', `${cursor} `],
    ['one of another position', cursor.slice(0, 12) + makeCursor('b', LIST).slice(12)],
    ['a position that is none', makeCursor('N#', LIST)],
    ['an empty position', makeCursor('', LIST)],
    ['one that is long', makeCursor(`${'x'.repeat(800)}a`, LIST)],
  ])('%s', (_, sent) => {
    expect(() => readCursor(sent, LIST)).toThrow(
      expect.objectContaining({
        code: 'invalid_cursor',
        options: {
          detail: 'The cursor is malformed or belongs to another list. Start again without it.',
          errors: [
            {
              parameter: 'cursor',
              code: 'invalid_cursor',
              detail: 'is malformed or belongs to another list',
            },
          ],
        },
      }),
    )
  })

  test('a cursor of 1,024 characters is one, and none of more', () => {
    const ofLength = (bytes: number) => makeCursor('x'.repeat(bytes), LIST)
    expect(ofLength(759)).toHaveLength(1024)
    expect(readCursor(ofLength(759), LIST)).toHaveLength(759)
    expect(() => readCursor(ofLength(760), LIST)).toThrow('invalid_cursor')
  })
})

test('a page has 50 items unless the request has another limit, and begins behind its cursor', () => {
  expect(pageRequest({}, LIST)).toEqual({ after: undefined, limit: 50 })
  const cursor = makeCursor(POSITION, LIST)
  expect(pageRequest({ limit: 1, cursor }, LIST)).toEqual({ after: POSITION, limit: 1 })
})
