import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createStorefront, unwrap } from '../../clients/typescript/src/index.ts'
import { freePort } from '../../lib/local/free-port.ts'
import { temporaryFolder } from '../local/fixture.ts'
import { startProcess } from '../prove/deliveries-stack.ts'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import type { Step } from './steps.ts'

const PIECES = 40
const SOLD = 24

const folder = await temporaryFolder()
const place = [inject('assemblyDir'), join(folder.path, 'data'), String(await freePort())] as const
let stack = startProcess(...place, '')
afterAll(async () => {
  // A table that is still open could write into the folder while it is removed.
  await stack.kill(true)
  await folder[Symbol.asyncDispose]()
})

test('sales of one product through a stack that is killed amid them are each counted once', async () => {
  const baseUrl = await stack.ready
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const apiKey = await makeToken(business)
  let answered = 0
  let restarted: Promise<unknown> | undefined
  async function restart(): Promise<void> {
    await stack.kill()
    stack = startProcess(...place, '')
    await stack.ready
  }
  /** Behind the fourth answer the stack is killed: the next one is lost, and the other requests are on their way. */
  const reach: Step = async (request) => {
    const response = await fetch(request)
    if (restarted || ++answered <= 4) return response
    restarted = restart()
    throw new TypeError('fetch failed')
  }
  let lost = 0
  const wait = async () => {
    lost++
    await restarted
  }
  const admin = createStorefront({ baseUrl, apiKey, fetch: reach, wait })
  const sku = randomUUID()
  const mug = { name: 'Mug', price: 1200, category_id: 'tea', sku, track_inventory: true, quantity: PIECES }
  await unwrap(admin.POST('/admin/products', { body: mug }))
  const sell = async () => {
    const body = { reason: 'sale' as const, changes: [{ sku, delta: -1 }] }
    return (await unwrap(admin.POST('/admin/inventory/adjust', { body }))).data[0]?.quantity
  }
  const left = await Promise.all(Array.from({ length: SOLD }, sell))
  expect(lost).toBeGreaterThan(0)
  // Each has a quantity of its own, one below the other: none was carried out twice, and none is missing.
  expect(left.sort()).toEqual(Array.from({ length: SOLD }, (_, n) => PIECES - SOLD + n))
  const { data } = await unwrap(admin.GET('/admin/inventory', { params: { query: { sku } } }))
  expect(data[0]?.quantity).toBe(PIECES - SOLD)
})
