/** A run of an import over the API: it takes the import, plans its file, and applies the products that are not finished. */

import { randomUUID } from 'node:crypto'
import { readStoredFile } from '../../data/imports/file-parts.ts'
import type { ImportItem } from '../../data/imports/import-item.ts'
import { giveImportBack, readRefusedRows, takeImport } from '../../data/imports/import-runs.ts'
import { actingAs } from '../../data/table/actor.ts'
import type { Business } from '../../domain/business.ts'
import type { Notice } from '../../domain/imports/import-job.ts'
import { checkFile } from '../file-checks.ts'
import { type ImportDatabase, openImportDatabase } from '../import-database.ts'
import type { ImportPlan } from '../import-plan.ts'
import { importProducts } from '../import-products.ts'
import { ImportRefused } from '../import-refused.ts'
import { inQuery } from '../option-style.ts'
import { type ImportRules, planFile, type ReadFile, readFile } from '../plan-file.ts'
import { MOST_NAMED } from '../report/new-categories.ts'
import { columnNotices, stockNotices } from '../report/notices.ts'
import { type Checkpoints, openCheckpoints, type Run } from './checkpoints.ts'
import { endRun, failedFor, type RunEnd, type RunOutcome, shortened } from './end.ts'
import { endOfFile, NOTHING_LEFT } from './end-of-file.ts'
import { requirePermission } from './permission.ts'
import { limitsHere, type RunLimits } from './run-limits.ts'
import { rulesOf } from './run-rules.ts'
import { unpacked } from './unpacked.ts'

/** After this many runs died without having finished a product, an import is not started again: the next would die, too. */
const MOST_STARTS = 2

/** More rows than the file of a shop has; a row can be one character. */
export const MAX_ROWS = 500_000

/** A function has 512 MB of disk: half of it for the rows of a file, and the products that are planned from them. */
export const MAX_SCRATCH_BYTES = 256 * 1024 * 1024

/**
 * Works on an import for as long as a function may, and leaves the rest to the next run. Throws what only another run can put
 * right, such as `TableUnavailable`: then the message comes again.
 */
export async function runImport(
  businessId: string,
  importId: string,
  world: RunLimits = limitsHere(),
): Promise<RunOutcome> {
  const held = { businessId, importId, run: randomUUID() }
  const item = await takeImport(held, world.now())
  if (!item) return { status: 'not_taken' }
  const { key_id, key_name } = item.started_by
  const actor = { kind: 'api_key', key_id, key_name } as const
  return actingAs({ actor, requestId: item.request_id }, () => work({ held, item, world }))
}

async function work(run: Run): Promise<RunOutcome> {
  const checkpoints = openCheckpoints(run)
  try {
    const end = await ending({ run, checkpoints })
    await checkpoints.close()
    if (end === 'lost') return { status: end }
    return await (end === 'left' ? leave(run) : endRun(run, end, checkpoints.state()))
  } finally {
    await checkpoints.close()
  }
}

/** Gives the import back, then has the next run begin: one that began before would find it taken. */
async function leave({ held, world }: Run): Promise<RunOutcome> {
  const isGivenBack = await giveImportBack(held, world.now())
  if (isGivenBack) await world.send(held.businessId, held.importId)
  return { status: isGivenBack ? 'left' : 'lost' }
}

/** The parts of a run. */
interface Parts {
  run: Run
  checkpoints: Checkpoints
}

/** Works on the import. Returns its fate; `left` if there is more to do, `lost` if another run has it. */
async function ending(parts: Parts): Promise<RunEnd | 'left' | 'lost'> {
  const { item, held } = parts.run
  try {
    if (item.is_cancelled) return { status: 'cancelled' }
    if (item.starts > MOST_STARTS) throw new ImportRefused('crashed', crashed(item))
    const business = await requirePermission(held.businessId, item)
    const database = await openImportDatabase(MAX_SCRATCH_BYTES)
    try {
      return await untilStopped(parts.checkpoints, () => importFile(parts, business, database))
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return failedFor(error)
  }
}

/** The result of work, or the fate of an import whose run was stopped at a place that cannot continue. */
async function untilStopped(
  checkpoints: Checkpoints,
  work: () => Promise<RunEnd | 'left' | 'lost'>,
): Promise<RunEnd | 'left' | 'lost'> {
  const { signal } = checkpoints
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error
    await checkpoints.write()
    return fateOf(checkpoints) ?? 'left'
  }
}

const crashed = ({ rows }: ImportItem) =>
  `it was begun ${MOST_STARTS} times, and stopped each time before another product was finished; ${rows ?? 0} rows of its file had been read`

