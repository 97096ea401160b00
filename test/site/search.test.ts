import { expect, test } from 'vitest'
import { openSearch } from '../../lib/site/browser/search.ts'
import { makeSite } from '../../lib/site/site.ts'

const site = makeSite({ api: '../' })
const [, index] = Object.entries(site).find(([name]) => /^search-.*\.json$/.test(name)) ?? []
const search = openSearch(index?.content ?? '')
const idsOf = (query: string) => search(query).map(({ id }) => id)

test.each([
  ['how do I page?', 'recipes#how-do-i-page-through-a-list'],
  ['pagination', 'recipes#how-do-i-page-through-a-list'],
  ['next page', 'public-reads#a-list-of-products'],
  ['sku_taken', 'problems#sku_taken'],
  ['compare_at_price', 'api-schemas#Product-compare_at_price'],
  ['next_cursor', 'api-schemas#ProductList-next_cursor'],
  ['createProduct', 'api-products#createProduct'],
  ['rate limit', 'limits#rate-limits'],
  ['receive a webhook', 'events#a-receiver'],
  ['what does it cost?', 'cost'],
  ['idempotency', 'api-products#createProduct-Idempotency-Key'],
  ['rotate a key', 'api-keys#rotate'],
  ['delete business', 'operations#delete-a-business'],
  ['product.created', 'api-events#product.created'],
])('%j leads to %s among the first results', (query, expected) => {
  expect(idsOf(query).slice(0, 5)).toContain(expected)
})

test('the beginning of a word and a slip of the pen are enough', () => {
  expect(idsOf('idempot').slice(0, 3)).toEqual(idsOf('idempotency').slice(0, 3))
  expect(idsOf('idempotncy').slice(0, 5)).toContain('api-products#createProduct-Idempotency-Key')
  expect(idsOf('webhoks').join(' ')).toContain('webhook')
})

test('every result is a place of the site', () => {
  const ids = ['price', 'a product', 'key', 'table', 'error'].flatMap(idsOf)
  expect(ids.length).toBeGreaterThan(40)
  for (const id of ids) {
    const [page = '', fragment] = id.split('#')
    expect(site, id).toHaveProperty([page])
    if (fragment !== undefined) expect(site[page]?.content, id).toContain(` id="${fragment}"`)
  }
})

test('no query does harm, and one that finds nothing finds nothing', () => {
  for (const query of [
    'x'.repeat(1_000_000),
    'a '.repeat(100_000),
    '"<>&;',
    '%_.*+?^$()|[]{}\\',
    '\u0000',
    '🥐',
    '(((',
    'zzqqxxyy',
  ])
    expect(search(query), query.slice(0, 20)).toEqual([])
  expect(search('')).toEqual([])
  expect(search('how do I')).toEqual([])
  expect(search('constructor').length).toBeGreaterThanOrEqual(0)
  expect(search('__proto__ toString')).toBeDefined()
})

test('an excerpt shows the word that was found', () => {
  const [first] = search('sku_taken')
  expect(first).toMatchObject({ title: 'sku_taken', page: 'Problems' })
  const hit = search('minor unit').find(({ excerpt: [, word] }) => /minor/i.test(word))
  expect(hit?.excerpt.join('').length).toBeLessThan(250)
})
