import { listImports } from '../../lib/data/imports/imports.ts'
import type { Business } from '../../lib/domain/business.ts'
import { runOnce } from '../import/run/bench.ts'

/** Carries out the newest import of a business, as the background of a deployment does. */
export async function carryOutNewest(business: Business): Promise<void> {
  const { items } = await listImports(business.id, { after: undefined, limit: 1 })
  for (const { id } of items) await runOnce({ business }, id, { checkpointProducts: 500 })
}
