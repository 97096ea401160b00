import { randomUUID } from 'node:crypto'
import type { Business } from '../../lib/domain/business.ts'
import { startImport } from '../import/run/bench.ts'
import type { Scenario } from './scenarios.ts'

const ROW = { external_id: 'cup', name: 'Cup', price: 1250, category: 'Cups' }

/** An import that no run has taken yet. */
export async function makeImport(business: Business) {
  const id = await startImport({ business, apiKeyId: randomUUID() }, JSON.stringify([ROW]))
  return { path: { id } }
}

/** Every write of imports; a run of one is killed at its writes in test/import/run. */
export const IMPORTS: readonly Scenario[] = [
  {
    route: 'POST /admin/imports',
    prepare: async () => ({ body: [ROW], headers: { 'idempotency-key': 'once-and-only-once' } }),
  },
  { route: 'POST /admin/imports/{id}/cancel', prepare: makeImport },
]
