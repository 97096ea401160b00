import { isJsonObject } from '../../domain/body/json-object.ts'
import { hasTooManyValues, MOST_VALUES_OF_ROW } from '../catalogue-files/read/json-values.ts'
import type { SourceRow } from '../catalogue-files/read/source-row.ts'

/** The fields that are lists or objects. An export as CSV has them as JSON in their cells. */
const FIELDS = ['tags', 'images', 'additional_categories', 'metadata', 'options', 'variants']

/**
 * The longest JSON of a cell, in characters: more than any product's variants have in an export, whose every letter can take
 * two.
 */
export const MAX_CELL_CHARACTERS = 512 * 1024

/**
 * A row of CSV with the lists and objects that are written as JSON in the columns of these fields. Other texts stay. The row
 * has a fault if one of them is too long to be parsed.
 */
export function withJsonCells(row: SourceRow): SourceRow {
  const { values } = row
  if (!isJsonObject(values)) return row
  const written = FIELDS.filter((field) => Object.hasOwn(values, field) && looksLikeJson(values[field]))
  for (const field of written) {
    const { [field]: cell, ...others } = values
    const many = manyIn(String(cell))
    if (many) return { ...row, values: others, fault: row.fault ?? `has more than ${many} in ${field}` }
  }
  const held = written.flatMap((field) => {
    const value = parsed(String(values[field]))
    return value === undefined ? [] : [[field, value] as const]
  })
  return held.length > 0 ? { ...row, values: { ...values, ...Object.fromEntries(held) } } : row
}

/** Something of which a cell has too much to be parsed, undefined if nothing. */
function manyIn(cell: string): string | undefined {
  if (cell.length > MAX_CELL_CHARACTERS) return '512 KB of JSON'
  return hasTooManyValues(cell) ? `${MOST_VALUES_OF_ROW} values` : undefined
}

const looksLikeJson = (cell: unknown) => typeof cell === 'string' && /^\s*[[{]/.test(cell)

/** Undefined for a text that is not a list or an object. */
function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch (error) {
    // A text that only begins like JSON. JSON that is nested too deeply is not read either.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
