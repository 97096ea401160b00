import { expect, test } from 'vitest'
import { FACETS } from '../../../lib/domain/search/facet.ts'
import type { Filters } from '../../../lib/domain/search/filters.ts'
import { search } from '../../../lib/domain/search/search.ts'
import { makeIndex, type SearchedProduct } from '../../../lib/domain/search/search-index.ts'
import { naiveSearch } from './naive.ts'

/** Numbers that look random, the same in each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const CATEGORIES = ['tea', 'cups', 'gifts'].map((id) => ({ id, name: id }))
const VALUES = { Size: ['S', 'M', 'L'], Colour: ['Red', 'Blue'], Grind: ['Fine'] }

function randomProduct(roll: ReturnType<typeof dice>, n: number): SearchedProduct {
  const price = () => roll(20) * 100
  const before = (now: number) => [null, now, now + 50][roll(3)] ?? null
  const names = Object.keys(VALUES).filter(() => roll(2) === 0) as (keyof typeof VALUES)[]
  const variants = Array.from({ length: names.length === 0 ? 0 : roll(5) }, () => {
    const now = price()
    const option_values = Object.fromEntries(
      names.map((name) => [name, VALUES[name][roll(VALUES[name].length)] ?? '']),
    )
    return { option_values, price: now, compare_at_price: before(now) }
  })
  const now = variants[0]?.price ?? price()
  return {
    id: `p${n}`,
    name: `Product ${n}`,
    description: '',
    tags: ['new', 'green', 'best'].filter(() => roll(3) === 0),
    category_id: CATEGORIES[roll(3)]?.id ?? '',
    price: now,
    compare_at_price: variants[0] ? variants[0].compare_at_price : before(now),
    is_available: roll(3) > 0,
    ...(names.length > 0 && { variants }),
  }
}

function randomFilters(roll: ReturnType<typeof dice>): Filters {
  const some = (texts: readonly string[]) => (roll(2) === 0 ? texts.filter(() => roll(2) === 0) : undefined)
  const chance = <T>(value: T) => (roll(3) === 0 ? value : undefined)
  const options = Object.entries(VALUES).flatMap(([name, values]) =>
    roll(3) === 0 ? values.filter(() => roll(2) === 0).map((value) => ({ name, value })) : [],
  )
  return {
    categories: some(['tea', 'cups', 'nowhere']),
    tags: some(['new', 'green']),
    priceMin: chance(roll(15) * 100),
    priceMax: chance(roll(20) * 100),
    isAvailable: chance(roll(2) === 0),
    isOnSale: chance(roll(2) === 0),
    options,
  }
}

test('hits and counts of facets are those of a naive evaluation', () => {
  const roll = dice(33)
  for (let catalogue = 0; catalogue < 40; catalogue++) {
    const products = Array.from({ length: roll(60) }, (_, n) => randomProduct(roll, n))
    const index = makeIndex(products, CATEGORIES)
    for (let n = 0; n < 50; n++) {
      const filters = randomFilters(roll)
      const { ids, facets } = search(index, { ...filters, facets: FACETS })
      const naive = naiveSearch(products, filters)
      expect(ids).toEqual(naive.hits)
      for (const { name, label, values } of facets) {
        const counts = new Map(values.map(({ value, count }) => [value, count]))
        if (name === 'option')
          expect(new Map(values.map((one) => [one.label, one.count]))).toEqual(naive.options(label))
        else if (name !== 'price') expect(counts, name).toEqual(naive.facets[name])
        else
          for (const [range, count] of counts) {
            const [min = '', max = ''] = range.split('-')
            expect(count, range).toBe(naive.inRange(Number(min), max === '' ? Infinity : Number(max)))
          }
      }
    }
  }
})

const plain = (name: string, more: Partial<SearchedProduct> = {}): SearchedProduct => ({
  id: name,
  name,
  description: '',
  tags: [],
  category_id: 'tea',
  price: 100,
  compare_at_price: null,
  is_available: true,
  ...more,
})

test('the orders: by position as given, by name, price and time, each also the other way round', () => {
  const products = [
    plain('b', { price: 3, id: '2' }),
    plain('C', { price: 1, id: '3' }),
    plain('ä', { price: 2, id: '1' }),
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

test('the first hits alone are as they are among all', () => {
  const roll = dice(7)
  const names = ['green tea', 'tea', 'tea pot', 'pot', 'green pot', 'black tea']
  const products = Array.from({ length: 500 }, (_, n) => plain(names[roll(6)] ?? '', { id: String(n) }))
  const index = makeIndex(products, CATEGORIES)
  for (const query of [{ text: 'green tea' }, { text: 'tea' }, { sort: 'name' as const, isReverse: true }]) {
    const all = search(index, query)
    expect(all.total).toBe(all.ids.length)
    expect(search(index, { ...query, most: 7 })).toEqual({ ...all, ids: all.ids.slice(0, 7) })
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
  const [size] = search(index, { facets: ['option'] }).facets
  expect(size).toEqual({
    name: 'option',
    label: 'Size: EU',
    values: [{ value: 'Size\\: EU:38, wide', label: '38, wide', count: 1 }],
  })
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

test('an empty shop has no hits and no facets of values', () => {
  const { ids, total, facets } = search(makeIndex([], []), { text: 'tea', facets: FACETS })
  expect({ ids, total }).toEqual({ ids: [], total: 0 })
  expect(facets.flatMap(({ values }) => values)).toEqual([])
})
