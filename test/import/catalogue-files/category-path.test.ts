import { describe, expect, test } from 'vitest'
import { canBeCategoryId } from '../../../lib/domain/text/slug.ts'
import {
  categoriesIn,
  categoryIdOf,
  categoryPathOf,
  categoryPathsOf,
  nameInFile,
  pathText,
  severalCategories,
} from '../../../lib/import/catalogue-files/category-path.ts'
import type { Note } from '../../../lib/import/catalogue-files/note.ts'

const many = (count: number, between: string, one = 'a') =>
  Array.from({ length: count }, () => one).join(between)

describe('a path of categories', () => {
  test.each([
    ['Tea', ['Tea']],
    ['Clothing > Shirts', ['Clothing', 'Shirts']],
    ['Clothing>Shirts', ['Clothing', 'Shirts']],
    [' > Clothing > > Shirts >', ['Clothing', 'Shirts']],
    ['a > b > c > d > e', ['a', 'b', 'c', 'd', 'e']],
    ['', []],
    [' > ', []],
  ])('in %j has the names %j', (cell, names) => {
    const notes: Note[] = []
    expect(categoryPathOf(cell, notes)).toEqual(names)
    expect(notes).toEqual([])
  })

  test('has five levels at most: those before its own are left out, which the report says', () => {
    const notes: Note[] = []
    expect(categoryPathOf('a > b > c > d > e > f', notes)).toEqual(['a', 'b', 'c', 'd', 'f'])
    expect(categoryPathOf('1>2>3>4>5>6>7', notes)).toEqual(['1', '2', '3', '4', '7'])
    expect(notes).toEqual([
      { loss: 'category_path', detail: '"a > b > c > d > e > f" became "a > b > c > d > f"' },
      { loss: 'category_path', detail: '"1 > 2 > 3 > 4 > 5 > 6 > 7" became "1 > 2 > 3 > 4 > 7"' },
    ])
  })

  test('has names without marks that turn the direction of text', () => {
    const notes: Note[] = []
    expect(categoryPathOf('T\u202eea > \u202e', notes)).toEqual(['Tea'])
    expect(categoryPathOf('Tea > \u202e Green', [])).toEqual(['Tea', 'Green'])
    expect(notes.map(({ loss }) => loss)).toEqual(['direction', 'direction'])
  })

  test('of far too many names is refused', () => {
    expect(() => categoryPathOf(many(2_501, '>'), [])).toThrow('has more than 2500 entries of one list')
  })

  test('is written with > between its names', () => {
    expect([pathText(['Tea', 'Green']), pathText(['Tea']), pathText([])]).toEqual(['Tea > Green', 'Tea', ''])
  })
})

describe('the categories of a cell', () => {
  test.each([
    ['Pots, Pans', ['Pots, Pans']],
    ['Tea > Green', ['Tea > Green']],
    ['Tea > Green, Fine', ['Tea > Green, Fine']],
    ['Tea > Green, Gifts > Small, Sale', ['Tea > Green', ' Gifts > Small', ' Sale']],
    ['Food, Beverages & Tobacco > Tea > A, B > C', ['Food, Beverages & Tobacco > Tea > A, B > C']],
    ['', ['']],
  ])('%j are %j', (cell, categories) => {
    expect(categoriesIn(cell)).toEqual(categories)
  })

  test('are not far too many', () => {
    expect(categoriesIn(many(2_500, ',', 'a > b'))).toHaveLength(2_500)
    const why = 'has more than 2500 entries of one list'
    expect(() => categoriesIn(many(2_501, ',', 'a > b'))).toThrow(why)
    expect(() => severalCategories(many(2_501, '|'), true)).toThrow(why)
    expect(() =>
      severalCategories(`${many(1_300, ',', 'a > b')}|${many(1_300, ',', 'a > b')}`, true),
    ).toThrow(why)
  })

  test.each([
    ['Tea | Gifts', ['Tea', 'Gifts'], ['Tea', 'Gifts']],
    ['Tea; Gifts', ['Tea', 'Gifts'], ['Tea; Gifts']],
    ['Books &amp; more; Sale', ['Books &amp; more', 'Sale'], ['Books &amp; more; Sale']],
    ['A&#8211;B;C', ['A&#8211;B', 'C'], ['A&#8211;B;C']],
    ['R & D; C', ['R & D', 'C'], ['R & D; C']],
    [
      'Tea > Green, Gifts > Small|Sale',
      ['Tea > Green', 'Gifts > Small', 'Sale'],
      ['Tea > Green', 'Gifts > Small', 'Sale'],
    ],
    ['Tea > Green, Gifts > Small,', ['Tea > Green', 'Gifts > Small'], ['Tea > Green', 'Gifts > Small']],
    ['', [], []],
  ])('in %j are %j in a file of the merchant, and %j in one of another system', (cell, own, other) => {
    expect([severalCategories(cell, false), severalCategories(cell, true)]).toEqual([own, other])
  })
})

