import { expect, test } from 'vitest'
import { withChanges } from '../../../lib/domain/search/change-index.ts'
import { FACETS } from '../../../lib/domain/search/facet.ts'
import { optionFilterText, readOptionFilter } from '../../../lib/domain/search/option-filter.ts'
import { type Search, search } from '../../../lib/domain/search/search.ts'
import { makeIndex, type SearchedProduct, type SearchIndex } from '../../../lib/domain/search/search-index.ts'
import { Run } from '../../prove/run.ts'
import { proveSearch } from '../../prove/search.ts'
import { CATEGORIES, type Dice, randomFilters, randomProduct } from './random-catalogue.ts'
import { searchedProduct as plain } from './searched-product.ts'

/** A run of this many random queries; the chance that leads it is a seed's. */
const runOf = (count: number, seed = 33) => new Run('search', seed, { count })
const dice = (seed: number): Dice => {
  const run = runOf(0, seed)
  return (sides) => run.below(sides)
}

/** `npm run prove -- search` asks for longer. */
test('hits and counts of facets are those of a naive evaluation, also after changes of the index', async () => {
  const run = runOf(2_000)
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

const NAMES = ['green tea', 'tea', 'tea pot', 'pot', 'green pot', 'black tea']
const SORTS = ['relevance', 'position', 'name', 'price', 'created_at'] as const
const namedProduct = (roll: Dice, n: number): SearchedProduct => ({
  ...randomProduct(roll, n),
  id: `p${String(n).padStart(4, '0')}`,
  name: NAMES[roll(6)] ?? '',
})

/** The hits of all pages, one page after the other; `between` gives the index from the next page on. */
function throughPages(index: SearchIndex, query: Search, between: () => SearchIndex = () => index): string[] {
  const ids: string[] = []
  for (let now = index, after: string | undefined; ; now = between()) {
    const page = search(now, { ...query, after })
    ids.push(...page.ids)
    if (page.next === undefined) return ids
    expect(page.ids).toHaveLength(query.limit ?? 0)
    after = page.next
  }
}

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

test('by relevance a thousand hits can be paged through', () => {
  const products = Array.from({ length: 1_200 }, (_, n) => plain('tea', { id: String(n).padStart(4, '0') }))
  const index = makeIndex(products, CATEGORIES)
  expect(throughPages(index, { text: 'tea', limit: 50 })).toHaveLength(1_000)
  expect(throughPages(index, { text: 'tea', limit: 50, sort: 'position' })).toHaveLength(1_200)
})

test('an index with changes finds and counts as one that is made anew', () => {
  const roll = dice(5)
  for (let catalogue = 0; catalogue < 20; catalogue++) {
    const all = new Map(Array.from({ length: roll(40) }, (_, n) => [n, namedProduct(roll, n)]))
    let index = makeIndex([...all.values()], CATEGORIES)
    for (let round = 0; round < 10; round++) {
      const gone = Array.from({ length: roll(6) }, () => roll(50))
      const changed = Array.from({ length: roll(4) }, () => roll(50)).map((n) => namedProduct(roll, n))
      for (const n of gone) all.delete(n)
      for (const product of changed) all.set(Number(product.id.slice(1)), product)
      const ids = [...gone.map((n) => `p${String(n).padStart(4, '0')}`), ...changed.map(({ id }) => id)]
      const now = new Map(changed.map((product) => [product.id, product]))
      const part = makeIndex([...now.values()], CATEGORIES, index.postings.averageLength)
      index = withChanges(index, new Set(ids), part)
      const fresh = makeIndex([...all.values()], CATEGORIES)
      for (const text of [undefined, 'tea', 'green pt', 'teapot', 'black tea pot', 'p'])
        for (const sort of SORTS.slice(1)) {
          const query = { ...randomFilters(roll), text, sort, facets: FACETS }
          expect(search(index, query)).toEqual(search(fresh, query))
        }
    }
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

test('each word that nobody has is mended, or found in others, and all others are left as they are', () => {
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

test('one letter, with which somebody begins a word, is no condition', () => {
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

test('words of descriptions end at a limit, those of names do not; unknown words cost no more than one of them', () => {
  const letters = 'abcdefghijklmnopqrst'
  const word = (n: number) => [...n.toString(20)].map((digit) => letters[Number.parseInt(digit, 20)]).join('')
  const products = Array.from({ length: 300 }, (_, n) =>
    plain(`name${word(n)}`, {
      description: Array.from({ length: 900 }, (_, k) => `x${word(900 * n + k)}`).join(' '),
    }),
  )
  const { postings } = makeIndex(products, CATEGORIES)
  expect(postings.words.length).toBeLessThan(202_000)
  expect(postings.words).toContain(`name${word(299)}`)
  expect(postings.byFrequency).toHaveLength(50_000)
})

test('of more different tags and values than are told apart the first are found, and no other is shown', () => {
  const products = Array.from({ length: 3_000 }, (_, n) =>
    plain('tea', {
      id: String(n).padStart(4, '0'),
      position: n,
      tags: Array.from({ length: 20 }, (_, k) => `t${n}-${k}`),
      variants: Array.from({ length: 20 }, (_, k) => ({
        option_values: { Size: `s${n}-${k}` },
        price: 1,
        compare_at_price: null,
      })),
    }),
  )
  const changed = makeIndex([plain('pot', { id: 'pot', tags: ['new'] })], CATEGORIES, 1)
  for (const index of [makeIndex(products, CATEGORIES)].flatMap((one) => [
    one,
    withChanges(one, new Set(['0000']), changed),
  ])) {
    const total = (filters: Search) => search(index, filters).total
    expect([total({ tags: ['t1-0'] }), total({ options: [{ name: 'Size', value: 's1-0' }] })]).toEqual([1, 1])
    expect([total({ tags: ['t2999-0'] }), total({ options: [{ name: 'Size', value: 's2999-0' }] })]).toEqual([
      0, 0,
    ])
    const { facets } = search(index, { facets: ['tag', 'option'] })
    expect(facets.map(({ label, values }) => [label, values.length])).toEqual([
      ['tag', 20],
      ['Size', 20],
    ])
  }
})

test('an empty shop has no hits and no facets of values', () => {
  const { ids, total, facets } = search(makeIndex([], []), { text: 'tea', facets: FACETS })
  expect({ ids, total }).toEqual({ ids: [], total: 0 })
  expect(facets.flatMap(({ values }) => values)).toEqual([])
})
