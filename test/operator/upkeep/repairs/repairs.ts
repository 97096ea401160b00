import { randomUUID } from 'node:crypto'
import { type CategoryItem, categoryOf } from '../../../../lib/data/category-reads.ts'
import { deleteRenditions } from '../../../../lib/data/media/rendition-store.ts'
import { putSchedule } from '../../../../lib/data/schedules/schedules.ts'
import { INDEX_VERSION } from '../../../../lib/data/search/stored-index.ts'
import { categoryStorefront } from '../../../../lib/data/storefront/storefront.ts'
import * as keys from '../../../../lib/data/table/keys.ts'
import { tokenDigest } from '../../../../lib/domain/api-keys/token.ts'
import type { Finding } from '../../../../lib/operator/upkeep/verify/findings.ts'
import { startImport } from '../../../import/run/bench.ts'
import { plantEvent } from '../../../support/feed.ts'
import { corruptItem, itemsIn, itemsOf, plantItem, removeItem, storedItem } from '../../../support/items.ts'
import { makeBusiness } from '../../../support/shop.ts'
import { A_PIXEL } from '../../../support/upload.ts'
import { makeFailedDelivery } from '../../business/business-webhooks.ts'
import { operate } from '../../operate.ts'
import { corrupt, type Damage, type DamagedShop, remove, senchaKey, shopKey } from './damaged-shop.ts'

/** How a finding is made, and how it is repaired. */
export type Repair =
  | ({ make: Damage; isDeep?: true } & (
      | { by: 'reindex' }
      /** The item that the finding names is deleted by hand. */
      | { by: 'deletion of the item' }
      /** The item that the finding names is put back as it was, from a backup. */
      | { by: 'item of a backup' }
      /** Requests of the merchant. */
      | { by: 'API'; repair(shop: DamagedShop): Promise<unknown> }
      /** Commands of the operator, apart from `reindex`. */
      | { by: 'command'; repair(shop: DamagedShop): Promise<unknown> }
    ))
  | { none: string }

const STRANGER = '7b1c0000-0000-4000-8000-000000000001'
const BY_INDEXES =
  'DynamoDB keeps the indexes, and makes such a row only with an item that is wrong in itself.'

const stateKey = ({ id, webhook }: DamagedShop) => keys.webhookStateKey(id, webhook)
const secretKey = ({ id, webhook }: DamagedShop) => keys.webhookSecretKey(id, webhook)
const tokenKey = ({ token }: DamagedShop) => keys.tokenKey(tokenDigest(token))
const stockKey = ({ id, sencha }: DamagedShop) => keys.stockKey(id, sencha)
const countKey = ({ id, sencha }: DamagedShop) => keys.categoryCountKey(id, 'tea', keys.shardOf(sencha))
const product = ({ sencha }: DamagedShop) => `/admin/products/${sencha}`

/** Runs a command of the operator that must succeed. */
async function command(...argv: string[]): Promise<void> {
  const { code, notes } = await operate(...argv)
  if (code !== 0) throw new Error(`${argv.join(' ')}: ${code} ${notes.join('\n')}`)
}

/** Another webhook in the place of one that cannot be repaired. */
async function replaceWebhook({ send, webhook }: DamagedShop): Promise<void> {
  const { url, events } = await send('GET', `/admin/webhooks/${webhook}`)
  await send('DELETE', `/admin/webhooks/${webhook}`)
  await send('POST', '/admin/webhooks', { url, events })
}

async function uploadPicture({ ask }: DamagedShop): Promise<string> {
  const { status, text, body } = await ask('POST', '/admin/media', new Uint8Array(A_PIXEL), {
    'content-type': 'image/png',
  })
  if (status >= 300) throw new Error(text)
  return body.id
}

/** The variants of a product as they are, for a request that writes them again. */
async function writeVariantsAgain({ send, shirt }: DamagedShop): Promise<void> {
  const options = [{ name: 'Size', values: ['S', 'M', 'L'] }]
  const variants = ['S', 'M', 'L'].map((Size) => ({ option_values: { Size }, price: 1000 }))
  await send('PUT', `/admin/products/${shirt}/variants`, { options, variants })
}

