import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { type ImportRules, planFile, readFile } from '../../../lib/import/plan-file.ts'
import type { PlannedRow } from '../../../lib/import/row.ts'

const RULES = { stock: 'new', onMissing: 'keep', allowUnkeyed: true } as const

/** The products that an import makes of a file, without asking any table. */
export async function plannedRows(
  text: string,
  said: Partial<ImportRules> & { currency?: string } = {},
): Promise<PlannedRow[]> {
  const { currency = 'EUR', ...rest } = said
  const rules = { ...RULES, ...rest, currency }
  const database = await openImportDatabase()
  try {
    const unread = { bytes: inOnePiece(text), extension: '' }
    planFile(await readFile(unread, rules, database), rules, database)
    return [...database.planned()]
  } finally {
    await database.close()
  }
}

async function* inOnePiece(text: string) {
  yield Buffer.from(text)
}
