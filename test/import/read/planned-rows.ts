import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { type ImportRules, type PlannedFor, planFile, readFile } from '../../../lib/import/plan-file.ts'
import type { PlannedRow } from '../../../lib/import/row.ts'

const RULES = { stock: 'new', onMissing: 'keep', allowUnkeyed: true } as const
const OF_BUSINESS = { currency: 'EUR', timezone: 'UTC', now: new Date('2026-11-27T12:00:00Z') }

/** The products that an import makes of a file, without asking any table. */
export async function plannedRows(
  text: string,
  said: Partial<ImportRules & PlannedFor> = {},
): Promise<PlannedRow[]> {
  const rules = { ...RULES, ...OF_BUSINESS, ...said }
  const database = await openImportDatabase()
  try {
    const unread = { bytes: inOnePiece(text), extension: '' }
    await planFile(await readFile(unread, rules, database), rules, database)
    return [...database.planned()]
  } finally {
    await database.close()
  }
}

async function* inOnePiece(text: string) {
  yield Buffer.from(text)
}