async function importFile(
  parts: Parts,
  business: Business,
  database: ImportDatabase,
): Promise<RunEnd | 'left' | 'lost'> {
  const { run, checkpoints } = parts
  const { item, world } = run
  const { dry_run: dryRun, parameters } = item
  const { status = 'active', stock = 'new' } = parameters
  const planned = await plannedFile(parts, database)
  const { read, plan } = planned
  const notices = await noticesOf(parts, business, planned)
  const { format, rows } = read.file
  checkpoints.note({ format, rows, notices, products_total: plan.count })
  await checkpoints.write()
  const report = await importProducts(business, plan, {
    status,
    stock,
    dryRun,
    signal: checkpoints.signal,
    onRow: checkpoints.add,
    finished: item.progress.products,
    ...(dryRun && { refusedBefore: await readRefusedRows(run.held) }),
    importId: item.id,
    perSecond: world.perSecond,
    option: inQuery,
  })
  // A dry run creates none, and finds those of the runs before it again.
  const { categories_created, first_categories = [] } = item
  const before = dryRun
    ? { categories_created: 0, first_categories: [] }
    : { categories_created, first_categories }
  checkpoints.note({
    categories_created: before.categories_created + report.categoriesCreated.length,
    first_categories: [...before.first_categories, ...report.firstCategories].slice(0, MOST_NAMED),
  })
  if ('fault' in report) {
    await checkpoints.write()
    throw report.fault
  }
  const last = checkpoints.signal.aborted ? NOTHING_LEFT : await endOfFile(parts, business, planned)
  await checkpoints.write()
  const fate = fateOf(checkpoints)
  if (fate) return fate
  const { progress } = checkpoints.state()
  if (report.left > 0 || checkpoints.signal.aborted) return 'left'
  const isPart = progress?.refused || last.failed.length > 0
  return { status: isPart ? 'partly_succeeded' : 'succeeded', notices: last.notices }
}

/** The fate of an import whose run was stopped, unless it is only out of time. Throws the `ImportRefused` that stopped it. */
function fateOf(checkpoints: Checkpoints): RunEnd | 'lost' | undefined {
  const stop = checkpoints.stop()
  if (stop instanceof ImportRefused) throw stop
  if (stop === 'cancelled') return { status: 'cancelled' }
  return stop === 'lost' ? stop : undefined
}

/** Reads and plans the stored file. Throws an `ImportRefused` for a file that cannot be read, and the reason of a stop. */
async function plannedFile(parts: Parts, database: ImportDatabase): Promise<Planned> {
  const { run, checkpoints } = parts
  const { signal } = checkpoints
  const rules = rulesOf(run.item.parameters)
  const read = await readStored(parts, rules, database)
  const { currency, timezone, created_at } = run.item
  const planned = { ...rules, currency, timezone, now: new Date(created_at) }
  return { read, plan: await planFile(read, planned, database, { signal }), rules }
}

/** Reads the stored file into the database. The checkpoints say how many rows it has so far. */
async function readStored(
  { run: { held, item }, checkpoints }: Parts,
  rules: ImportRules,
  database: ImportDatabase,
): Promise<ReadFile> {
  const stored = await readStoredFile(held.businessId, item)
  if (!stored) throw new ImportRefused('unreadable', 'the file is no longer stored: send it again')
  let rows = 0
  const onRows = (more: number) => {
    rows += more
    if (rows > MAX_ROWS)
      throw new ImportRefused('unreadable', `this file has more than ${MAX_ROWS} rows: send it in parts`)
    // A run before may have read more of them.
    checkpoints.note({ rows: Math.max(rows, item.rows ?? 0) })
  }
  return readFile(unpacked(stored), rules, database, { onRows, signal: checkpoints.signal })
}

/** A file that has been read and planned. */
interface Planned {
  read: ReadFile
  plan: ImportPlan
  rules: ImportRules
}

/** The notices of a file. Before its first product is written, it is checked against what the business has. */
async function noticesOf(
  { run: { item }, checkpoints }: Parts,
  business: Business,
  { read, plan, rules }: Planned,
): Promise<readonly Notice[]> {
  if (item.progress.products > 0) return item.notices
  const { notices } = await checkFile(business, { file: read.file, plan }, rules, checkpoints.signal)
  return [
    ...notices,
    ...columnNotices(read.file, read.mapping, inQuery),
    ...stockNotices(read.file, read.mapping, { stock: rules.stock, option: inQuery }),
  ].map(shortened)
}
