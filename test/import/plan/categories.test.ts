import { describe, expect, test } from 'vitest'
import type { ProductRow } from '../../../lib/import/row.ts'
import { type FileCategories, readCategories } from '../../../lib/import/row-categories.ts'
import { readRow } from './claims.ts'

/** The categories of rows as they are read, and those of the file. */
function read(rows: readonly ProductRow[], isOfOtherSystem = false) {
  const categories: FileCategories = new Map()
  return { read: rows.map((row) => readCategories(row, categories, isOfOtherSystem)), categories }
}
const readOne = (
  fields: Record<string, unknown>,
  more: Partial<ProductRow> = {},
  isOfOtherSystem = false,
) => {
  const { read: all, categories } = read([readRow(fields, more)], isOfOtherSystem)
  const [{ fields: found = {}, faults = [], notes = [], arePlacesByName = false } = {}] = all
  return { fields: found, faults, notes, arePlacesByName, categories: [...categories] }
}
const path = (name: string, parentId: string | null = null, above = '') => ({
  name,
  parentId,
  path: above ? `${above} > ${name}` : name,
})

describe('the category of a row', () => {
  test('is made by its name, below those above it', () => {
    expect(readOne({}, { category: 'Clothing > Shirts' })).toEqual({
      fields: { category_id: 'clothing-shirts' },
      faults: [],
      notes: [],
      arePlacesByName: false,
      categories: [
        ['clothing', path('Clothing')],
        ['clothing-shirts', path('Shirts', 'clothing', 'Clothing')],
      ],
    })
  })

  test('has the id that the row gives, and then the whole text is its name', () => {
    expect(readOne({ category_id: 'shirts' }, { category: 'Clothing > Shirts' })).toMatchObject({
      fields: { category_id: 'shirts' },
      categories: [['shirts', path('Clothing > Shirts')]],
    })
    // The id that the path would have anyway says nothing else.
    expect(
      readOne({ category_id: 'clothing-shirts' }, { category: 'Clothing > Shirts' }).categories,
    ).toHaveLength(2)
  })

  test('is the path that the file has for it', () => {
    const row = { category: 'Shirts', categoryPath: ['Clothing', 'Men', 'Shirts'] }
    expect(readOne({}, row).fields).toEqual({ category_id: 'clothing-men-shirts' })
    expect(readOne({}, { ...row, category: 'Trousers' }).fields).toEqual({ category_id: 'trousers' })
  })

  test('is not there if the row says none', () => {
    expect(readOne({})).toEqual({ fields: {}, faults: [], notes: [], arePlacesByName: false, categories: [] })
  })

  test.each<[string, Record<string, unknown>, unknown, string[]]>([
    ['no text', {}, 7, ['category must be a string']],
    ['an empty name', {}, '', ['category must have 1 to 120 characters']],
    ['a long name', {}, 'x'.repeat(121), ['category must have 1 to 120 characters']],
    ['a long name above it', {}, `${'x'.repeat(121)} > Tea`, ['category must have 1 to 120 characters']],
    [
      'an id that no category can have',
      { category_id: 'Tea!' },
      'Tea',
      [expect.stringMatching(/^category_id must be 1 to 63/)],
    ],
    ['more than a row can name', {}, 'a;'.repeat(2_501), ['category has more than 2500 entries of one list']],
  ])('is refused: %s', (_, fields, category, expected) => {
    const { faults, categories } = readOne(fields, { category })
    expect(faults.map(({ field, detail }) => `${field} ${detail}`)).toEqual(expected)
    expect(categories).toEqual([])
  })

  test('of two names with one id is the first, and that is reported once', () => {
    const { read: all, categories } = read([
      readRow({}, { category: 'Tea!' }),
      readRow({}, { category: 'TEA' }),
      readRow({}, { category: 'tea!' }),
    ])
    expect([...categories]).toEqual([['tea', path('Tea!')]])
    expect(all.map(({ notes }) => notes.map(({ loss, detail }) => `${loss}: ${detail}`))).toEqual([
      [],
      ['category_merged: "Tea!" and "TEA" are one category: both have the id tea'],
      [],
    ])
  })

  test('that has the id of another one is reported once for a row, together with other notes on it', () => {
    const { read: all } = read([
      readRow({}, { category: 'Tea!; Pots!' }),
      readRow({}, { category: 'TEA; POTS' }),
      readRow({}, { category: 'A > B > C > D > E > F; Tea' }),
    ])
    expect(all.map(({ notes }) => notes.map(({ loss }) => loss))).toEqual([
      [],
      ['category_merged'],
      ['category_path', 'category_merged'],
    ])
  })

  test('that meets an error of this program is not taken for a wrong one', () => {
    const broken = readRow({}, { category: 'Tea' })
    Object.defineProperty(broken, 'fields', {
      get: () => ({
        get category_id() {
          throw new TypeError('a bug')
        },
      }),
    })
    expect(() => read([broken])).toThrow(TypeError)
  })
})

