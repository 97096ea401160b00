import { expect, test } from 'vitest'
import { withChanges } from '../../../lib/domain/search/change-index.ts'
import { FACETS } from '../../../lib/domain/search/facet.ts'
import { optionFilterText, readOptionFilter } from '../../../lib/domain/search/option-filter.ts'
import { PriceCount } from '../../../lib/domain/search/price-ranges.ts'
import { search } from '../../../lib/domain/search/search.ts'
import { makeIndex } from '../../../lib/domain/search/search-index.ts'
import { proveSearch } from '../../prove/search.ts'
import { CATEGORIES, randomFilters } from './random-catalogue.ts'
import { searchedProduct as plain } from './searched-product.ts'
import { dice, namedProduct, runOf, SORTS, throughPages } from './searching.ts'

/** `search.test.ts` tries many more. */
test('hits and counts of facets are those of a naive evaluation of 100 queries', async () => {
  const run = runOf(100)
  await proveSearch(run)
  expect(run.goesOn()).toBe(false)
})

test('the orders: by position, by name, price and time, each also the other way round', () => {
  const products = [
    plain('b', { price: 3, id: '2', position: 1 }),
    plain('ä', { price: 2, id: '1', position: 3 }),
    plain('C', { price: 1, id: '3', position: 2 }),
  ]
  const index = makeIndex(products, CATEGORIES)
  const inOrder = (sort: Parameters<typeof search>[1]['sort'], isReverse = false) =>
    search(index, { sort, isReverse }).ids.join('')
  expect([inOrder('position'), inOrder('name'), inOrder('price'), inOrder('created_at')]).toEqual([
    '231',
    '123',
    '312',
    '123',
  ])
  expect([inOrder('position', true), inOrder('name', true), inOrder('price', true)]).toEqual([
    '132',
    '321',
    '213',
  ])
})

test.each(SORTS)('the pages by %s are all hits in their order, also the other way round', (sort) => {
  const roll = dice(7)
  const index = makeIndex(
    Array.from({ length: 90 }, (_, n) => namedProduct(roll, n)),
    CATEGORIES,
  )
  for (const text of [undefined, 'green tea', 'tea'])
    for (const isReverse of [false, true])
      for (const limit of [1, 7, 45, 90, 100]) {
        const query = { ...randomFilters(roll), text, sort, isReverse }
        const all = search(index, query)
        expect(all.total).toBe(all.ids.length)
        expect(throughPages(index, { ...query, limit })).toEqual(all.ids)
      }
})

test.each(SORTS.slice(1))('by %s no product that stays repeats or vanishes while others change', (sort) => {
  const roll = dice(11)
  const products = Array.from({ length: 60 }, (_, n) => namedProduct(roll, n))
  for (const isReverse of [false, true]) {
    let index = makeIndex(products, CATEGORIES)
    let next = 100
    const between = () => {
      const gone = new Set([roll(30), roll(30)].map((n) => `p${String(n).padStart(4, '0')}`))
      const added = [namedProduct(roll, next++), namedProduct(roll, next++)]
      index = withChanges(index, gone, makeIndex(added, CATEGORIES))
      return index
    }
    const found = throughPages(index, { sort, isReverse, limit: 3 }, between)
    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(expect.arrayContaining(products.slice(30).map(({ id }) => id)))
  }
})

const namesFor = (names: readonly string[], text: string) => {
  const index = makeIndex(
    names.map((name, n) => plain(name, { id: String(n), position: n })),
    CATEGORIES,
  )
  const { ids, corrected, isRelaxed } = search(index, { text })
  return { names: ids.map((id) => names[Number(id)]), corrected, isRelaxed }
}

test('a product that is called as the query comes first', () => {
  const names = ['Square tray tray', 'Square Tray (legs)', 'Square  tray', 'SQUARE TRÁY']
  expect(namesFor(names, ' square tray ').names[0]).toBe('SQUARE TRÁY')
})

test('each word that nobody has is corrected, or found in others, and all others stay', () => {
  const names = ['Kinderfahrradhelm rot', 'Żółta łódka', 'Łóżko dziecięce']
  expect(namesFor(names, 'helm fahrrad')).toEqual({
    names: [names[0]],
    corrected: undefined,
    isRelaxed: false,
  })
  expect(namesFor(names, 'rot hellm')).toMatchObject({ names: [names[0]], isRelaxed: true })
  expect(namesFor(names, 'Żółta łodca!')).toMatchObject({ names: [names[1]], corrected: 'Żółta lodka!' })
  // Two short words are not made of one.
  expect(namesFor(['ni no'], 'niño')).toMatchObject({ names: [], corrected: undefined })
})

test('the names of categories above find a product, after those that have the word themselves', () => {
  const categories = [
    { id: 'drinks', name: 'Warm Drinks', parent_id: null, is_listed: true },
    { id: 'tea', name: 'Tea', parent_id: 'drinks', is_listed: true },
  ]
  const products = [
    plain('Sencha', { id: '1' }),
    plain('Drinks tray', { id: '2', category_id: 'other', position: 1 }),
  ]
  const index = makeIndex(products, categories)
  const changed = withChanges(makeIndex([], categories, 1), new Set(), index)
  for (const one of [index, changed]) {
    const found = (text: string) => search(one, { text }).ids.join('')
    expect(['drinks', 'drink', 'dri', 'warm sencha', 'warm tea', 'sencha drinks'].map(found)).toEqual([
      '21',
      '21',
      '21',
      '1',
      '1',
      '1',
    ])
    expect(search(one, { text: 'drinks' })).toMatchObject({
      total: 2,
      corrected: undefined,
      isRelaxed: false,
    })
  }
})

