import { expect, inject, test } from 'vitest'
import { Run } from '../prove/run.ts'
import { proveVariants } from '../prove/variants.ts'

/** `npm run prove -- variants` tries others, for longer. */
test('of 20 writes of SKUs, some of which are killed, none takes or loses a SKU wrongly', async () => {
  const run = new Run('variants', 2026, { count: 20 })
  await proveVariants({ baseUrl: inject('baseUrl') }, run)
  expect(run.goesOn()).toBe(false)
})
