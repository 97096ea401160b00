import { expect, inject, test } from 'vitest'
import { proveInventory } from '../prove/inventory.ts'
import { Run } from '../prove/run.ts'

/** `npm run prove -- inventory` sends others, for longer. */
test('of 100 requests that race none leaves a stock below zero, a wrong sum or a wrong flag', async () => {
  const run = new Run('inventory', 2026, { count: 100 })
  await proveInventory({ baseUrl: inject('baseUrl') }, run)
  expect(run.goesOn()).toBe(false)
})
