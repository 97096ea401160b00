import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CategoryItem, categoryOf } from '../../../lib/data/category-reads.ts'
import { deleteProduct } from '../../../lib/data/products/products.ts'
import { categoryStorefront } from '../../../lib/data/storefront/storefront.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { tokenDigest } from '../../../lib/domain/api-keys/token.ts'
import { type Item, itemsIn, itemsOf, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeProduct } from '../../support/shop.ts'
import { type BusyShop, makeBusyShop, verify } from '../business/busy-shop.ts'
import { helpOf, operate } from '../operate.ts'
import { inRounds } from './rounds.ts'

let shop: BusyShop
beforeAll(async () => {
  shop = await makeBusyShop()
})

/** The repairs at the end of the current test, last first: all tests share a shop. */
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function put(item: keys.Key & Record<string, unknown>): Promise<keys.Key> {
  const before = await storedItem(item).catch(() => undefined)
  await plantItem(item)
  undo.push(() => (before ? plantItem(before) : removeItem(item)))
  return item
}

async function take(key: keys.Key): Promise<keys.Key> {
  const before = await storedItem(key)
  await removeItem(key)
  undo.push(() => plantItem(before))
  return key
}

const STRANGER = '7b1c0000-0000-4000-8000-000000000001'
const productKey = () => keys.productKey(shop.business.id, shop.sencha.id)
const potKey = () => keys.productKey(shop.business.id, shop.pot.id)

/** The first item of a partition. */
async function only(pk: string): Promise<keys.Key> {
  const [found] = await itemsIn(pk)
  if (!found) throw new Error(`nothing in ${pk}`)
  return { pk, sk: found.sk }
}

/** Breaks something and says which item is then to be named. */
type Plant = (id: string) => Promise<keys.Key>

const corrupt =
  (key: (id: string) => keys.Key | Promise<keys.Key>, changes: Record<string, unknown>): Plant =>
  async (id) => {
    const changed = Object.entries({ ...(await storedItem(await key(id))), ...changes })
    return put(Object.fromEntries(changed.filter(([, value]) => value !== undefined)) as Item)
  }

const remove =
  (key: (id: string) => keys.Key | Promise<keys.Key>): Plant =>
  async (id) =>
    take(await key(id))

const plant =
  (item: (id: string) => keys.Key & Record<string, unknown>): Plant =>
  (id) =>
    put(item(id))

const event = (id: string) => only(keys.eventKey(id, '').pk)
const apiKey = (id: string) => only(keys.apiKeyKey(id, '').pk)
const sharded = (id: string, category: string) =>
  keys.categoryCountKey(id, category, keys.shardOf(shop.sencha.id))
/** Puts a category below another one, with what comes with it. */
async function stand(id: string, category: string, parent_id: string): Promise<keys.Key> {
  const counts = keys.categoryCountKey(id, parent_id, keys.shardOfText(category))
  const before = await storedItem(counts).catch(() => ({ type: 'category_count', n: 0 }))
  await put({ ...before, ...counts, c: 1 })
  const item = { ...(await storedItem(keys.categoryKey(id, category))), parent_id }
  return put({ ...item, ...categoryStorefront(id, categoryOf(item as unknown as CategoryItem)) })
}
const token = () => keys.tokenKey(tokenDigest(shop.token))
const guard = (key: keys.Key) => ({ ...key, type: 'guard', product_id: shop.sencha.id, stamp: 'earlier' })

