import { setTimeout as wait } from 'node:timers/promises'
import { TableUnavailable } from '../../data/table/table-fault.ts'
import type { Business } from '../../domain/business.ts'
import type { NewProduct } from '../../domain/product.ts'
import { applyRow, type ImportContext, type RowOutcome } from './apply-row.ts'
import { openImportCategories } from './import-categories.ts'
import { type ImportPlan, isKeyed, type PlannedRow } from './import-plan.ts'
import type { StockUse } from './row-variants.ts'
import { RowRefused } from './schema-faults.ts'

export interface ImportOptions {
  /** The status of new products whose row has none. */
  status: NewProduct['status']
  stock?: StockUse
  /** Looks everything up and writes nothing. */
  dryRun?: boolean
  /** Once aborted no further row is begun. */
  signal?: AbortSignal
  /** Called after each row. */
  onRow?: () => void
}

export interface RefusedRow {
  row: number
  line: number | null
  reasons: string[]
}

export interface ImportReport extends Record<RowOutcome, number> {
  /** Rows of the file, and how many of them were not begun because the import was stopped. */
  rows: number
  left: number
  /** In the order of the file. */
  refused: RefusedRow[]
  categoriesCreated: string[]
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
  { rows, categoryNames }: ImportPlan,
  { status, stock = 'new', dryRun = false, signal, onRow }: ImportOptions,
): Promise<ImportReport> {
  const categories = openImportCategories(business.id, categoryNames, dryRun)
  const context: ImportContext = { business, categories, status, stock, dryRun, claims: new Map() }
  const report: ImportReport = {
    rows: rows.length,
    left: rows.length,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: [],
    categoriesCreated: categories.created,
  }
  const waiting = rows.values()
  async function work(): Promise<void> {
    while (!signal?.aborted && !('fault' in report)) {
      const { value: row, done } = waiting.next()
      if (done) return
      await take(row, context, report)
      onRow?.()
    }
  }
  await Promise.all(Array.from({ length: ROWS_IN_FLIGHT }, work))
  report.refused.sort((a, b) => a.row - b.row)
  return report
}

async function take(row: PlannedRow, context: ImportContext, report: ImportReport): Promise<void> {
  try {
    report[await applyPatiently(row, context)]++
  } catch (error) {
    if (!(error instanceof RowRefused)) {
      report.fault ??= error
      return
    }
    const reasons = error.faults.map(({ field, detail }) =>
      field === 'row' ? detail : `${field}: ${detail}`,
    )
    report.refused.push({ row: row.number, line: row.line, reasons })
  }
  report.left--
}

/** A row whose fate is unknown may be tried again only if it would be recognized. */
async function applyPatiently(row: PlannedRow, context: ImportContext): Promise<RowOutcome> {
  for (const pause of isKeyed(row) ? PATIENCE_MS : []) {
    try {
      return await applyRow(row, context)
    } catch (error) {
      if (!(error instanceof TableUnavailable)) throw error
      await wait(pause)
    }
  }
  return applyRow(row, context)
}
