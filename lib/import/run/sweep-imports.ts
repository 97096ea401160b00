import { ARRIVED_AFTER_MS, hasNoMessages, isLeft, sendImport } from '../../data/imports/import-message.ts'
import { endStalledImport, findRunningImport } from '../../data/imports/imports.ts'
import { withImportsBegunBefore } from '../../data/imports/running-imports.ts'
import { asTenant } from '../../data/table/calls/tenant-guard.ts'
import { within } from '../../data/table/calls/times.ts'
import { eachOf } from '../../data/table/patient-reads.ts'
import { logLine } from '../../log.ts'

/** Imports left after this time are for the next sweep: the function also has other work, and 300 s. */
const ALL_MS = 120_000

/** Four reads and a transaction take milliseconds: one import holds up no other. */
const ONE_MS = 8_000

/** The result of a sweep: how many imports were looked at, how many of them it ended, and of how many it sent the message again. */
export interface SweptImports {
  imports: number
  stalled: number
  sent: number
}

/** The effects of a sweep outside the table, and its clock: tests put their own in their place. */
interface SweepWorld {
  /** Milliseconds since the epoch. */
  now: () => number
  /** True if no message of any import waits or is being worked on. */
  hasNoMessages: () => Promise<boolean>
  send: (businessId: string, importId: string) => Promise<void>
}

const EFFECTS: SweepWorld = { now: Date.now, hasNoMessages, send: sendImport }

/**
 * Writes the end of each import that nobody works on any more, with its event: who waits for that gets it without asking. Sends the
 * message again of one that can still be worked on, if the queue had none when the sweep began to ask: then its own was lost.
 * What fails is logged and does not stop the others; it throws at the end, so that the sweep is repeated.
 */
export async function sweepImports(world: SweepWorld = EFFECTS): Promise<SweptImports> {
  const { now } = world
  const began = now()
  const swept: SweptImports = { imports: 0, stalled: 0, sent: 0 }
  const failures: unknown[] = []
  let isEmpty: Promise<boolean> | undefined
  async function mend(businessId: string): Promise<void> {
    if (await endStalledImport(businessId, new Date(now()))) return void swept.stalled++
    const running = await findRunningImport(businessId, now())
    if (!running || !isLeft(running, now())) return
    // Asked once: the queue has messages as soon as the first is sent, though the others were lost as well.
    isEmpty ??= world.hasNoMessages()
    if (!(await isEmpty)) return
    await world.send(businessId, running.id)
    swept.sent++
  }
  async function look(businessId: string): Promise<void> {
    if (now() >= began + ALL_MS) return
    swept.imports++
    try {
      await asTenant(businessId, () => within(ONE_MS, () => mend(businessId)))
    } catch (error) {
      logLine('error', 'sweep', { business_id: businessId, error: String(error) })
      failures.push(error)
    }
  }
  for await (const page of withImportsBegunBefore(began - ARRIVED_AFTER_MS)) await eachOf(page, look)
  if (failures.length > 0) throw new Error('imports could not all be looked at', { cause: failures[0] })
  return swept
}
