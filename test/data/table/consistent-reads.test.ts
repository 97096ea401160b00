import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { endOfFeed, readFeed } from '../../../lib/data/events.ts'
import { exportPage } from '../../../lib/data/products/export-page.ts'
import { findToken } from '../../../lib/data/storefront/identities.ts'
import { readItem } from '../../../lib/data/table/calls/writer.ts'
import { businessKey } from '../../../lib/data/table/keys.ts'
import { pagesOf, readItems } from '../../../lib/data/table/patient-reads.ts'
import { triedAmong } from '../../../lib/data/webhooks/deliveries.ts'
import { listDeliveries } from '../../../lib/data/webhooks/delivery-list.ts'
import { dueDeliveries, firstDue } from '../../../lib/data/webhooks/due-items.ts'
import { requestFailed } from '../../../lib/data/webhooks/failed-deliveries.ts'
import { eventsBehind, newestBefore, newestEvents } from '../../../lib/data/webhooks/feed-events.ts'
import { createWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { enabledWebhooks } from '../../../lib/data/webhooks/webhooks.ts'
import { eventsAt } from '../../../lib/domain/events.ts'
import { tableName } from '../../../lib/environment.ts'
import { newHook } from '../../admin/webhooks/hooks.ts'
import { makeSized } from '../../faults/old-product.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'
import { proxyTable } from '../../support/table-proxy.ts'

const table = await proxyTable()
afterAll(() => table.close())

const { id } = await makeBusiness()
const { webhook } = await createWebhook(id, { ...newHook(), description: '', is_enabled: true })
const of = { businessId: id, webhookId: webhook.id }
const shopId = await sizedShop()
const row = () => ({ item: '', bytes: 0 })
const [first, last] = [eventsAt(0), eventsAt(Date.now())]
const page = { limit: 5 }

/** A business with a product that has options. */
async function sizedShop(): Promise<string> {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  await makeSized(business)
  return business.id
}

/** The engines of tests are always consistent: only the requests show what a read asks for. */
test.each<[string, () => Promise<unknown>, number]>([
  ['the token of a request', () => findToken(randomUUID()), 1],
  ['one item', () => readItem(businessKey(id)), 1],
  ['items by their keys', () => readItems([businessKey(id)]), 1],
  ['a whole partition', () => Array.fromAsync(pagesOf({ pk: businessKey(id).pk, sk: '' })), 1],
  ['a page of an export: products and what lies beside them', () => exportPage(shopId, {}, page, row), 3],
  ['the feed', () => readFeed(id, {}, page), 1],
  ['the feed with a filter, and its end', () => readFeed(id, { type: ['product.created'] }, page), 2],
  ['the end of the feed', () => endOfFeed(id), 1],
  ['the events that a webhook gets next', () => eventsBehind(id, first, 5), 1],
  ['the newest events for a webhook', () => newestEvents(id, first, 5), 1],
  ['the newest event before a position', () => newestBefore(id, last), 1],
  ['the enabled webhooks', () => enabledWebhooks(id), 1],
  ['the deliveries that are due', () => dueDeliveries(of, Date.now(), 5), 1],
  ['the delivery that is due first', () => firstDue(of), 1],
  ['the deliveries of some events', () => triedAmong(of, [first, last]), 1],
  ['the list of deliveries: state, rows and events', () => listDeliveries(id, webhook, {}, page), 3],
  ['the failed deliveries behind their webhook', () => requestFailed(of, { from: webhook.created_at }), 2],
])('a consistent read: %s', async (_, read, requests) => {
  table.forget()
  await read()
  const asked = table.bodies.map((body) => {
    const { RequestItems, ...single } = JSON.parse(body)
    return RequestItems?.[tableName()] ?? single
  })
  expect(asked.map(({ ConsistentRead }) => ConsistentRead)).toEqual(Array(requests).fill(true))
})
