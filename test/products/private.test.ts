import { expect, inject, test } from 'vitest'
import { provePublic } from '../prove/public.ts'
import { Run } from '../prove/run.ts'

/** `npm run prove -- public` reads other shops, for longer. */
test('nothing private is in any of 150 public responses, and nothing unpublished changes one', async () => {
  const run = new Run('public', 2026, { count: 150 })
  await provePublic({ baseUrl: inject('baseUrl') }, run, 20)
  expect(run.goesOn()).toBe(false)
})