test('a single letter at the end is not a condition', () => {
  const names = ['black tea', 'black coffee', 'vitamin c', 'vitamin d']
  expect(namesFor(names, 'black t')).toMatchObject({ names: ['black tea', 'black coffee'], isRelaxed: false })
  expect(namesFor(names, 'vitamin d').names).toEqual(['vitamin d', 'vitamin c'])
  expect(namesFor(names, 't').names).toEqual([])
})

test('the last range of prices has no end', () => {
  const products = Array.from({ length: 40 }, (_, n) =>
    plain(n < 20 ? 'tea' : 'pot', { price: 100 * n, id: `${n}` }),
  )
  const index = makeIndex(products, CATEGORIES)
  for (const query of [{ text: 'tea' }, {}, { text: 'pot' }, { text: 'none' }]) {
    const { facets } = search(index, { ...query, facets: ['price'] })
    const values = facets.flatMap((facet) => facet.values.map(({ value }) => value))
    expect(values.filter((value) => value.endsWith('-'))).toEqual(values.slice(-1))
  }
})

test('an option with a colon in its name, one in other letters, and a value with a comma', () => {
  const variants = [
    { option_values: { 'Size: EU': '38, wide', FARBE: 'Rot' }, price: 1, compare_at_price: null },
  ]
  const index = makeIndex([plain('shoe', { variants })], CATEGORIES)
  const count = (name: string, value: string) => search(index, { options: [{ name, value }] }).total
  expect(count('size: eu', '38,  WIDE')).toBe(1)
  expect(count('Farbe', 'rot')).toBe(1)
  expect(count('Farbe', 'r')).toBe(0)
  const { facets } = search(index, { facets: ['option'] })
  expect(facets.find(({ label }) => label === 'Size: EU')).toEqual({
    name: 'option',
    label: 'Size: EU',
    values: [{ value: 'Size\\: EU:38, wide', label: '38, wide', count: 1 }],
  })
})

test('a filter of an option is read as it is written', () => {
  for (const name of ['Size', 'Size: EU', 'a\\', '\\:', 'größe'])
    for (const value of ['M', '250 g, ground', ':', '\\:'])
      expect(readOptionFilter(optionFilterText({ name, value }))).toEqual({ name, value })
  expect(readOptionFilter('Size:EU:38')).toEqual({ name: 'Size', value: 'EU:38' })
  for (const text of ['', ':', 'Size', 'Size:', ':M', 'Size\\:M'])
    expect(readOptionFilter(text)).toBe(undefined)
})

test('words find products in the requested order', () => {
  const products = [
    plain('tea pot', { id: 'a', price: 2 }),
    plain('tea', { id: 'b', price: 3 }),
    plain('tea', { id: 'c', price: 1 }),
  ]
  const index = makeIndex(products, CATEGORIES)
  expect(search(index, { text: 'tea', sort: 'price' }).ids).toEqual(['c', 'a', 'b'])
})

test('a value of one option is not a value of another', () => {
  const variants = [{ option_values: { Size: 'M', Fit: 'L' }, price: 1, compare_at_price: null }]
  const index = makeIndex([plain('shirt', { variants })], CATEGORIES)
  const total = (name: string, value: string) => search(index, { options: [{ name, value }] }).total
  expect([total('Size', 'M'), total('Size', 'L'), total('Fit', 'L')]).toEqual([1, 0, 1])
})

test('50 options are facets, the most frequent', () => {
  const products = Array.from({ length: 51 }, (_, n) =>
    plain('shirt', {
      id: `${n}`,
      variants: [{ option_values: { Size: 'M', [`Option ${n}`]: 'x' }, price: 1, compare_at_price: null }],
    }),
  )
  const { facets } = search(makeIndex(products, CATEGORIES), { facets: ['option'] })
  expect([facets.length, facets[0]?.label]).toEqual([50, 'Size'])
})

test('the last range that has a product has no end, also where prices of other products are behind it', () => {
  const prices = new PriceCount([0, 10, 20, 30])
  for (const range of [0b1, 0b10]) prices.add(range)
  expect(prices.ranges().map(({ value }) => value)).toEqual(['0-9', '10-'])
})

test.each(["d'or", 'a_b', '👍', 'AND NOT', '$where', '../../', 'ｔｅａ', 'é'.repeat(500), 'x '.repeat(250)])(
  'odd words are words like others: %s',
  (text) => {
    const index = makeIndex([plain('tea'), plain('a_b d’or')], CATEGORIES)
    expect(search(index, { text, facets: ['category'] }).total).toBeTypeOf('number')
  },
)

test('an empty shop has no hits and no facets of values', () => {
  const { ids, total, facets } = search(makeIndex([], []), { text: 'tea', facets: FACETS })
  expect({ ids, total }).toEqual({ ids: [], total: 0 })
  expect(facets.flatMap(({ values }) => values)).toEqual([])
})
