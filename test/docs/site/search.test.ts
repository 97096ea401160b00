import { expect, test } from 'vitest'
import { openSearch } from '../../../lib/docs/site/browser/search.ts'
import { Html } from '../../../lib/docs/site/html.ts'
import { searchIndex } from '../../../lib/docs/site/search/search-index.ts'
import { WORDS } from '../../../lib/docs/site/search/words.ts'
import { makeSite } from '../../../lib/docs/site/site.ts'
import { HELD_BACK, TUNED } from './search-words.ts'

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
  ['next page', 'public-reads#a-list-of-products'],
  ['filter by price', 'recipes#how-do-i-filter-and-sort'],
  ['error codes', 'problems'],
  ['404', 'public-reads#errors'],
  ['sku_taken', 'problems#sku_taken'],
  ['compare_at_price', 'api-schemas#Product-compare_at_price'],
  ['next_cursor', 'api-schemas#ProductList-next_cursor'],
  ['createProduct', 'api-products#createProduct'],
  ['product.created', 'api-events#product.created'],
  ['npm package', 'client'],
  ['react', 'recipes#next'],
  ['nextjs', 'recipes#next'],
  ['throttling', 'admin-writes#rate-limit'],
  ['optimistic locking', 'admin-writes#two-scripts-at-once'],
  ['batch', 'admin-writes#bulk'],
  ['receive a webhook', 'events#a-receiver'],
  ['hmac', 'events#a-receiver'],
  ['stok', 'inventory'],
  ['categorie', 'categories'],
  ['migrate from shopify', 'from-shopify'],
  ['changelog', 'changelog'],
  ['what does it cost?', 'cost'],
  ['pricing', 'cost'],
  ['monitoring', 'operations#alarms'],
  ['backup', 'restore#restore-the-table'],
  ['rollback', 'operations#roll-back'],
  ['where do I see my shop?', 'hosting#every-deployment-has-it-already'],
  ['preview my products', 'hosting#every-deployment-has-it-already'],
  ['windows', 'architecture#other-machines'],
  ['change the port', 'getting-started#1-start-it'],
  ['console', 'the-console'],
  ['admin screen', 'the-console'],
  ['test webhooks locally', 'command#try-a-receiver'],
])('%j leads to %s among the first three', (query, expected) => {
  expect(idsOf(query).slice(0, 3)).toContain(expected)
})

test.each([
  { list: 'TUNED', words: TUNED, atLeast: 43 },
  { list: 'HELD_BACK', words: HELD_BACK, atLeast: 18 },
])('at least $atLeast words of $list lead to their page first', ({ words, atLeast }) => {
  const found = words.map(([query, place]) => ({ query, place, first: idsOf(query)[0] ?? '' }))
  const astray = found.filter(({ place, first }) => first !== place && first.split('#')[0] !== place)
  const listed = astray.map(({ query, place, first }) => `${query}: ${first}, not ${place}`).join('\n')
  expect(words.length - astray.length, listed).toBeGreaterThanOrEqual(atLeast)
})

test.each(['shopPage', 'removalPolicy', 'edge.domain', 'documentationUrl'])(
  'the setting %s is found first on its page',
  (name) => {
    expect(idsOf(name)[0]).toBe(`settings#${name}`)
  },
)

const small = (texts: Record<string, string>) => {
  const entries = Object.entries(texts).map(([id, text]) => ({ id, title: '', text }))
  const shop = openSearch(
    searchIndex([{ name: 'page', title: '', main: new Html(''), headings: [], entries }]),
  )
  return (query: string) =>
    shop(query)
      .map(({ id }) => id)
      .sort()
}

test('the last word of a long section is found', () => {
  expect(small({ long: `${'a sentence of words '.repeat(2_000)}needle` })('needle')).toEqual(['page#long'])
})

test('a word that a place has is not taken for another', () => {
  const find = small({ cart: 'a cart', card: 'a card' })
  expect(find('cart')).toEqual(['page#cart'])
  expect(find('carb')).toEqual(['page#card', 'page#cart'])
})

test('a word is corrected only in a place that has the other words, too', () => {
  const find = small({ invoice: 'an invoice', token: 'a token', both: 'an invoice with a token' })
  expect(find('invoise token')).toEqual(['page#both'])
  expect(find('invoise')).toEqual(['page#both', 'page#invoice'])
  expect(small({ invoice: 'an invoice', token: 'a token' })('invoise token')).toEqual(['page#token'])
})

test('a word of four letters is corrected only when it is alone', () => {
  const find = small({ rest: 'a client for rest', client: 'a client' })
  expect(find('rust')).toEqual(['page#rest'])
  expect(find('rust client')).toEqual(['page#client', 'page#rest'])
})

test.each([
  ['blog post', 'what-it-is-not#content', 'log, cost'],
  ['theme editor', 'what-it-is-not#themes', 'them'],
  ['hold stock', 'inventory#a-checkout-elsewhere', 'sold'],
  ['lock product', 'admin-writes#two-scripts-at-once', 'clock'],
  ['shipping zones', 'what-it-is-not#shipping', 'one'],
  ['rust client', 'versioning#generated-clients', 'rest'],
])('%j leads to %s: no word of it becomes %s', (query, expected) => {
  expect(idsOf(query)[0]).toBe(expected)
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
