import { randomUUID } from 'node:crypto'
import { commit } from '../../lib/data/table/commit.ts'
import type { Business } from '../../lib/domain/business.ts'
import { importOf, startImport } from '../import/run/bench.ts'
import type { Scenario } from './scenarios.ts'

const ROW = { external_id: 'cup', name: 'Cup', price: 1250, category: 'Cups' }

/** An import that no run has taken. */
export async function makeImport(business: Business) {
  const id = await startImport({ business, apiKeyId: randomUUID() }, JSON.stringify([ROW]))
  return { path: { id } }
}

/** One that a run works on: each attempt is a day after the one before it, and an import that is left alone ends. */
async function makeHeldImport(business: Business) {
  const sent = await makeImport(business)
  const item = await importOf({ business }, sent.path.id)
  const held = { status: 'running', run: randomUUID(), lease_until: Number.MAX_SAFE_INTEGER }
  await commit([{ write: { Put: { Item: { ...item, ...held } } } }])
  return sent
}

/** Every write of imports; a run of one is killed at its writes in test/import/run. */
export const IMPORTS: readonly Scenario[] = [
  {
    route: 'POST /admin/imports',
    prepare: async () => ({ body: [ROW], headers: { 'idempotency-key': 'once-and-only-once' } }),
  },
  { route: 'POST /admin/imports/{id}/cancel', prepare: makeHeldImport },
]