/** The corruptions, of which a round has one of each item: all of a round are looked for at once. */
const CORRUPTIONS: [item: string, code: string, what: string, plant: Plant][] = [
  ['sku', 'guard_missing', 'the guard of a SKU is gone', remove((id) => keys.skuGuardKey(id, 'S#1'))],
  [
    'draft slug',
    'guard_missing',
    'the guard of a draft’s slug is gone',
    remove((id) => keys.slugGuardKey(id, 'draft')),
  ],
  [
    'external id',
    'guard_elsewhere',
    'the guard of an external id points to another product',
    (id) => corrupt(() => keys.externalIdGuardKey(id, 'erp:1'), { product_id: shop.pot.id })(id),
  ],
  [
    'slug',
    'guard_elsewhere',
    'the guard of a slug points to nothing',
    corrupt((id) => keys.slugGuardKey(id, 'sencha'), { product_id: STRANGER }),
  ],
  [
    'slug',
    'guard_index_differs',
    'a public slug leads nowhere',
    corrupt((id) => keys.slugGuardKey(id, 'sencha'), { by_created: undefined }),
  ],
  [
    'draft slug',
    'guard_index_differs',
    'a draft’s slug still leads to it',
    (id) =>
      corrupt(() => keys.slugGuardKey(id, 'draft'), {
        store: keys.slugPartition(id, 'draft'),
        by_created: shop.draft.id,
      })(id),
  ],
  [
    'sku',
    'invalid_item',
    'a guard is of another type',
    corrupt((id) => keys.skuGuardKey(id, 'S#1'), { type: 'x' }),
  ],
  [
    'old slug',
    'guard_left',
    'a slug let go is still held',
    plant((id) => guard(keys.slugGuardKey(id, 'old-slug'))),
  ],
  [
    'old sku',
    'guard_left',
    'an SKU of a deleted product is still held',
    plant((id) => guard(keys.skuGuardKey(id, 'lost'))),
  ],
  [
    'sencha',
    'card_differs',
    'a card says something else',
    corrupt(() => productKey(), { card: '{"price":1}' }),
  ],
  [
    'tea',
    'card_differs',
    'a category’s card is gone',
    corrupt((id) => keys.categoryKey(id, 'tea'), { card: undefined }),
  ],
  [
    'profile',
    'card_differs',
    'the profile’s card is another',
    corrupt((id) => keys.businessKey(id), { card: '{}' }),
  ],
  ['pot', 'card_old', 'a card is of an older version', corrupt(() => potKey(), { card_version: 0 })],
  [
    'sencha',
    'facets_differ',
    'a product is filtered by a price that it has not',
    corrupt(() => productKey(), { facets: { a: true, p: 1, t: [] } }),
  ],
  ['pot', 'facets_differ', 'a product has no facets', corrupt(() => potKey(), { facets: undefined })],
  [
    'sencha',
    'index_keys_differ',
    'a product is missing in an index',
    corrupt(() => productKey(), { by_price: undefined }),
  ],
  [
    'pot',
    'index_keys_differ',
    'a product stands in another shop',
    corrupt(() => potKey(), { store: keys.storePartition(STRANGER) }),
  ],
  [
    'sencha',
    'index_keys_differ',
    'a product stands on another shelf',
    (id) => corrupt(() => productKey(), { shelf: keys.shelfPartition(id, 'pots') })(id),
  ],
  [
    'pot',
    'storefront_missing',
    'an active product is in no index',
    corrupt(() => potKey(), {
      card: undefined,
      card_version: undefined,
      facets: undefined,
      store: undefined,
      shelf: undefined,
      by_position: undefined,
      by_name: undefined,
      by_price: undefined,
      by_created: undefined,
    }),
  ],
  [
    'draft',
    'storefront_left',
    'a draft is shown',
    async (id) => {
      const { card, store, by_name } = await storedItem(productKey())
      return corrupt(() => keys.productKey(id, shop.draft.id), { card, store, by_name })(id)
    },
  ],
  [
    'count',
    'count_wrong',
    'a count is one too high',
    async (id) => {
      const { n } = await storedItem(sharded(id, 'pots'))
      return corrupt(() => sharded(id, 'pots'), { n: Number(n) + 1 })(id)
    },
  ],
  [
    'count',
    'count_wrong',
    'a count has a category below too many',
    corrupt((id) => sharded(id, 'pots'), { c: 1 }),
  ],
  [
    'tea',
    'category_missing',
    'a category stands below one that is gone',
    async (id) => {
      const key = await stand(id, 'tea', 'gone')
      await take(keys.categoryCountKey(id, 'gone', keys.shardOfText('tea')))
      return key
    },
  ],
  ['tea', 'category_circle', 'a category stands below itself', (id) => stand(id, 'tea', 'tea')],
  ['count', 'count_wrong', 'a count is no number', corrupt((id) => sharded(id, 'pots'), { n: '0' })],
  ['count', 'count_missing', 'a count is gone', remove((id) => sharded(id, 'pots'))],
  [
    'old count',
    'count_left',
    'a count has outlived its category',
    plant((id) => ({ ...sharded(id, 'gone'), type: 'category_count', n: 0 })),
  ],
  [
    'alone',
    'category_missing',
    'a product is in a category that is gone',
    async (id) => {
      await take(keys.categoryKey(id, 'pots'))
      for (const { pk, sk } of await itemsOf(id)) if (sk.startsWith('COUNT#pots#')) await take({ pk, sk })
      return keys.productKey(id, shop.pot.id)
    },
  ],
  ['sencha', 'invalid_item', 'a product has no price', corrupt(() => productKey(), { price: undefined })],
  ['pot', 'invalid_item', 'a product has a text for its tags', corrupt(() => potKey(), { tags: 'green' })],
  ['sencha', 'invalid_item', 'a price is none', corrupt(() => productKey(), { price: -1 })],
  ['key', 'invalid_item', 'a name has control characters', corrupt(apiKey, { name: 'a\u0007' })],
  [
    'key',
    'rule_broken',
    'the name of an API key has two lines',
    async (id) => {
      await corrupt(token, { key_name: 'a%0Ab' })(id)
      return corrupt(apiKey, { name: 'a\nb' })(id)
    },
  ],
  [
    'draft',
    'rule_broken',
    'the name of a draft has two lines',
    corrupt((id) => keys.productKey(id, shop.draft.id), { name: 'a\nb' }),
  ],
  [
    'sencha',
    'invalid_item',
    'a product is under another’s key',
    corrupt(() => productKey(), { id: STRANGER }),
  ],
  [
    'foreign product',
    'invalid_item',
    'a product has another currency than its business',
    async (id) => {
      const product = await makeProduct({ ...shop.business, currency: 'JPY' }, { category_id: 'tea' })
      undo.push(() => deleteProduct(id, product.id))
      return keys.productKey(id, product.id)
    },
  ],
  [
    'tea',
    'invalid_item',
    'a category says it is a product',
    corrupt((id) => keys.categoryKey(id, 'tea'), { type: 'product' }),
  ],
  ['event', 'invalid_item', 'an event is no JSON', corrupt(event, { json: '{' })],
  ['key', 'invalid_item', 'an API key has no digest', corrupt(apiKey, { digest: undefined })],
  [
    'tea',
    'foreign_item',
    'a category names another business',
    corrupt((id) => keys.categoryKey(id, 'tea'), { business_id: STRANGER }),
  ],
  [
    'event',
    'foreign_item',
    'an event names another business',
    async (id) => {
      const key = await event(id)
      const { json } = await storedItem(key)
      return corrupt(() => key, { json: String(json).replace(id, STRANGER) })(id)
    },
  ],
  [
    'note',
    'unknown_item',
    'something lies in the partition',
    plant((id) => ({ ...keys.businessKey(id), sk: 'NOTE', type: 'note' })),
  ],
  [
    'foreign row',
    'index_foreign',
    'another shop’s item stands in the index',
    plant((id) => ({
      ...keys.productKey(STRANGER, randomUUID()),
      type: 'product',
      store: keys.storePartition(id),
      by_name: 'x',
      card: '{}',
    })),
  ],
  ['shop', 'shop_missing', 'the slug leads nowhere', remove(() => keys.shopKey(shop.business.slug))],
  [
    'shop',
    'shop_elsewhere',
    'the slug leads to another business',
    corrupt(() => keys.shopKey(shop.business.slug), { business_id: STRANGER }),
  ],
  ['alone', 'profile_missing', 'the profile is gone', remove(keys.businessKey)],
  ['registry', 'registry_missing', 'the registry does not have the business', remove(keys.registryKey)],
  [
    'registry',
    'registry_missing',
    'the row in the registry is something else',
    corrupt(keys.registryKey, { type: 'x' }),
  ],
  ['key', 'token_missing', 'a token leads nowhere', remove(token)],
  ['key', 'token_differs', 'a token grants more than its key', corrupt(token, { scopes: 'products:write' })],
  ['key', 'token_differs', 'a token has the name of another key', corrupt(token, { key_name: 'another' })],
  [
    'key',
    'token_differs',
    'a revoked key’s token still works',
    corrupt(token, { expires_at: '2100-01-01T00:00:00.000Z' }),
  ],
  ['key', 'roster_differs', 'the roster does not have a key', corrupt(keys.rosterKey, { keys: {} })],
  [
    'key',
    'roster_differs',
    'the roster has a key that is not there',
    async (id) => {
      const { keys: entries } = await storedItem(keys.rosterKey(id))
      const more = { [STRANGER]: { is_admin: true, expires_at: null } }
      return corrupt(keys.rosterKey, { keys: { ...(entries as object), ...more } })(id)
    },
  ],
  ['key', 'invalid_item', 'the roster is none', corrupt(keys.rosterKey, { version: 'x' })],
  [
    'key',
    'token_left',
    'a key is revoked and its token is still there',
    async (id) => {
      await corrupt(apiKey, { revoked_at: '2020-01-01T00:00:00.000Z' })(id)
      await corrupt(keys.rosterKey, { keys: {} })(id)
      return token()
    },
  ],
  [
    'answer',
    'invalid_item',
    'a kept answer is of another type',
    async (id) => {
      const { id: keyId } = await storedItem(await apiKey(id))
      const key = await only(keys.idempotencyKey(id, String(keyId), '').pk)
      return corrupt(() => key, { type: 'x' })(id)
    },
  ],
]