describe('the paths of the categories of a product', () => {
  const pathsOf = (...cells: string[]) => categoryPathsOf(cells, []).map(pathText)

  test('are in the order of the file, but those above others last', () => {
    expect(pathsOf('Sale', 'Tea > Green', 'Gifts')).toEqual(['Sale', 'Tea > Green', 'Gifts'])
    expect(pathsOf('Tea', 'Tea > Green', 'Gifts')).toEqual(['Tea > Green', 'Gifts', 'Tea'])
    expect(pathsOf('a', 'a > b', 'a > b > c', 'd')).toEqual(['a > b > c', 'd', 'a > b', 'a'])
    expect(pathsOf('a', 'a > b > c')).toEqual(['a > b > c', 'a'])
    expect(pathsOf('Tea > Green', 'TÉA')).toEqual(['Tea > Green', 'TÉA'])
    expect(pathsOf('Green', 'Tea > Green')).toEqual(['Green', 'Tea > Green'])
    expect(pathsOf('', ' > ', 'Tea')).toEqual(['Tea'])
  })
})

describe('the id of a category', () => {
  test.each([
    [['Tea'], 'tea'],
    [['Pots & Pans'], 'pots-pans'],
    [['Clothing', 'Shirts'], 'clothing-shirts'],
    [['a', 'b', 'c'], 'a-b-c'],
    [['x'.repeat(63)], 'x'.repeat(63)],
    [['x'.repeat(30), 'y'.repeat(32)], `${'x'.repeat(30)}-${'y'.repeat(32)}`],
    [['search', 'x'], 'search-x'],
  ])('of the path %j is made of its names: %s', (path, id) => {
    expect(categoryIdOf(path)).toBe(id)
  })

  test.each([
    [['search'], /^search-2$/],
    [['茶'], /^c-[a-z0-9]{6}$/],
    [['Tea', '茶'], /^c-[a-z0-9]{6}$/],
    [['茶', 'Tea'], /^tea-[a-z0-9]{6}$/],
    [['x'.repeat(31), 'y'.repeat(32)], /^y{32}-[a-z0-9]{6}$/],
    [['a', 'y'.repeat(80)], /^y{56}-[a-z0-9]{6}$/],
    [['by', 'slug'], /^slug-[a-z0-9]{6}$/],
    [['a', '茶', 'b'], /^b-[a-z0-9]{6}$/],
  ])('of the path %j, whose names make none, has digits of its own: %s', (path, form) => {
    const id = categoryIdOf(path)
    expect(id).toMatch(form)
    expect(canBeCategoryId(id)).toBe(true)
    expect(categoryIdOf([...path])).toBe(id)
  })

  test('is another one of another path, and the same however its letters are written', () => {
    expect(categoryIdOf(['茶'])).not.toBe(categoryIdOf(['酒']))
    expect(categoryIdOf(['茶', 'Tea'])).not.toBe(categoryIdOf(['酒', 'Tea']))
    expect(categoryIdOf(['茶', '酒', 'Tea'])).not.toBe(categoryIdOf(['茶酒', 'Tea']))
    expect(categoryIdOf(['が'])).toBe(categoryIdOf(['が'.normalize('NFD')]))
    expect(categoryIdOf(['茶', 'a'])).not.toBe(categoryIdOf(['茶 > a', 'a']))
  })

  test('shows in a file what an import makes the same category of', () => {
    expect(nameInFile('clothing-shirts', ['Clothing', 'Shirts'])).toBe('Clothing > Shirts')
    expect(nameInFile('shirts', ['Clothing', 'Shirts'])).toBe('Shirts')
    expect(nameInFile('tees', ['Clothing', 'Shirts', 'Tees'])).toBe('Tees')
    expect(nameInFile('tea', ['Tea'])).toBe('Tea')
    expect(nameInFile('gone', [])).toBe('gone')
  })
})
