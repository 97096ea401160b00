import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { OF_VARIANTS } from '../../domain/products/fields.ts'
import { normalLine } from '../../domain/text/text.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import type { Dialect, FileProduct } from '../catalogue-files/dialects/dialect.ts'
import { externalIdOf } from '../catalogue-files/dialects/parts.ts'
import { fewEntries } from '../catalogue-files/entries.ts'
import type { Note } from '../catalogue-files/note.ts'
import type { SourceRow } from '../catalogue-files/read/source-row.ts'
import { isClearedByBlank } from './field-readers.ts'
import { type FieldMapping, type Grouping, longColumns } from './mapping.ts'
import { urlsIn } from './pictures.ts'

/** The fields that a row has for its variant. */
export const VARIANT_FIELDS: ReadonlySet<string> = new Set([...OF_VARIANTS, 'is_available', 'quantity'])

/** Fields that a variant loses in the API if its body has none. A file without their columns does not say so. */
export const PRICES_OF_VARIANTS = ['price', 'compare_at_price', 'cost']

/** The text of a cell, undefined if it is blank. */
function cellOf({ values }: SourceRow, column: string | undefined): string | undefined {
  const cell = isJsonObject(values) && column !== undefined ? values[column] : undefined
  return (typeof cell === 'string' && cell.trim()) || undefined
}

/** A file whose rows are variants of the product that a column names: each field of a product is in the first row that has it. */
export function groupedRows(grouping: Grouping): Dialect {
  const { groupBy, options, mapping } = grouping
  return {
    used: new Set([groupBy, ...options.values(), ...mapping.sources.values(), ...mapping.pictures]),
    long: longColumns(mapping),
    placeOf(row) {
      const name = cellOf(row, groupBy)
      return name === undefined ? { names: [] } : { names: [name], of: name }
    },
    productOf: (rows) => safely(rows, grouping),
  }
}

function safely(rows: readonly SourceRow[], grouping: Grouping): FileProduct {
  try {
    return productOf(rows, grouping)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const { number = 0, line = null } = rows[0] ?? {}
    return { number, line, notes: [], values: {}, fault: error.message }
  }
}

function productOf(rows: readonly SourceRow[], { groupBy, options, mapping }: Grouping): FileProduct {
  const [first] = rows
  if (!first) throw new Error('a product has at least one row')
  const { number, line } = first
  const { sources } = mapping
  const notes: Note[] = []
  const hasOptions = rows.some((row) => [...options.values()].some((column) => cellOf(row, column)))
  const isOwn = (field: string) => !(hasOptions && VARIANT_FIELDS.has(field))
  const own = [...sources].filter(([field]) => isOwn(field))
  const name = cellOf(first, groupBy)
  const images = picturesOf(rows, mapping)
  const values: JsonObject = {
    ...(name !== undefined && { external_id: externalIdOf('', name, notes) }),
    ...Object.fromEntries(own.flatMap(([field, column]) => firstCell(rows, field, column))),
    ...(images.length > 0 && { images }),
    ...(hasOptions && setOf(rows, options, mapping)),
  }
  const empty = own.map(([field]) => field).filter((field) => !(field in values))
  const product = { number, line, notes, values, empty }
  if (!hasOptions && rows.length > 1)
    return { ...product, fault: `has ${rows.length} rows, and none of them has an option` }
  return hasOptions ? { ...product, lines: rows.map((row) => row.line ?? 0) } : product
}

function firstCell(rows: readonly SourceRow[], field: string, column: string): [string, string][] {
  const cell = rows.map((row) => cellOf(row, column)).find((one) => one !== undefined)
  return cell === undefined ? [] : [[field, cell]]
}

/** The pictures of a row, in all of its columns of them. */
const picturesIn = (row: SourceRow, { sources, pictures }: FieldMapping): string[] =>
  fewEntries(
    [sources.get('images'), ...pictures].values().flatMap((column) => urlsIn(cellOf(row, column) ?? '')),
  )

const picturesOf = (rows: readonly SourceRow[], mapping: FieldMapping): string[] => [
  ...new Set(fewEntries(rows.values().flatMap((row) => picturesIn(row, mapping)))),
]

/** Options and variants of rows. A variant has a picture of its own where its row has other ones than the others. */
function setOf(
  rows: readonly SourceRow[],
  options: ReadonlyMap<string, string>,
  mapping: FieldMapping,
): JsonObject {
  const valueIn = (row: SourceRow, column: string) => normalLine(cellOf(row, column) ?? '')
  const used = [...options].filter(([, column]) => rows.some((row) => cellOf(row, column)))
  const isShared = new Set(rows.map((row) => picturesIn(row, mapping).join(' '))).size === 1
  return {
    options: used.map(([name, column]) => ({
      name,
      values: [...new Set(rows.map((row) => valueIn(row, column)))],
    })),
    variants: rows.map((row) => {
      const [picture] = isShared ? [] : picturesIn(row, mapping)
      const fields = [...mapping.sources].filter(([field]) => VARIANT_FIELDS.has(field))
      const blank = fields.flatMap(([field]) => (isClearedByBlank(field) ? [[field, null]] : []))
      return {
        option_values: Object.fromEntries(used.map(([name, column]) => [name, valueIn(row, column)])),
        ...Object.fromEntries(blank),
        ...Object.fromEntries(fields.flatMap(([field, column]) => firstCell([row], field, column))),
        ...(picture !== undefined && { image: picture }),
      }
    }),
  }
}
