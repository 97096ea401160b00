import { heldOf } from '../data/holds/ended.ts'
import { MOST_FAILURES_IN_A_ROW } from '../data/table/calls/item-fault.ts'
import { pause } from '../data/table/calls/pause.ts'
import { TableUnavailable } from '../data/table/calls/table-fault.ts'
import { patiently } from '../data/table/patient-reads.ts'
import type { Business } from '../domain/business.ts'
import type { StockUse } from '../domain/imports/import-words.ts'
import type { NewProduct } from '../domain/products/product.ts'
import { quoted } from '../domain/text/quoted.ts'
import type { Note } from './catalogue-files/note.ts'
import type { ImportPlan } from './import-plan.ts'
import { ImportRefused } from './import-refused.ts'
import { type OptionStyle, onCommandLine } from './option-style.ts'
import { paceOf } from './pace.ts'
import { firstCategories } from './report/new-categories.ts'
import {
  type AppliedRow,
  type Fault,
  type OutcomeCounts,
  type PlannedRow,
  type ProductOutcome,
  RowRefused,
} from './row.ts'
import { isKeyed } from './row-names.ts'
import { openRowsInFlight } from './rows-in-flight.ts'
import { unforeseenFault } from './unforeseen-fault.ts'
import { applyRow, claimFinished, type ImportContext } from './write/apply-row.ts'
import { watchBusiness } from './write/business-watch.ts'
import { openImportCategories } from './write/import-categories.ts'
import { type Known, type KnownRow, knownRows } from './write/known-products.ts'

export interface ImportOptions {
  /** The status of new products without one. */
  status: NewProduct['status']
  stock?: StockUse
  /** Looks everything up and writes nothing. */
  dryRun?: boolean
  /** Once aborted no further product is begun. */
  signal?: AbortSignal
  /** Called after each product, with its place among those of the file, from 0. */
  onRow?: (outcome: ProductOutcome, place: number) => void
  /** The number of finished products of the file, and the rows of them that were refused. */
  finished?: number
  refusedBefore?: ReadonlySet<number>
  /** The import over the API that may be continued by another run. */
  importId?: string
  /** The most products that are written in a second; with many variants they are fewer. */
  perSecond?: number
  /** How the messages write options. */
  option?: OptionStyle
}

export interface ImportReport extends OutcomeCounts {
  /** Products of the file that were not finished before, and how many of them were not begun because the import was stopped. */
  products: number
  left: number
  categoriesCreated: string[]
  /** The first of them by name, in the order of the file. */
  firstCategories: string[]
  /** The error that stopped the import, if there was one. */
  fault?: unknown
}

/** DynamoDB throttles a partition that grows fast for seconds. After these waits it is taken for unreachable. */
const PATIENCE_MS = [500, 1_000, 2_000]

/** A row is mostly waiting for DynamoDB; more at a time would only queue up there. */
const ROWS_IN_FLIGHT = 8

/**
 * Brings the rows into the business, several at a time. Never rejects because of the table: a fault stops the
 * import when the rows in flight are done, and is in the report.
 */
export async function importProducts(
  business: Business,
  { count, database, categories: named }: ImportPlan,
  options: ImportOptions,
): Promise<ImportReport> {
  const {
    status,
    stock = 'new',
    dryRun = false,
    signal,
    onRow,
    finished = 0,
    refusedBefore,
    importId,
    perSecond,
    option,
  } = options
  const categories = openImportCategories(business.id, named, dryRun)
  const rowsInFlight = openRowsInFlight()
  let held: ReturnType<typeof heldOf> | undefined
  const context: ImportContext = {
    business,
    categories,
    status,
    stock,
    dryRun,
    database,
    importId,
    option,
    rowsInFlight,
    held: () => (held ??= patiently(() => heldOf(business.id))),
    refusedBefore,
  }
  const report: ImportReport = {
    products: count - finished,
    left: count - finished,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    left_out: 0,
    categoriesCreated: categories.created,
    firstCategories: [],
  }
  const requireLasting = watchBusiness(business)
  for await (const { row, known } of knownRows(business.id, database.planned({ most: finished }))) {
    if (signal?.aborted) break
    await claimFinished(row, context, known)
  }
  const waiting = knownRows(business.id, database.planned({ from: finished }))
  const pace = paceOf(perSecond)
  const judge = judgeOutcomes()
  let place = finished
  async function work(): Promise<void> {
    while (!signal?.aborted && !('fault' in report)) {
      await pace.wait()
      const { value: next, done } = await waiting.next()
      if (done) return
      // While it was looked up, the import may have been stopped.
      if (signal?.aborted || 'fault' in report) return
      const ownPlace = place++
      const taken = requireLasting().then(() => take(next, context, report))
      const outcome = await rowsInFlight.during(next.row.number, taken)
      const isNew = outcome.outcome === 'created'
      if (!dryRun && (isNew || outcome.outcome === 'updated')) pace.spend(next.row, isNew)
      await onRow?.(outcome, ownPlace)
      judge(outcome)
    }
  }
  const worker = () =>
    work().catch((fault: unknown) => {
      report.fault ??= fault
    })
  await Promise.all(Array.from({ length: ROWS_IN_FLIGHT }, worker))
  await waiting.return(undefined)
  report.firstCategories = firstCategories(named, categories.created)
  return report
}

