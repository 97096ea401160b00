/** A business with something of every kind, and everything of it in the table. */

import { randomUUID } from 'node:crypto'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { issueApiKey } from '../../../lib/data/api-keys/api-key-issue.ts'
import { renameBusiness } from '../../../lib/data/businesses.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { tableName } from '../../../lib/environment.ts'
import { type Item, legible, plantItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { tableClient } from '../../support/table-client.ts'
import { makeFewWebhooks } from './business-webhooks.ts'

/** Every item of the table that names this id anywhere, as it lies there, in the order of the keys. */
export async function dumpOf(id: string): Promise<Item[]> {
  const scan = paginateScan({ client: tableClient() }, { TableName: tableName(), ConsistentRead: true })
  const pages = await Array.fromAsync(scan)
  return pages
    .flatMap(({ Items = [] }) => Items as Item[])
    .map(legible)
    .filter((item) => JSON.stringify(item).includes(id))
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

export const nameOf = ({ pk, sk }: keys.Key) => `${pk} ${sk}`

/**
 * A business under its second slug, with categories, products, a key that was rotated, kept answers, rates, a roster,
 * webhooks and events.
 */
export async function makeFullShop() {
  const made = await makeBusiness()
  const { id } = made
  const input = { name: 'test', scopes: [...SCOPES], expires_at: null }
  const { apiKey } = await issueApiKey(id, input)
  const former = made.slug
  const renamed = await renameBusiness(id, `full-${randomUUID().slice(0, 13)}`)
  if (!renamed) throw new Error('no business')
  const { business } = renamed
  await makeCategory(business, { id: 'tea' })
  await makeProduct(business, { category_id: 'tea', sku: 'S#1', external_id: 'erp:1' })
  await makeProduct(business, { category_id: 'tea', name: 'Draft', status: 'draft' })
  const keyId = apiKey.id
  await rotateApiKey(id, keyId, 3_600)
  const stored = await storedItem(keys.apiKeyKey(id, keyId))
  const earlier = keys.tokenKey(String(stored.previous_digest))
  // As a request with the key writes it; that gives up after 0.8 s, which a busy machine can need.
  const used = new Date()
  const rate = { tat: used.getTime() * 1000, last_used_at: used.toISOString(), last_take: randomUUID() }
  await plantItem({ ...keys.rateKey(id, keyId), type: 'rate', ...rate })
  await plantItem({ ...keys.idempotencyKey(id, keyId, 'POST /admin/products#1'), type: 'idempotency' })
  const webhooks = await makeFewWebhooks(id)
  return { business, digest: String(stored.digest), former, keyId, earlier, webhooks }
}
