import { randomUUID } from 'node:crypto'
import { createCategory } from '../../lib/data/categories.ts'
import { createProduct, updateProduct } from '../../lib/data/products/products.ts'
import { TableUnavailable } from '../../lib/data/table/calls/table-fault.ts'
import { CATEGORY } from '../../lib/domain/category.ts'
import { apiEvent } from '../../test/support/events.ts'
import { begin } from '../progress.ts'
import type { Spread, StockPart } from '../report/figures.ts'
import { makeCatalogue } from './catalogue.ts'
import { type Ask, inProcess } from './in-process.ts'
import { thisMachine, today } from './machine.ts'
import { type Question, SHOP } from './questions.ts'
import { spread } from './statistics.ts'
import { sellOne } from './stock-cost.ts'
import type { Workspace } from './workspace.ts'

const AT_ONCE = 16
const CALLS = 400
const MANY = 100
/** More than all repetitions together sell. */
const QUANTITY = 1_000_000

/**
 * How many pieces are sold in a second, of one product and of many, and how many prices are changed: in this process,
 * so that the table and the races for it are what limits.
 */
export const measureStock = (workspace: Workspace, repetitions: number): Promise<StockPart> =>
  inProcess(workspace, async (ask) => {
    const onRound = begin('adjustments', repetitions)
    const products = await makeTracked(MANY)
    const [hot = ''] = products
    const trials = {
      one: () => ratePerSecond([hot], sellOne),
      many: () => ratePerSecond(products, sellOne),
      baseline_one: () => ratePerSecond([hot], changePrice),
      baseline_many: () => ratePerSecond(products, changePrice),
      unkeyed: () => ratePerSecond(products, sellByRequest(ask), 1),
      keyed: () => ratePerSecond(products, sellByRequest(ask, { isKeyed: true }), 1),
    }
    const rates = new Map<string, number[]>()
    for (let round = 0; round < repetitions; round++) {
      for (const [name, trial] of Object.entries(trials))
        rates.set(name, [...(rates.get(name) ?? []), await trial()])
      onRound()
    }
    const of = (name: keyof typeof trials): Spread => spread(rates.get(name) ?? [])
    return {
      measured_on: today(),
      machine: thisMachine(),
      repetitions,
      at_once: AT_ONCE,
      products: MANY,
      adjustments: { one: of('one'), many: of('many') },
      price_changes: { one: of('baseline_one'), many: of('baseline_many') },
      requests: { keyed: of('keyed'), unkeyed: of('unkeyed') },
    }
  })

/** Makes `count` products with stock for all measurements. Returns their ids. */
export async function makeTracked(count: number): Promise<string[]> {
  const { id: category_id } = await createCategory(SHOP.id, CATEGORY.validate({ name: 'Tracked' }))
  const [example] = makeCatalogue(SHOP.id, SHOP.slug, 1).products
  if (!example) throw new Error('a catalogue of 1 has no product')
  const { id, created_at, updated_at, version, currency, ...input } = example
  const names = { slug: undefined, sku: null, external_id: null }
  const tracked = { ...input, ...names, category_id, track_inventory: true, quantity: QUANTITY }
  const made: string[] = []
  for (let n = 0; n < count; n++)
    made.push((await createProduct(SHOP.id, { ...tracked, name: `Tracked ${randomUUID()}` }, currency)).id)
  return made
}

/** A change that others overtook time and again is refused, and sent again as a script would do. */
async function changePrice(id: string): Promise<void> {
  try {
    await updateProduct(SHOP.id, id, (before) => ({ ...before, price: (before.price + 10) % 100_000 }))
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error
    await changePrice(id)
  }
}

const ADJUST = '/admin/inventory/adjust'
const VERDICT = {
  business_id: SHOP.id,
  identified_by: 'api_key',
  key_id: '01a1f85c-1b6c-7d3e-9f40-5a6b7c8d9e0f',
  scopes: 'inventory:write products:write',
  rate_limit: '100000/100000',
}

/** An administrative request with a body. */
export function adminQuestion(
  { bundle, ...request }: { bundle: string; method: string; route: string; path?: Record<string, string> },
  body: object,
  more: Record<string, string> = {},
): Question {
  const headers = { 'content-type': 'application/json', ...more }
  return {
    bundle,
    event: { ...apiEvent({ ...request, headers, verdict: VERDICT }), body: JSON.stringify(body) },
  }
}

/** The request that sells one piece. */
export const saleOf = (variant_id: string, headers: Record<string, string> = {}): Question =>
  adminQuestion(
    { bundle: ADJUST.slice(1), method: 'POST', route: ADJUST },
    { reason: 'sale', changes: [{ variant_id, delta: -1 }] },
    headers,
  )

/** A request that sells one piece, each under another key or under none. */
const sellByRequest =
  (ask: Ask, { isKeyed = false } = {}) =>
  async (variant_id: string): Promise<void> => {
    const { statusCode } = await ask(saleOf(variant_id, isKeyed ? { 'idempotency-key': randomUUID() } : {}))
    if (statusCode !== 200) throw new Error(`an adjustment answered ${statusCode}`)
  }

/** The calls of a number of callers in a second; the callers take the products in turn. */
async function ratePerSecond(
  products: readonly string[],
  act: (id: string) => Promise<unknown>,
  callers = AT_ONCE,
) {
  let next = 0
  const caller = async () => {
    for (let n = next++; n < CALLS; n = next++) await act(products[n % products.length] ?? '')
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  return CALLS / ((performance.now() - began) / 1000)
}