test('nothing is found after a busy history, by id or slug, and it says what it looked at', async () => {
  const { business } = shop
  const byId = await verify(business, '--deep')
  expect(byId).toMatchObject({ code: 0, findings: [], is_complete: true, unsettled: 0 })
  expect(byId.notes).toEqual([expect.stringMatching(/^the whole table is going to be read: /)])
  expect(byId).toMatchObject({
    seen: { products: 5, categories: 2, api_keys: 1, index_rows: 3 * 8 + 4 + 2 * 2 + 1 },
  })
  expect(await operate('verify', '--business', business.slug)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^nothing found in 5 products, 2 categories,(?: 0 [a-z ]+,)* 1 API key,(?: 0 [a-z ]+,)* 33 index rows, \d+ events$/,
    ),
    notes: [],
  })
})

test.each(inRounds(CORRUPTIONS))('found at once, and nothing else: %s', async (_, round) => {
  const broken: string[] = []
  for (const [, code, , breakIt] of round) {
    const { pk, sk } = await breakIt(shop.business.id)
    broken.push(`${code} ${pk} ${sk}`)
  }
  const { findings, ...result } = await verify(shop.business)
  expect(findings.map(({ code, pk, sk }) => `${code} ${pk} ${sk}`).sort()).toEqual(broken.sort())
  expect(result).toMatchObject({ code: 1, is_complete: true })
})

