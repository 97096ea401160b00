import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { MOST_ENTRIES } from '../../lib/catalogue-files/entries.ts'
import { MAX_CELL_TEXT, MOST_COLUMNS } from '../../lib/catalogue-files/read/csv-rows.ts'
import { MAX_LINE_CHARACTERS, MOST_NAMES } from '../../lib/catalogue-files/read/json-rows.ts'
import { MOST_VALUES_OF_ROW } from '../../lib/catalogue-files/read/json-values.ts'
import { storeFile } from '../../lib/data/imports/file-parts.ts'
import { beginImport } from '../../lib/data/imports/imports.ts'
import { newImport } from '../../lib/data/imports/new-import.ts'
import { readItem } from '../../lib/data/table/calls/writer.ts'
import { Refusal } from '../../lib/data/table/commit.ts'
import { newId } from '../../lib/data/table/ids.ts'
import { filePartKey, importKey } from '../../lib/data/table/keys.ts'
import { TTL_ATTRIBUTE } from '../../lib/data/table/schema.ts'
import { MAX_KEPT_FAULTS } from '../../lib/domain/imports/import-job.ts'
import { MAX_CELL_OF_FIELD } from '../../lib/import/read/csv-cells.ts'
import { MAX_CELL_CHARACTERS } from '../../lib/import/read/json-cells.ts'
import { MAX_ROWS, MAX_SCRATCH_BYTES } from '../../lib/import/run/run-import.ts'
import { MAX_JSON_CHARACTERS, rulesOf } from '../../lib/import/run/run-rules.ts'
import { MAX_UNPACKED_BYTES, unpacked } from '../../lib/import/run/unpacked.ts'
import { startImport } from '../import/run/bench.ts'
import { makeBusiness } from '../support/shop.ts'
import { type Check, is, passes, takes } from './limit-check.ts'

/** Stored at the beginning of 1970, so that the end of an item is the time for which it is stored. */
const THEN = new Date(0)

async function fileLifeS(): Promise<unknown> {
  const { id: businessId } = await makeBusiness()
  await storeFile(businessId, 'imp_1', Buffer.from('x'), THEN.getTime())
  return (await readItem<Record<string, unknown>>(filePartKey(businessId, 'imp_1', 0)))?.[TTL_ATTRIBUTE]
}

async function importLifeS(): Promise<unknown> {
  const { id: businessId, currency, timezone } = await makeBusiness()
  const id = `imp_${newId(THEN)}`
  const file = { file: Buffer.from('x'), parts: 1 }
  const begun = { id, apiKeyId: randomUUID(), parameters: {}, ...file, currency, timezone }
  await beginImport(businessId, newImport(begun, THEN), { now: THEN })
  return (await readItem<Record<string, unknown>>(importKey(businessId, id)))?.[TTL_ATTRIBUTE]
}

/** True if so many imports of a business can be under way. */
async function canRun(count: number): Promise<boolean> {
  const business = await makeBusiness()
  try {
    for (let n = 0; n < count; n++) await startImport({ business, apiKeyId: randomUUID() }, 'name')
    return true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'import_running') return false
    throw error
  }
}

/** The rows of docs/limits.md about imports, by their first column. */
export const IMPORT_CHECKS: Record<string, Check> = {
  'the file of an import, unpacked': takes(
    (bytes) => passes(() => unpacked(gzipSync(Buffer.alloc(bytes)))) && bytes <= MAX_UNPACKED_BYTES,
  ),
  'characters of a JSON document in an import': is(() => {
    const { mostJsonCharacters } = rulesOf({})
    return mostJsonCharacters === MAX_JSON_CHARACTERS && mostJsonCharacters
  }),
  'characters of a line of JSON Lines, or a row of a JSON document, in an import': is(
    () => MAX_LINE_CHARACTERS,
  ),
  'different names of members in a JSON document of an import': is(() => MOST_NAMES),
  'characters of a cell of CSV in an import': is(() => MAX_CELL_OF_FIELD),
  'characters of a cell of pictures or of a description in CSV in an import': is(() => MAX_CELL_TEXT),
  'characters of JSON in a cell of CSV in an import': is(() => MAX_CELL_CHARACTERS),
  'values in a row of JSON, or in a cell of JSON in CSV, in an import': is(() => MOST_VALUES_OF_ROW),
  'pictures, tags, categories or values of an option in a row of an import': is(() => MOST_ENTRIES),
  'rows times columns of a CSV file of an import': is(() => rulesOf({}).mostCells),
  'names of columns or members in the file of an import': is(() => MOST_COLUMNS),
  'disk for the rows and products of an import': is(() => MAX_SCRATCH_BYTES),
  'rows of the file of an import': is(() => MAX_ROWS),
  'refused and left-out rows of an import that are kept': is(() => MAX_KEPT_FAULTS),
  'imports of a business at the same time': takes(canRun),
  'how long the file of an import is stored': is(fileLifeS),
  'how long an import is stored': is(importLifeS),
}
