import type { ImportDatabase } from './import-database.ts'
import { isUnknown, type Ledger, type PlanRules, planRow } from './plan-row.ts'
import type { FileCategory, PlannedRow, ProductRow } from './row.ts'
import type { FileCategories } from './row-categories.ts'
import { unforeseenFault } from './unforeseen-fault.ts'

export interface ImportPlan {
  /** How many products it has. */
  count: number
  database: ImportDatabase
  /** Every category that a row gives by name, and those above it, by their ids. */
  categories: ReadonlyMap<string, FileCategory>
  /** True if a product could not even be read or planned, so that nobody knows which one it was. */
  hasUnknown: boolean
}

/**
 * Checks the products of a file together and puts them into the database. If two have the same key, the later one is
 * refused.
 */
export async function planImport(
  products: Iterable<ProductRow> | AsyncIterable<ProductRow>,
  rules: PlanRules,
  database: ImportDatabase,
): Promise<ImportPlan> {
  const categories: FileCategories = new Map()
  let count = 0
  let hasUnknown = false
  for await (const row of products) {
    const planned = planSafely(row, rules, { database, categories })
    if (isUnknown(planned)) hasUnknown = true
    database.addPlanned(planned)
    count++
  }
  return { count, database, categories, hasUnknown }
}

function planSafely(row: ProductRow, rules: PlanRules, ledger: Ledger): PlannedRow {
  try {
    return planRow(row, rules, ledger)
  } catch (error) {
    const detail = unforeseenFault(error, { row: row.number })
    const faults = [{ field: 'row', detail, kind: 'unforeseen' as const }]
    return { ...row, isReadable: false, fields: {}, ofNew: {}, faults }
  }
}
