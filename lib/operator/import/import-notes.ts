/** The lines about a file that a person reads before it is imported. */

import { quoted } from '../../domain/text/quoted.ts'
import { FIELD_READERS } from '../../import/read/field-readers.ts'
import type { FieldMapping } from '../../import/read/mapping.ts'
import type { StockUse } from '../../import/read/quantities.ts'
import type { SourceFile } from '../../import/read/source-file.ts'
import { likelyField } from '../../import/read/suggestions.ts'

/** Says how the columns of a file are used, with what to write for those that seem to be meant. */
export function sayColumns({ format, dialect, grouping }: SourceFile, mapping: FieldMapping): void {
  const { matched, ignored, sources, pictures } = mapping
  const taken = [
    ...[...matched].map(([field, column]) => `${quoted(column)} for ${field}`),
    ...(pictures.length > 0 ? [`${pictures.map((column) => quoted(column)).join(', ')} for images`] : []),
  ]
  if (dialect && !grouping) console.error(`read as ${format}: --format csv reads each row as a product`)
  if (dialect?.warning) console.error(`warning: ${dialect.warning}`)
  if (taken.length > 0) console.error(`columns used for fields: ${taken.join(', ')}`)
  if (ignored.length === 0) return
  const free = dialect ? [] : Object.keys(FIELD_READERS).filter((field) => !sources.has(field))
  const shown = ignored.map((column) => {
    const field = likelyField(column, free)
    return `${quoted(column)}${field === undefined ? '' : ` (to use it: --map ${field}=${quoted(column)})`}`
  })
  console.error(`ignored columns: ${shown.join(', ')}`)
}

/** Says that quantities make products tracked, where nothing in the file does. */
export function sayTracking({ dialect, grouping }: SourceFile, mapping: FieldMapping, stock: StockUse): void {
  const { sources, constants } = grouping?.mapping ?? mapping
  const column = sources.get('quantity')
  if (stock === 'ignore' && (dialect || column !== undefined))
    console.error('note: --stock ignore changes no stock, and what is new is not tracked')
  const isSaid = (dialect && !grouping) || sources.has('track_inventory') || constants.has('track_inventory')
  if (column === undefined || isSaid || stock === 'ignore') return
  console.error(
    `note: what has a quantity in ${quoted(column)} is tracked from now on; --stock ignore leaves quantities out`,
  )
}
