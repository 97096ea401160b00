import { expect, test } from 'vitest'
import { isStalled } from '../../../lib/data/imports/import-item.ts'
import { readSettings } from '../../../lib/infra/settings/settings.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

interface Shop {
  status: 'queued' | 'running' | 'succeeded' | 'failed'
  run?: string
  lease_until: number
  /** Products that are still to be written. */
  left: number
}

/** The longest that an import takes when so many shops send 20,000 products each at once, and how many of them failed. */
function carriedOut(count: number, { atOnce, perSecond }: { atOnce: number; perSecond: number }) {
  const shops = Array.from(
    { length: count },
    (): Shop => ({ status: 'queued', lease_until: 0, left: 20_000 }),
  )
  const queue = [...shops]
  /** When each of the functions that run at once is free. */
  const free = Array.from({ length: atOnce }, () => 0)
  let now = 0
  for (let shop = queue.shift(); shop; shop = queue.shift()) {
    now = Math.min(...free)
    for (const one of shops)
      if ((one.status === 'queued' || one.status === 'running') && isStalled(one, now)) one.status = 'failed'
    if (shop.status === 'failed') continue
    // A run reads the file for 30 s, and begins no product after 240 s.
    const written = Math.min(shop.left, (240 - 30) * perSecond)
    shop.left -= written
    const endsAt = now + (30 + written / perSecond) * SECOND
    free[free.indexOf(now)] = endsAt
    shop.lease_until = endsAt
    if (shop.left === 0) shop.status = 'succeeded'
    else {
      shop.status = 'running'
      queue.push(shop)
    }
  }
  return { failed: shops.filter(({ status }) => status !== 'succeeded').length, hours: now / HOUR }
}

test.each([100, 200])('of %i shops that send 20,000 products at once none fails while it waits', (shops) => {
  const { importConcurrency: atOnce, importProductsPerSecond: perSecond } = readSettings({})
  const { failed, hours } = carriedOut(shops, { atOnce, perSecond })
  expect(failed).toBe(0)
  expect(hours).toBeGreaterThan(1)
})

test.each([
  ['waits', 'queued', undefined, 24],
  ['was handed back', 'running', undefined, 24],
  ['was worked on', 'running', 'a', 1],
] as const)('an import that %s (%s) is stalled after its time', (_, status, run, hours) => {
  const item = { status, lease_until: 0, ...(run !== undefined && { run }) }
  expect(isStalled(item, hours * HOUR)).toBe(false)
  expect(isStalled(item, hours * HOUR + 1)).toBe(true)
})
