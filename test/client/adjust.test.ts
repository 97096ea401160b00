import { randomUUID } from 'node:crypto'
import { beforeEach, expect, inject, test } from 'vitest'
import { createStorefront, type Storefront, unwrap } from '../../clients/typescript/src/index.ts'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { reach, type Step } from './steps.ts'

const baseUrl = inject('baseUrl')
const business = await makeBusiness()
await makeCategory(business, { id: 'tea' })
const apiKey = await makeToken(business)
const admin = createStorefront({ baseUrl, apiKey })

let sku: string

beforeEach(async () => {
  sku = randomUUID()
  const body = { name: 'Mug', price: 1200, category_id: 'tea', sku, track_inventory: true, quantity: 9 }
  await unwrap(admin.POST('/admin/products', { body }))
})

/** Sells one piece, under a key of the order; gives what is left. */
async function sell(client: Storefront, atomic: boolean, order = randomUUID()): Promise<number | undefined> {
  const body = { reason: 'sale' as const, atomic, changes: [{ sku, delta: -1 }] }
  const headers = { 'idempotency-key': order }
  const { data } = await unwrap(client.POST('/admin/inventory/adjust', { body, headers }))
  return data[0]?.quantity
}

async function left(): Promise<number | undefined> {
  const query = { sku }
  return (await unwrap(admin.GET('/admin/inventory', { params: { query } }))).data[0]?.quantity
}

/** It is carried out, and the answer does not come back. */
const lostAnswer: Step = async (request) => {
  await fetch(request)
  throw new TypeError('fetch failed')
}

test.each([
  ['all or nothing', true],
  ['a result each', false],
])('a sale is counted once: alone, after a lost response, and sent twice: %s', async (_, atomic) => {
  expect(await sell(admin, atomic)).toBe(8)
  const steps = [lostAnswer]
  const wait = async () => {}
  const fetch: Step = (request) => (steps.shift() ?? reach)(request)
  expect(await sell(createStorefront({ baseUrl, apiKey, fetch, wait }), atomic)).toBe(7)
  const order = randomUUID()
  const doubled = Array.from({ length: 4 }, () => sell(admin, atomic, order))
  expect(await Promise.all(doubled)).toEqual([6, 6, 6, 6])
  expect(await left()).toBe(6)
})
