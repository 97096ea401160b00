import { expect, inject, test } from 'vitest'
import { proveDryRuns } from '../../prove/dry-runs.ts'
import { Run } from '../../prove/run.ts'
import { partitionsOf } from '../../support/table-of.ts'

/** `npm run prove -- dry-runs` tries others, for longer. */
test('120 dry runs write nothing, and those that are carried out get the same result and record the same events', async () => {
  const run = new Run('dry-runs', 2026, { count: 120 })
  await proveDryRuns({ baseUrl: inject('baseUrl') }, run, partitionsOf)
  expect(run.goesOn()).toBe(false)
})
