import type { SourceRow } from '../../catalogue-files/read/source-row.ts'
import { isJsonObject } from '../../domain/body/json-object.ts'

/** The fields that are lists or objects. An export as CSV has them as JSON in their cells. */
const FIELDS = ['tags', 'images', 'additional_categories', 'metadata', 'options', 'variants']

/** A row of CSV with the lists and objects that are written as JSON in the columns of these fields. Other texts stay. */
export function withJsonCells(row: SourceRow): SourceRow {
  const { values } = row
  if (!isJsonObject(values)) return row
  const held = FIELDS.flatMap((field) => {
    const value = Object.hasOwn(values, field) ? structureIn(values[field]) : undefined
    return value === undefined ? [] : [[field, value] as const]
  })
  return held.length > 0 ? { ...row, values: { ...values, ...Object.fromEntries(held) } } : row
}

/** Undefined for a text that is no list or object. */
function structureIn(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return undefined
  try {
    return JSON.parse(cell)
  } catch (error) {
    // Somebody's own text that begins so; nested too deeply it is none either.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
