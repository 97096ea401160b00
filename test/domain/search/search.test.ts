import { expect, test } from 'vitest'
import { withChanges } from '../../../lib/domain/search/change-index.ts'
import { FACETS } from '../../../lib/domain/search/facet.ts'
import { type Search, search } from '../../../lib/domain/search/search.ts'
import { makeIndex } from '../../../lib/domain/search/search-index.ts'
import { proveSearch } from '../../prove/search.ts'
import { CATEGORIES, randomFilters } from './random-catalogue.ts'
import { searchedProduct as plain } from './searched-product.ts'
import { dice, namedProduct, runOf, SORTS, throughPages } from './searching.ts'

/** `npm run prove -- search` asks for longer. */
test('hits and counts of facets are those of a naive evaluation, also after changes of the index', async () => {
  const run = runOf(2_000)
  await proveSearch(run)
  expect(run.goesOn()).toBe(false)
})

test('by relevance a thousand hits can be paged through', () => {
  const products = Array.from({ length: 1_200 }, (_, n) => plain('tea', { id: String(n).padStart(4, '0') }))
  const index = makeIndex(products, CATEGORIES)
  expect(throughPages(index, { text: 'tea', limit: 50 })).toHaveLength(1_000)
  expect(throughPages(index, { text: 'tea', limit: 50, sort: 'position' })).toHaveLength(1_200)
})

test('an index with changes finds and counts the same as a new one', () => {
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

test('of more different tags and values than are distinguished the first are found, and no other is shown', () => {
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