/** Returns a check of each outcome: it throws an `ImportRefused` when too many rows in a row met an error of this program. */
function judgeOutcomes() {
  let failures = 0
  return ({ row, outcome, isUnforeseen, reasons = [] }: TakenRow): void => {
    if (isUnforeseen) failures++
    else if (outcome !== 'left_out') failures = 0
    if (failures < MOST_FAILURES_IN_A_ROW) return
    const last = `row ${row} ${reasons.at(-1)}`
    throw new ImportRefused(
      'crashed',
      `${failures} rows in a row hit an error in this program. The last: ${last}`,
    )
  }
}

/** A row that was taken; whether an error of this program met it. */
type TakenRow = ProductOutcome & { isUnforeseen?: true }

async function take(next: KnownRow, context: ImportContext, report: ImportReport): Promise<TakenRow> {
  const { row } = next
  const { slug, notes: losses = [], isUnforeseen, ...outcome } = await outcomeOf(next, context)
  const { name, external_id } = row.fields
  const renamed = slug !== undefined && row.address !== undefined && row.address !== slug && row.address
  const notes = [...row.notes, ...losses, ...(renamed ? [slugNote(renamed, slug)] : [])]
  const whole: ProductOutcome = {
    row: row.number,
    line: row.line,
    ...outcome,
    ...(slug !== undefined && { slug }),
    ...(renamed && { address: renamed }),
    ...(typeof name === 'string' && { name }),
    ...(typeof external_id === 'string' && { external_id }),
    ...(notes.length > 0 && { notes }),
  }
  context.database.addOutcome(whole)
  report[outcome.outcome]++
  report.left--
  return { ...whole, ...(isUnforeseen && { isUnforeseen }) }
}

const slugNote = (address: string, slug: string): Note => ({
  loss: 'slug',
  detail: `${quoted(address)} became ${quoted(slug)}`,
})

async function outcomeOf(
  { row, known }: KnownRow,
  context: ImportContext,
): Promise<Pick<TakenRow, 'outcome' | 'slug' | 'reasons' | 'notes' | 'isUnforeseen'>> {
  if (row.leftOut !== undefined) return { outcome: 'left_out', reasons: [row.leftOut] }
  try {
    const { outcome, slug, notes } = await applyPatiently(row, context, known)
    return { outcome, notes, ...(slug !== undefined && { slug }) }
  } catch (error) {
    if (error instanceof RowRefused) {
      const reasons = error.faults.map((fault) => reasonOf(fault, row) + hintFor(fault, context.option))
      const isUnforeseen = error.faults.some(({ kind }) => kind === 'unforeseen')
      return { outcome: 'refused', reasons, ...(isUnforeseen && { isUnforeseen }) }
    }
    const place = { row: row.number, import_id: context.importId }
    const reason = unforeseenFault(error, place, context.dryRun ? 'read' : 'written')
    return { outcome: 'refused', reasons: [reason], isUnforeseen: true }
  }
}

/** The fault as a sentence, with the line of its variant. */
function reasonOf({ field, detail }: Fault, { lines }: PlannedRow): string {
  if (field === 'row') return detail
  const reason = `${field}: ${detail}`
  const [, n, rest] = /^variants(?:\.|: )(\d+)(?:[.:] ?|$)(.*)$/s.exec(reason) ?? []
  const line = n === undefined ? undefined : lines[Number(n)]
  return line === undefined ? reason : `line ${line}: ${rest}`
}

/** The option for products without a price, behind the reason that there is none. */
const hintFor = ({ kind }: Fault, option: OptionStyle = onCommandLine) =>
  kind === 'no_price' ? `; for products without a price: ${option('without-price', 'draft')}` : ''

/** A row whose fate is unknown may be tried again only if it would be recognized. */
async function applyPatiently(row: PlannedRow, context: ImportContext, known?: Known): Promise<AppliedRow> {
  let first = known
  for (const pauseMs of isKeyed(row) ? PATIENCE_MS : []) {
    try {
      return await applyRow(row, context, first)
    } catch (error) {
      if (!(error instanceof TableUnavailable)) throw error
      first = undefined
      await pause(pauseMs)
    }
  }
  return applyRow(row, context, first)
}
