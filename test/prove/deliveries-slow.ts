import { setTimeout as wait } from 'node:timers/promises'
import { type Receiver, type Respond, withReceiver } from './deliveries-receiver.ts'
import { inProcesses } from './deliveries-stack.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

/** In each of two businesses. */
const SLOW_ENDPOINTS = 10
const SLOW_MS = 10_000
/** One for each endpoint, and some to spare. In AWS it is 100, and in `npm run dev` 8. */
const MOST_DELIVERIES = 25
/** Functions that have read which webhooks there are know it for 5 s. */
const KNOWN_AFTER_MS = 6_000
const PAUSE_MS = 1_000
const LONGEST_WAIT_MS = 300_000

interface Scene {
  receiver: Receiver
  /** When which version of the product came to the endpoint that responds at once: that of the first webhook. */
  arrivals: Map<number, number>
  /** Each with a product of one category. */
  shops: { merchant: Merchant; productId: string }[]
}

/**
 * Measures the time from the response to a change to the arrival of its call, without slow endpoints and beside 20, which
 * are busy all the time: it waits for none of them. Counts changes.
 */
export async function proveSlowEndpoints(run: Run): Promise<void> {
  const arrivals = new Map<number, number>()
  const respond: Respond = ({ url, events }, id) => {
    if (!url.endsWith('/0')) return { status: 204, afterMs: SLOW_MS }
    const [body = ''] = events.get(id)?.bodies ?? []
    arrivals.set(JSON.parse(body).data.version, performance.now())
    return { status: 204, afterMs: 0 }
  }
  await withReceiver(respond, (receiver) =>
    inProcesses(async (place) => {
      const baseUrl = await place.start(MOST_DELIVERIES).ready
      const shops = [await makeShop(baseUrl), await makeShop(baseUrl)]
      await measure({ receiver, arrivals, shops }, run)
    }),
  )
}

async function measure(scene: Scene, run: Run): Promise<void> {
  const half = Math.ceil(run.left(Number.POSITIVE_INFINITY) / 2)
  const { receiver, shops } = scene
  for (const { merchant } of shops.slice(0, 1)) await receiver.addWebhook(merchant, 'product.*')
  await wait(KNOWN_AFTER_MS)
  const alone = await timeChanges(scene, half, run)
  for (const { merchant } of shops)
    for (let n = 0; n < SLOW_ENDPOINTS; n++) await receiver.addWebhook(merchant, 'product.*')
  await wait(KNOWN_AFTER_MS)
  const beside = await timeChanges(scene, half, run)
  const slowCalls = receiver.endpoints.map(({ events }) => events.size).slice(1)
  hold(Math.min(...slowCalls) > 0, () => 'a slow endpoint was never called')
  run.say(`alone: ${inWords(alone)}`)
  run.say(`beside ${slowCalls.length} slow endpoints: ${inWords(beside)}`)
  receiver.judge()
  const longest = Math.max(...beside)
  hold(longest < SLOW_MS, () => `a live endpoint has waited ${longest.toFixed(0)} ms for slow ones`)
}

/** Changes a product of each business, one change after the other. Returns what the calls of the first took, in ms. */
async function timeChanges({ shops, arrivals }: Scene, times: number, run: Run): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const [first, ...others] = shops
    for (const { merchant, productId } of others) await changeProduct(merchant, productId, run)
    if (!first) break
    const version = await changeProduct(first.merchant, first.productId, run)
    const responded = performance.now()
    while (!arrivals.has(version)) {
      hold(performance.now() - responded < LONGEST_WAIT_MS, () => 'a change has not come to a live endpoint')
      await wait(1)
    }
    took.push(Math.max(0, (arrivals.get(version) ?? 0) - responded))
    run.advance()
    await wait(run.below(PAUSE_MS))
  }
  return took
}

function inWords(took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b)
  const [p50 = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `p50 ${p50.toFixed(0)} ms, at most ${most.toFixed(0)} ms, in ${sorted.length} changes`
}

async function changeProduct({ call }: Merchant, id: string, run: Run): Promise<number> {
  const { status, body } = await call('PATCH', `/admin/products/${id}`, { price: 1 + run.below(1e9) })
  hold(status === 200, () => `a change returns ${status} ${JSON.stringify(body)}`)
  return Number(body.version)
}

async function makeShop(baseUrl: string): Promise<Scene['shops'][number]> {
  const merchant = await makeMerchant(baseUrl, ['tea'])
  const product = { name: 'Tea', price: 100, category_id: 'tea' }
  const { body } = await merchant.call('POST', '/admin/products', product)
  return { merchant, productId: String(body.id) }
}
