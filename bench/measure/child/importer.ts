/**
 * A process that carries out one import after the other, one for each message, and says what that cost. Its environment names
 * the table.
 */
import { storeFile } from '../../../lib/data/imports/file-parts.ts'
import { beginImport, readImport } from '../../../lib/data/imports/imports.ts'
import { newImport } from '../../../lib/data/imports/new-import.ts'
import { asTenant } from '../../../lib/data/table/calls/tenant-guard.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import { runImport } from '../../../lib/import/run/run-import.ts'
import type { ImportCost, ImportOrder } from '../imports.ts'
import { peakMemory } from './peak-memory.ts'

const PACE = 40
const send = async () => {}

/** As in a deployment. */
const paced = {
  workMs: 240_000,
  checkpointMs: 4_000,
  checkpointProducts: 500,
  hopelessAfter: 10_000,
  perSecond: PACE,
  now: Date.now,
  send,
}

/** Without a limit per second: time passes with the products that are finished, so that a run ends after as many as in a deployment. */
let clock = Date.now()
const hurried = {
  ...paced,
  checkpointMs: 2 ** 31 - 1,
  get checkpointProducts() {
    // Read once for each product.
    clock += 1_000 / PACE
    return paced.checkpointProducts
  },
  perSecond: Number.MAX_SAFE_INTEGER,
  now: () => clock,
}

async function carryOut({ business, apiKeyId, file, isPaced }: ImportOrder): Promise<ImportCost> {
  const { id: businessId, currency, timezone } = business
  const world = isPaced ? paced : hurried
  const importId = await startImport()
  const before = process.cpuUsage()
  let runs = 0
  do runs++
  while ((await asTenant(businessId, () => runImport(businessId, importId, world))).status === 'left')
  const { user, system } = process.cpuUsage(before)
  const { created = 0 } = (await readImport(businessId, importId))?.progress ?? {}
  return { created, runs, cpu_us: user + system, peak_bytes: peakMemory() }

  /** As the endpoint does. */
  async function startImport(): Promise<string> {
    const now = new Date(world.now())
    const id = `imp_${newId(now)}`
    const bytes = Buffer.from(file, 'base64')
    const parts = await storeFile(businessId, id, bytes, now.getTime())
    const parameters = { stock: 'set' } as const
    const begun = { id, apiKeyId, parameters, file: bytes, parts, currency, timezone }
    const item = newImport(begun, now)
    await beginImport(businessId, item, { now })
    return id
  }
}

process.on('message', (order: ImportOrder) => {
  carryOut(order).then(
    (cost) => process.send?.(cost),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  )
})
// The parent has gone, however it went.
process.on('disconnect', () => process.exit())
