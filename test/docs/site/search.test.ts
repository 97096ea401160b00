import { expect, test } from 'vitest'
import { openSearch } from '../../../lib/docs/site/browser/search.ts'
import { WORDS } from '../../../lib/docs/site/search/words.ts'
import { makeSite } from '../../../lib/docs/site/site.ts'

const site = makeSite({ api: '../' })
const [, index] = Object.entries(site).find(([name]) => /^search-.*\.json$/.test(name)) ?? []
const search = openSearch(index?.content ?? '')
const idsOf = (query: string) => search(query).map(({ id }) => id)

test.each([
  ['authentication', 'api-keys'],
  ['login', 'api-keys'],
  ['auth token', 'api-keys'],
  ['bearer', 'api-keys'],
  ['permissions', 'api-keys'],
  ['rotate a key', 'api-keys#rotate'],
  ['multi tenant', 'public-reads#naming-the-business'],
  ['how do I page?', 'recipes#how-do-i-page-through-a-list'],
  ['pagination', 'recipes#how-do-i-page-through-a-list'],
  ['next page', 'public-reads#a-list-of-products'],
  ['filter by price', 'recipes#how-do-i-filter-and-sort'],
  ['cors', 'public-reads#pages-on-other-origins'],
  ['etag', 'public-reads#caching'],
  ['errors', 'problems'],
  ['error codes', 'problems'],
  ['404', 'public-reads#errors'],
  ['sku_taken', 'problems#sku_taken'],
  ['compare_at_price', 'api-schemas#Product-compare_at_price'],
  ['next_cursor', 'api-schemas#ProductList-next_cursor'],
  ['createProduct', 'api-products#createProduct'],
  ['product.created', 'api-events#product.created'],
  ['sdk', 'client'],
  ['npm package', 'client'],
  ['react', 'recipes#next'],
  ['nextjs', 'recipes#next'],
  ['swagger', 'api-service#getDescription'],
  ['rate limit', 'limits#rate-limits'],
  ['throttling', 'admin-writes#rate-limit'],
  ['idempotency', 'admin-writes#crashes-and-retries'],
  ['optimistic locking', 'admin-writes#two-scripts-at-once'],
  ['batch', 'admin-writes#bulk'],
  ['webhook signature', 'events#a-receiver'],
  ['receive a webhook', 'events#a-receiver'],
  ['hmac', 'events#a-receiver'],
  ['inventory', 'inventory'],
  ['stok', 'inventory'],
  ['oversell', 'inventory'],
  ['import csv', 'operator#importing-a-catalogue'],
  ['migrate from shopify', 'from-shopify'],
  ['changelog', 'changelog'],
  ['what does it cost?', 'cost'],
  ['pricing', 'cost'],
  ['monitoring', 'operations#alarms'],
  ['backup', 'restore#restore-the-table'],
  ['rollback', 'operations#roll-back'],
  ['uninstall', 'operations#tear-down'],
  ['gdpr', 'operations#personal-data'],
  ['delete business', 'operations#delete-a-business'],
])('%j leads to %s among the first three', (query, expected) => {
  expect(idsOf(query).slice(0, 3)).toContain(expected)
})

test('every place that has words of its own is a place of the site', () => {
  for (const id of Object.keys(WORDS)) {
    const [page = '', fragment] = id.split('#')
    expect(site, id).toHaveProperty([page])
    if (fragment !== undefined) expect(site[page]?.content, id).toContain(` id="${fragment}"`)
  }
})

test('the beginning of a word and a slip of the pen are enough', () => {
  expect(idsOf('idempot').slice(0, 3)).toEqual(idsOf('idempotency').slice(0, 3))
  expect(idsOf('idempotncy').slice(0, 3)).toContain('admin-writes#crashes-and-retries')
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
