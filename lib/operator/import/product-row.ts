import { EMPTY_CELL, type SourceRow } from '../../catalogue/read/source-row.ts'
import { Unreadable } from '../../domain/unreadable.ts'
import { type FieldMapping, METADATA } from './field-mapping.ts'
import {
  FIELD_READERS,
  type Field,
  type FieldReader,
  isObject,
  NULLABLE,
  type Prices,
} from './field-readers.ts'

/** Something wrong with one field of a row. */
export interface Fault {
  field: string
  detail: string
}

/** A row read into product fields, not yet checked by the product schema. */
export interface ProductRow {
  number: number
  line: number | null
  /** False if nothing can be made of the row: then nothing else can be said of it. */
  isReadable: boolean
  /** The product fields of the row: only fields that it has. `category` and `currency` are not among them. */
  fields: Readonly<Record<string, unknown>>
  /** The name of the category, where the row has one. */
  category: unknown
  currency: unknown
  /** Fields, also `category` and `metadata.<key>`, whose cell is empty: an update clears those that may be empty. */
  emptied: readonly string[]
  faults: Fault[]
}

/** Reads one row. What cannot be read is a fault of the row; nothing is thrown. */
export function readProductRow(row: SourceRow, mapping: FieldMapping, prices: Prices): ProductRow {
  const { number, line, values, fault } = row
  if (!isObject(values) || fault !== undefined) {
    const faults = [{ field: 'row', detail: fault ?? 'must be an object' }]
    const nothing = { fields: {}, category: undefined, currency: undefined, emptied: [] }
    return { number, line, isReadable: false, ...nothing, faults }
  }
  const read: Record<string, unknown> = {}
  const metadata: [string, unknown][] = []
  const emptied: string[] = []
  const faults: Fault[] = []
  for (const [field, column] of mapping.sources) {
    const value = Object.hasOwn(values, column) ? values[column] : undefined
    if (value === EMPTY_CELL) emptied.push(field)
    if (value === EMPTY_CELL || value === undefined || (value === null && !NULLABLE.has(field))) continue
    if (field.startsWith(METADATA)) metadata.push([field.slice(METADATA.length), value])
    else readField(field as Field, value, prices, read, faults)
  }
  const { category, currency, ...fields } = read
  if (metadata.length > 0 && (fields.metadata === undefined || isObject(fields.metadata)))
    fields.metadata = FIELD_READERS.metadata(
      Object.fromEntries([...Object.entries(fields.metadata ?? {}), ...metadata]),
      prices,
    )
  const isSaid = (field: string) => SAID_BY[field] !== undefined && SAID_BY[field] in read
  const unsaid = emptied.filter((field) => !isSaid(field))
  return { number, line, isReadable: true, fields, category, currency, emptied: unsaid, faults }
}

/** A category has two columns, of which one is enough. */
const SAID_BY: Partial<Record<string, Field>> = { category: 'category_id', category_id: 'category' }

function readField(
  field: Field,
  value: unknown,
  prices: Prices,
  read: Record<string, unknown>,
  faults: Fault[],
): void {
  const reader: FieldReader = FIELD_READERS[field]
  try {
    read[field] = value === null ? null : reader(value, prices)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    faults.push({ field, detail: error.message })
  }
}
