/** The move of docs/restore.md: a stack gives its table to another one, while a program sells. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { useTable } from '../../lib/environment.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { assemblyWith } from '../support/assembly-with.ts'
import { makeBusiness, makeCategory, makeKey, makeProduct } from '../support/shop.ts'

const SALES = 200

/** The outcomes after which a program sends its sale again. */
const PASSING = ['away', '503 read_only', '503 ']

const writing = inject('assemblyDir')
const readOnly = assemblyWith({ readOnly: true }, writing)
const dataDir = mkdtempSync(join(tmpdir(), 'storefront-move-'))

let running: RunningStack
/** Stops what serves requests, and starts a deployment with these settings on the same data. */
async function deploy(assemblyDir: string): Promise<RunningStack> {
  await running?.stop()
  running = await startStack({ assemblyDir, dataDir, port: 0 })
  return running
}

beforeAll(() => deploy(writing))
afterAll(async () => {
  await running.stop()
  for (const folder of [readOnly, dataDir]) rmSync(folder, { recursive: true })
})

/** The response to one sale: its status and its code, or `away` while nothing listens. */
async function sell(sku: string, token: string, key: string): Promise<string> {
  try {
    const response = await fetch(`${running.baseUrl}/admin/inventory/adjust`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ changes: [{ sku, delta: -1 }], reason: 'sale' }),
    })
    const { code = '' } = (await response.json()) as { code?: string }
    return response.ok ? 'sold' : `${response.status} ${code}`
  } catch {
    return 'away'
  }
}

test('200 sales during a move are each booked once', async () => {
  useTable(running.table)
  const shop = await makeBusiness()
  const { token } = await makeKey(shop)
  const product = await makeProduct(shop, {
    category_id: (await makeCategory(shop)).id,
    sku: 'S1',
    track_inventory: true,
    quantity: 1_000,
  })
  const seen = new Set<string>()
  const counts = { sold: 0 }
  const sellAll = async () => {
    for (let n = 0; n < SALES; n++) {
      const key = randomUUID()
      // A program sends a sale again until a response says that it was booked, as the pages say.
      for (;;) {
        const outcome = await sell('S1', token, key)
        seen.add(outcome)
        if (outcome === 'sold') break
        if (!PASSING.includes(outcome)) throw new Error(outcome)
        await new Promise(setImmediate)
      }
      counts.sold++
    }
  }
  const selling = sellAll()
  await Promise.race([expect.poll(() => counts.sold).toBeGreaterThan(20), selling])
  await deploy(readOnly)
  await expect.poll(() => seen).toContain('503 read_only')
  const soldBefore = counts.sold
  expect(soldBefore).toBeLessThan(SALES)
  // The table is copied, and the new deployment is read-only until the DNS record leads to it.
  await deploy(readOnly)
  expect(counts.sold).toBe(soldBefore)
  await deploy(writing)
  await selling
  expect(seen).toContain('away')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${running.baseUrl}/admin/inventory?product=${product.id}`, { headers })
  expect(await response.json()).toMatchObject({ data: [{ quantity: 1_000 - SALES }] })
})
