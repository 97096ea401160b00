/** Members of a newer version survive the operator's writers, also in the rows beside an object that hold copies of it. */
import { beforeEach, expect, test } from 'vitest'
import { changeApiKey } from '../../lib/data/api-keys/api-key-changes.ts'
import { renameBusiness, updateBusiness } from '../../lib/data/businesses.ts'
import {
  apiKeyKey,
  businessKey,
  type Key,
  rosterKey,
  shopKey,
  webhookKey,
} from '../../lib/data/table/keys.ts'
import { createWebhook, updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import type { Business } from '../../lib/domain/business.ts'
import { reindexBusiness } from '../../lib/operator/upkeep/reindex/reindex.ts'
import { verifyBusiness } from '../../lib/operator/upkeep/verify/verify.ts'
import { corruptItem, storedItem } from '../support/items.ts'
import { makeBusiness, makeKey } from '../support/shop.ts'

const NEWER = { newer: { kept: ['a', null] } }
const plant = (key: Key) => corruptItem(key, NEWER)
const isKept = async (key: Key) => expect(await storedItem(key)).toMatchObject(NEWER)

let business: Business
beforeEach(async () => {
  business = await makeBusiness()
})

test('a business that is suspended, renamed and resumed, and the rows of its names', async () => {
  const { id, slug } = business
  const rows = [businessKey(id), shopKey(id), shopKey(slug)]
  for (const key of rows) await plant(key)
  await updateBusiness(id, (stored) => ({ ...stored, status: 'suspended' }))
  expect((await storedItem(shopKey(slug))).status).toBe('suspended')
  for (const key of rows) await isKept(key)
  await renameBusiness(id, `${slug}-2`)
  await updateBusiness(id, (stored) => ({ ...stored, status: 'active' }))
  await isKept(businessKey(id))
  await isKept(shopKey(id))
  expect((await storedItem(businessKey(id))).former_slugs).toMatchObject([{ slug }])
})

test('rows of names that are as they should be are left alone, whatever else is in them', async () => {
  await plant(shopKey(business.slug))
  expect(await reindexBusiness(business.id)).toMatchObject({ written: 0 })
  await isKept(shopKey(business.slug))
})

test('a slug that is a former one no longer loses its end', async () => {
  const { id, slug } = business
  await corruptItem(shopKey(slug), { ...NEWER, until: '2020-01-01T00:00:00.000Z', ttl: 1 })
  expect(await reindexBusiness(id)).toMatchObject({ written: 1 })
  const { until, ttl, ...row } = await storedItem(shopKey(slug))
  expect([until, ttl]).toEqual([undefined, undefined])
  expect(row).toMatchObject(NEWER)
})

test('the entries of a roster', async () => {
  const { apiKey } = await makeKey(business)
  const url = 'https://hooks.example/one'
  const input = { url, events: ['product.*'], description: '', is_enabled: true }
  const { webhook } = await createWebhook(business.id, { ...input, events: ['product.*'] })
  const roster = rosterKey(business.id)
  const { keys, webhooks } = await storedItem(roster)
  const entryOf = (all: unknown, id: string): object => Object(all)[id]
  await corruptItem(roster, {
    ...NEWER,
    keys: { [apiKey.id]: { ...entryOf(keys, apiKey.id), ...NEWER } },
    webhooks: { [webhook.id]: { ...entryOf(webhooks, webhook.id), ...NEWER } },
  })
  await changeApiKey(business.id, apiKey.id, (stored) => ({ ...stored, scopes: ['products:read'] }))
  await updateWebhook(business.id, webhook.id, (stored) => ({ webhook: { ...stored, url: `${url}/more` } }))
  const after = await storedItem(roster)
  expect(after).toMatchObject(NEWER)
  expect(entryOf(after.keys, apiKey.id)).toMatchObject({ is_admin: false, ...NEWER })
  expect(entryOf(after.webhooks, webhook.id)).toMatchObject(NEWER)
  expect((await verifyBusiness(business.id)).findings).toEqual([])
  for (const key of [apiKeyKey(business.id, apiKey.id), webhookKey(business.id, webhook.id)])
    expect((await storedItem(key)).version).toBe(2)
})
