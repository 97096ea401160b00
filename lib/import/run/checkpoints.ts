import type { ImportItem } from '../../data/imports/import-item.ts'
import {
  type Checkpoint,
  type HeldImport,
  keepFaults,
  writeCheckpoint,
} from '../../data/imports/import-runs.ts'
import { readImport } from '../../data/imports/imports.ts'
import { MAX_KEPT_FAULTS } from '../../domain/imports/import-job.ts'
import { ImportRefused } from '../import-refused.ts'
import type { ProductOutcome } from '../row.ts'
import { requirePermission } from './permission.ts'
import { RunProgress } from './progress.ts'
import type { RunLimits } from './run-limits.ts'

/** An import that a run has taken. */
export interface Run {
  held: HeldImport
  item: ImportItem
  world: RunLimits
}

/** Why a run stops before the end of its file; `lost` if another run has the import, or it is gone. */
type Stop = 'out_of_time' | 'cancelled' | 'lost' | ImportRefused

/** Writes how far a run is, and stops it when it may not continue. */
export interface Checkpoints {
  /** Aborted when no further product is to be begun. */
  signal: AbortSignal
  /** Adds what is known of the whole file, for the next checkpoint. */
  note: (known: Known) => void
  /** Counts a product; resolves when the next one may be begun. */
  add: (outcome: ProductOutcome, place: number) => Promise<void>
  /** Writes a checkpoint now. Throws `TableUnavailable`. */
  write: () => Promise<void>
  /** Why the run is to stop; undefined if it is not. */
  stop: () => Stop | undefined
  state: () => Checkpoint
  /** Ends the regular checkpoints. Throws what one of them threw. */
  close: () => Promise<void>
}

/** The state of an import that does not come from its products one by one. */
type Known = Omit<Checkpoint, 'progress' | 'lost' | 'faults_total' | 'starts'> & { products_total?: number }

/** Begins the regular checkpoints of a run. */
export function openCheckpoints({ held, item, world }: Run): Checkpoints {
  const progress = new RunProgress(item)
  const stopping = new AbortController()
  const endsAt = world.now() + world.workMs
  let known: Known = {}
  let written = item.progress.products
  let missing = item.missing_changed
  let writing: Promise<unknown> = Promise.resolve()
  const failures: unknown[] = []
  let stop: Stop | undefined

  function stopFor(reason: Stop): void {
    stop ??= reason
    stopping.abort()
  }

  function state(): Checkpoint {
    const { products_total = item.progress.products_total, ...rest } = known
    const counted = progress.state
    return { ...rest, ...counted, progress: { ...counted.progress, products_total } }
  }

  async function writeOnce(): Promise<void> {
    // Products that are counted while the faults are being kept belong to the next checkpoint.
    const { products, refused } = progress.state.progress
    const { missing_changed = missing } = known
    const isFurther = products > written || missing_changed > missing
    const reached = { ...state(), ...(isFurther && { starts: 0 }) }
    await keepSome(held, progress)
    if (!(await writeCheckpoint(held, reached))) return stopFor(await whyRefused(held))
    written = products
    missing = missing_changed
    if (products >= world.hopelessAfter && refused === products)
      stopFor(
        new ImportRefused('unreadable', `the first ${products} products were all refused: see its faults`),
      )
    if (world.now() >= endsAt) stopFor('out_of_time')
    await requirePermission(held.businessId, item).catch((error: unknown) => {
      if (!(error instanceof ImportRefused)) throw error
      stopFor(error)
    })
  }

  /** One after the other: each is of a later state than the one before it. */
  function write(): Promise<void> {
    const next = writing.then(writeOnce)
    writing = next.catch(() => stopping.abort())
    return next
  }

  const timer = setInterval(() => {
    write().catch((error: unknown) => failures.push(error))
  }, world.checkpointMs)

  return {
    signal: stopping.signal,
    note(more) {
      known = { ...known, ...more }
    },
    async add(outcome, place) {
      progress.add(outcome, place)
      if (progress.state.progress.products - written >= world.checkpointProducts) await write()
    },
    write,
    stop: () => stop,
    state,
    async close() {
      clearInterval(timer)
      await writing
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Keeps the rows that were refused or left out since the last checkpoint, as long as they are not too many. */
async function keepSome(held: HeldImport, progress: RunProgress): Promise<void> {
  const faults = [...progress.faults]
  const before = progress.state.faults_total - faults.length
  await keepFaults(held, faults.slice(0, Math.max(0, MAX_KEPT_FAULTS - before)))
  progress.forget(faults.length)
}

async function whyRefused({ businessId, importId, run }: HeldImport): Promise<Stop> {
  const item = await readImport(businessId, importId)
  return item?.run === run && item.is_cancelled ? 'cancelled' : 'lost'
}