test('an event without an actor is not a finding', async () => {
  const { id } = shop.business
  const old = await event(id)
  const {
    actor: _actor,
    request_id: _request,
    ...recorded
  } = JSON.parse(String((await storedItem(old)).json))
  await corrupt(() => old, { actor: undefined, object: undefined, json: JSON.stringify(recorded) })(id)
  for (const options of [[], ['--deep']])
    expect(await verify(shop.business, ...options)).toMatchObject({ code: 0, findings: [] })
})

describe('only a scan finds', () => {
  test.each<[code: string, what: string, plant: Plant]>([
    ['guard_left', 'a guard whose value no event names', plant((id) => guard(keys.skuGuardKey(id, 'never')))],
    [
      'token_left',
      'a token whose key is not in the list',
      plant((id) => ({ ...keys.tokenKey(randomUUID()), type: 'token', business_id: id, key_id: STRANGER })),
    ],
    [
      'shop_left',
      'a slug that the business does not have',
      plant((id) => ({ ...keys.shopKey(`left-${randomUUID()}`), type: 'shop', business_id: id })),
    ],
    [
      'index_foreign',
      'another shop’s item under a slug',
      plant((id) => ({
        ...keys.productKey(STRANGER, randomUUID()),
        store: keys.slugPartition(id, 'sencha'),
        by_created: 'x',
      })),
    ],
    [
      'unknown_item',
      'something in a partition that nothing writes',
      plant((id) => ({ pk: `${keys.storePartition(id)}#NOTES`, sk: '1', type: 'note' })),
    ],
  ])('%s: %s', async (code, _, plantIt) => {
    const { pk, sk } = await plantIt(shop.business.id)
    expect(await verify(shop.business)).toMatchObject({ code: 0, findings: [] })
    const deep = await verify(shop.business, '--deep')
    expect(deep).toMatchObject({ code: 1, findings: [{ code, pk, sk }] })
  })
})

test('prints a line for each finding, in order, whatever is in its key', async () => {
  const { id } = shop.business
  const odd = { ...keys.businessKey(id), sk: 'A\n\u001b[2Jb', type: 'x' }
  await put(odd)
  await take(keys.skuGuardKey(id, 'S#1'))
  const { code, stdout } = await operate('verify', '--business', id)
  expect(code).toBe(1)
  expect(stdout.split('\n')).toEqual([
    `guard_missing "BIZ#${id}#SKU#S#1" "GUARD": the product ${shop.sencha.id} should hold it`,
    `unknown_item "BIZ#${id}" "A\\n\\u001b[2Jb": this version writes no such item under this key`,
    expect.stringMatching(/^2 found in 5 products, /),
  ])
})

test('a business is not found by a wrong name, and one without items does not exist', async () => {
  const { slug } = await makeBusiness()
  expect((await operate('verify', '--business', slug)).code).toBe(0)
  for (const name of ['no-such-shop', randomUUID(), 'X#'])
    expect(await operate('verify', '--business', name)).toEqual({
      code: 1,
      stdout: '',
      notes: [expect.stringMatching(/^error: there is no business "/)],
    })
})

test.each(['verify', 'reindex'])('%s --help has examples', async (command) => {
  expect(await helpOf(command)).toMatch(/Examples:\n {2}npm run operator -- /)
})