export const REPAIRS: Readonly<Record<Finding['code'], Repair>> = {
  profile_missing: { by: 'item of a backup', make: remove(({ id }) => keys.businessKey(id)) },
  shop_missing: { by: 'reindex', make: remove(shopKey) },
  shop_elsewhere: { by: 'item of a backup', make: corrupt(shopKey, { business_id: STRANGER }) },
  shop_differs: { by: 'reindex', make: corrupt(shopKey, { until: '2100-01-01T00:00:00.000Z' }) },
  shop_status_differs: { by: 'reindex', make: corrupt(shopKey, { status: 'suspended' }) },
  shop_nowhere: {
    by: 'deletion of the item',
    async make() {
      const slug = `nowhere-${randomUUID().slice(0, 8)}`
      await plantItem({ ...keys.shopKey(slug), type: 'shop', business_id: STRANGER })
      return slug
    },
  },
  registry_missing: { by: 'reindex', make: remove(({ id }) => keys.registryKey(id)) },
  registry_nowhere: {
    by: 'deletion of the item',
    isDeep: true,
    async make() {
      const id = randomUUID()
      const row = await storedItem(keys.registryKey((await makeBusiness()).id))
      await plantItem({ ...row, ...keys.registryKey(id), business_id: id })
      return id
    },
  },
  deletion_unfinished: {
    by: 'command',
    make: corrupt(({ id }) => keys.businessKey(id), { status: 'deleting' }),
    repair: ({ id, business }) => command('business', 'delete', id, '--confirm', business.slug),
  },
  invalid_item: { by: 'item of a backup', make: corrupt(senchaKey, { tags: 'green' }) },
  rule_broken: {
    by: 'API',
    make: corrupt(senchaKey, { brand: 'a\nb' }),
    repair: (shop) => shop.send('PATCH', product(shop), { brand: 'a b' }),
  },
  foreign_item: { by: 'item of a backup', make: corrupt(senchaKey, { business_id: STRANGER }) },
  unknown_item: {
    by: 'deletion of the item',
    make: ({ id }) => plantItem({ ...keys.businessKey(id), sk: 'NOTE', type: 'note' }),
  },
  storefront_missing: {
    by: 'reindex',
    make: corrupt(senchaKey, {
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
  },
  storefront_left: {
    by: 'reindex',
    make: async (shop) => {
      const { card, store, by_name } = await storedItem(senchaKey(shop))
      await shop.send('PATCH', product(shop), { status: 'draft' })
      await corruptItem(senchaKey(shop), { card, store, by_name })
    },
  },
  card_differs: { by: 'reindex', make: corrupt(senchaKey, { card: '{"price":1}' }) },
  card_old: { by: 'reindex', make: corrupt(senchaKey, { card_version: 0 }) },
  facets_differ: { by: 'reindex', make: corrupt(senchaKey, { facets: { a: true, p: 1, t: [] } }) },
  index_keys_differ: { by: 'reindex', make: corrupt(senchaKey, { by_price: undefined }) },
  guard_missing: {
    by: 'item of a backup',
    make: remove(({ id }) => keys.skuGuardKey(id, 'S1')),
  },
  guard_elsewhere: {
    by: 'item of a backup',
    make: corrupt(({ id }) => keys.skuGuardKey(id, 'S1'), { product_id: STRANGER }),
  },
  guard_index_differs: {
    by: 'reindex',
    make: corrupt(({ id }) => keys.slugGuardKey(id, 'sencha'), { by_created: undefined }),
  },
  guard_left: {
    by: 'deletion of the item',
    isDeep: true,
    make: ({ id, sencha }) =>
      plantItem({ ...keys.slugGuardKey(id, 'old'), type: 'guard', product_id: sencha, stamp: 'earlier' }),
  },
  variants_missing: {
    by: 'item of a backup',
    make: remove(({ id, shirt }) => keys.variantSheetKey(id, shirt)),
  },
  variants_left: {
    by: 'deletion of the item',
    make: async ({ id, shirt }) => {
      const sheet = await storedItem(keys.variantSheetKey(id, shirt))
      await plantItem({ ...sheet, ...keys.variantSheetKey(id, STRANGER), product_id: STRANGER })
    },
  },
  variants_differ: {
    by: 'API',
    make: corrupt(({ id, shirt }) => keys.productKey(id, shirt), { price: 1 }),
    repair: writeVariantsAgain,
  },
  stock_missing: {
    by: 'API',
    make: remove(stockKey),
    repair: async (shop) => {
      await shop.send('PATCH', product(shop), { track_inventory: false })
      await shop.send('PATCH', product(shop), { track_inventory: true })
    },
  },
  stock_left: {
    by: 'deletion of the item',
    make: ({ id }) =>
      plantItem({ ...keys.stockKey(id, STRANGER), type: 'stock', product_id: STRANGER, q0: 1 }),
  },
  stock_differs: { by: 'reindex', make: corrupt(stockKey, { s0: 'OTHER' }) },
  hold_unlisted: {
    by: 'reindex',
    make: async ({ send, id }) => {
      await send('PUT', '/admin/inventory/holds/cart-1', { items: [{ sku: 'S1', quantity: 1 }] })
      await corruptItem(keys.holdKey(id, 'cart-1'), { store: undefined })
    },
  },
  schedule_unlisted: {
    by: 'reindex',
    make: async ({ id, sencha }) => {
      const at = new Date(Date.now() + 3_600_000).toISOString()
      await putSchedule(id, sencha, { at, until: null, patch: { tags: ['sale'] } })
      await corruptItem(keys.scheduleKey(id, sencha), { by_created: '0' })
    },
  },
  category_missing: {
    by: 'API',
    make: async ({ id }) => {
      await removeItem(keys.categoryKey(id, 'pots'))
      for (const item of await itemsOf(id)) if (item.sk.startsWith('COUNT#pots#')) await removeItem(item)
    },
    async repair({ id, send }) {
      await send('POST', '/admin/categories', { id: 'pots', name: 'pots' })
      await command('reindex', '--business', id)
    },
  },
  placement_missing: {
    by: 'reindex',
    make: remove(({ id, sencha }) => keys.placementKey(id, sencha, 'pots')),
  },
  placement_differs: {
    by: 'reindex',
    make: corrupt(({ id, sencha }) => keys.placementKey(id, sencha, 'pots'), { by_position: 'x' }),
  },
  placement_left: {
    by: 'reindex',
    make: async ({ id, sencha }) => {
      const placement = await storedItem(keys.placementKey(id, sencha, 'pots'))
      await plantItem({ ...placement, ...keys.placementKey(id, sencha, 'tea') })
    },
  },
  category_circle: {
    by: 'API',
    make: async ({ id }) => {
      const item = { ...(await storedItem(keys.categoryKey(id, 'pots'))), parent_id: 'pots' }
      await plantItem({ ...item, ...categoryStorefront(id, categoryOf(item as unknown as CategoryItem)) })
      await corruptItem(keys.categoryCountKey(id, 'pots', keys.shardOfText('pots')), { c: 1 })
    },
    repair: ({ send }) => send('PATCH', '/admin/categories/pots', { parent_id: null }),
  },
  count_missing: { by: 'item of a backup', make: remove(countKey) },
  count_left: {
    by: 'deletion of the item',
    make: ({ id }) => plantItem({ ...keys.categoryCountKey(id, 'gone', 0), type: 'category_count', n: 0 }),
  },
  count_wrong: { by: 'reindex', make: corrupt(countKey, { n: 7 }) },
  renditions_missing: {
    by: 'API',
    make: async (shop) => deleteRenditions(shop.id, await uploadPicture(shop)),
    repair: async (shop) => {
      const { data } = await shop.send('GET', '/admin/media')
      await shop.send('DELETE', `/admin/media/${data[0]?.id}`)
      await uploadPicture(shop)
    },
  },
  media_count_wrong: {
    by: 'reindex',
    make: async (shop) => {
      await uploadPicture(shop)
      await corruptItem(keys.mediaCountKey(shop.id), { pictures: 2 })
    },
  },
  index_foreign: { none: BY_INDEXES },
  index_row_left: { none: BY_INDEXES },
  index_row_differs: { none: BY_INDEXES },
  index_row_missing: { none: BY_INDEXES },
  token_missing: {
    by: 'command',
    make: remove(tokenKey),
    repair: (shop) => replaceKey(shop),
  },
  token_differs: { by: 'command', make: corrupt(tokenKey, { scopes: 'products:write' }), repair: replaceKey },
  token_left: {
    by: 'deletion of the item',
    isDeep: true,
    make: ({ id }) =>
      plantItem({ ...keys.tokenKey(randomUUID()), type: 'token', business_id: id, key_id: STRANGER }),
  },
  roster_differs: { by: 'item of a backup', make: corrupt(({ id }) => keys.rosterKey(id), { keys: {} }) },
  secret_missing: { by: 'API', make: remove(secretKey), repair: replaceWebhook },
  state_missing: { by: 'API', make: remove(stateKey), repair: replaceWebhook },
  enabled_missing: { by: 'reindex', make: remove(({ id, webhook }) => keys.enabledWebhookKey(id, webhook)) },
  enabled_left: {
    by: 'reindex',
    make: async ({ send, id, webhook }) => {
      const row = await storedItem(keys.enabledWebhookKey(id, webhook))
      await send('PATCH', `/admin/webhooks/${webhook}`, { is_enabled: false })
      await plantItem(row)
    },
  },
  secret_left: {
    by: 'deletion of the item',
    isDeep: true,
    make: async (shop) =>
      plantItem({ ...(await storedItem(secretKey(shop))), ...keys.webhookSecretKey(shop.id, STRANGER) }),
  },
  state_left: {
    by: 'deletion of the item',
    isDeep: true,
    make: async (shop) =>
      plantItem({ ...(await storedItem(stateKey(shop))), ...keys.webhookStateKey(shop.id, STRANGER) }),
  },
  due_missing: {
    by: 'API',
    isDeep: true,
    make: async ({ id, webhook }) => {
      await makeFailedDelivery(id, webhook, { eventId: await plantEvent(id, {}) })
      for (const item of await itemsIn(keys.retryKey(id, webhook, '', '').pk))
        if (item.sk.startsWith(keys.RETRY_PREFIX)) await removeItem(item)
    },
    repair: async ({ send, webhook }) => {
      const { data } = await send('GET', `/admin/webhooks/${webhook}/deliveries`)
      await send('POST', `/admin/webhooks/${webhook}/deliveries/${data[0]?.id}/redeliver`)
    },
  },
  search_index_differs: {
    by: 'reindex',
    make: async ({ id }) => {
      const index = { index: 'x', pieces: 1, digest: 'x', read_at: Date.now(), index_version: INDEX_VERSION }
      await plantItem({ ...keys.searchIndexKey(id), type: 'search_index', ...index })
    },
  },
  import_unmarked: {
    by: 'API',
    make: async ({ business, id }) => {
      await startImport({ business, apiKeyId: randomUUID() }, '[]')
      await removeItem(keys.runningImportKey(id))
    },
    async repair({ send }) {
      const { data } = await send('GET', '/admin/imports')
      await send('POST', `/admin/imports/${data[0]?.id}/cancel`)
    },
  },
  import_unlisted: {
    by: 'reindex',
    make: async ({ business, id }) => {
      await startImport({ business, apiKeyId: randomUUID() }, '[]')
      await corruptItem(keys.runningImportKey(id), { store: undefined })
    },
  },
  shop_left: {
    by: 'deletion of the item',
    isDeep: true,
    make: ({ id }) =>
      plantItem({ ...keys.shopKey(`left-${randomUUID().slice(0, 8)}`), type: 'shop', business_id: id }),
  },
}

async function replaceKey({ id }: DamagedShop): Promise<void> {
  const [key] = await itemsIn(keys.apiKeyKey(id, '').pk)
  await command('key', 'issue', '--business', id, '--name', 'another')
  await command('key', 'revoke', String(key?.id), '--business', id)
}
