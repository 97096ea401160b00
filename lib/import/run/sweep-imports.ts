import { oldestLeases } from '../../data/imports/import-item.ts'
import { endStalledImport } from '../../data/imports/imports.ts'
import { withImportsBegunBefore } from '../../data/imports/running-imports.ts'
import { asTenant } from '../../data/table/calls/tenant-guard.ts'
import { within } from '../../data/table/calls/times.ts'
import { eachOf } from '../../data/table/patient-reads.ts'
import { logLine } from '../../log.ts'

/** Imports left after so long are for the next sweep: the function has other work beside it, and 300 s. */
const ALL_MS = 120_000

/** Two reads and a transaction take milliseconds: one import holds up no other. */
const ONE_MS = 8_000

const AT_ONCE = 8

/** The result of a sweep: how many imports were looked at, and how many of them it ended. */
export interface SweptImports {
  imports: number
  stalled: number
}

/**
 * Writes the end of each import that nobody works on any more, with its event: who waits for that gets it without asking. What
 * fails is logged and does not stop the others; it throws at the end, so that the sweep is repeated.
 */
export async function sweepImports(now: () => number = Date.now): Promise<SweptImports> {
  const began = now()
  const swept: SweptImports = { imports: 0, stalled: 0 }
  const failures: unknown[] = []
  async function look(businessId: string): Promise<void> {
    if (now() >= began + ALL_MS) return
    swept.imports++
    try {
      const end = () => endStalledImport(businessId, new Date(now()))
      if (await asTenant(businessId, () => within(ONE_MS, end))) swept.stalled++
    } catch (error) {
      logLine('error', 'sweep', { business_id: businessId, error: String(error) })
      failures.push(error)
    }
  }
  for await (const page of withImportsBegunBefore(oldestLeases(began).silent)) {
    if (now() >= began + ALL_MS) break
    await eachOf(page, look, AT_ONCE)
  }
  if (failures.length > 0) throw new Error('imports could not all be looked at', { cause: failures[0] })
  return swept
}