describe('the additional categories of a row', () => {
  test('are those behind the first one of its cell, in front of those of their own column', () => {
    expect(readOne({ additional_categories: ['New'] }, { category: 'Rings; Sale' })).toMatchObject({
      fields: { category_id: 'rings', additional_categories: [{ id: 'sale' }, { id: 'new-2' }] },
      arePlacesByName: true,
    })
  })

  test('need no column of their own', () => {
    expect(readOne({}, { category: 'Rings; Sale' })).toMatchObject({
      fields: { category_id: 'rings', additional_categories: [{ id: 'sale' }] },
      arePlacesByName: true,
    })
  })

  test('can be paths, and have an id that a category can have', () => {
    expect(readOne({ additional_categories: ['Men > Shirts'] })).toMatchObject({
      fields: { additional_categories: [{ id: 'men-shirts' }] },
      categories: [
        ['men', path('Men')],
        ['men-shirts', path('Shirts', 'men', 'Men')],
      ],
    })
    expect(readOne({ additional_categories: [{ category: 'Sale', id: 'Sale!' }] }).faults).toMatchObject([
      { field: 'additional_categories', detail: expect.stringMatching(/^must be 1 to 63/) },
    ])
  })

  test('have their positions where they are objects, and then they are not known by their names alone', () => {
    const additional_categories = [{ id: 'sale', position: 3 }, { category: 'Gifts', position: 1 }, 'Pins']
    expect(readOne({ additional_categories })).toMatchObject({
      fields: {
        additional_categories: [{ id: 'sale', position: 3 }, { id: 'gifts', position: 1 }, { id: 'pins' }],
      },
      arePlacesByName: false,
      categories: [
        ['gifts', path('Gifts')],
        ['pins', path('Pins')],
      ],
    })
  })

  test('are listed once, without that of the product itself, and three at most', () => {
    const { fields, notes, categories } = readOne(
      { category_id: 'tea', additional_categories: ['Tea', 'A', 'a', 'B', 'C', 'D'] },
      {},
    )
    expect(fields.additional_categories).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    expect(notes).toEqual([{ loss: 'category', detail: 'the category "D"' }])
    expect(categories.map(([id]) => id)).toEqual(['a', 'b', 'c'])
  })

  test('that are given with a position are checked by the rules of a body, not taken away', () => {
    const twice = [
      { category: 'A', position: 1 },
      { category: 'A', position: 2 },
    ]
    expect(readOne({ additional_categories: twice }).fields.additional_categories).toEqual([
      { id: 'a', position: 1 },
      { id: 'a', position: 2 },
    ])
    const four = ['A', 'B', 'C', 'D'].map((category) => ({ category }))
    expect(readOne({ additional_categories: four }).fields.additional_categories).toHaveLength(4)
  })

  test('with a name and an id are that of the id', () => {
    const { fields, categories } = readOne({
      additional_categories: [{ category: 'Men > Shirts', id: 'shirts' }],
    })
    expect(fields.additional_categories).toEqual([{ id: 'shirts' }])
    expect(categories).toEqual([['shirts', path('Men > Shirts')]])
  })

  test('that are not valid stay, to be refused; those with a wrong name are faults', () => {
    expect(
      readOne({ additional_categories: [7, null, { category: 7 }] }).fields.additional_categories,
    ).toEqual([7, null, { category: 7 }])
    const { faults, fields } = readOne({ additional_categories: [{ category: '' }, 'Sale'] })
    expect(faults).toEqual([{ field: 'additional_categories', detail: 'must have 1 to 120 characters' }])
    expect(fields.additional_categories).toEqual([{ id: 'sale' }])
  })

  test('are not set by a column that is not a list, and an empty list empties them', () => {
    expect(readOne({ additional_categories: 'Sale' }).fields).toEqual({})
    expect(readOne({ additional_categories: [] })).toMatchObject({
      fields: { additional_categories: [] },
      arePlacesByName: true,
    })
  })

  test('of a file of another system are not parted by a ;', () => {
    expect(readOne({}, { category: 'Rings; Sale' }, true).fields).toEqual({ category_id: 'rings-sale' })
  })
})
