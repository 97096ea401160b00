import { type FieldMapping, METADATA } from './field-mapping.ts'
import {
  FIELD_READERS,
  type Field,
  FieldFault,
  type FieldReader,
  isObject,
  NULLABLE,
} from './field-readers.ts'
import type { SourceRow } from './source-row.ts'

/** Something wrong with one field of a row. */
export interface Fault {
  field: string
  detail: string
}

/** A row read into product fields, not yet judged by the product schema. */
export interface ProductRow {
  number: number
  line: number | null
  /** False if the row is no object: then nothing else can be said of it. */
  isReadable: boolean
  /** What the row says of the product: only fields that it has. `category` and `currency` are not among them. */
  fields: Readonly<Record<string, unknown>>
  /** The name of the category, where the row has one. */
  category: unknown
  currency: unknown
  faults: Fault[]
}

/** Reads one row. What cannot be read is a fault of the row; nothing is thrown. */
export function readProductRow(row: SourceRow, mapping: FieldMapping, priceScale: bigint): ProductRow {
  const { number, line, values } = row
  if (!isObject(values)) {
    const faults = [{ field: 'row', detail: 'must be an object' }]
    return { number, line, isReadable: false, fields: {}, category: undefined, currency: undefined, faults }
  }
  const read: Record<string, unknown> = {}
  const metadata: [string, unknown][] = []
  const faults: Fault[] = []
  for (const [field, column] of mapping.sources) {
    const value = Object.hasOwn(values, column) ? values[column] : undefined
    if (value === undefined || (value === null && !NULLABLE.has(field))) continue
    if (field.startsWith(METADATA)) metadata.push([field.slice(METADATA.length), value])
    else readField(field as Field, value, priceScale, read, faults)
  }
  const { category, currency, ...fields } = read
  if (metadata.length > 0 && (fields.metadata === undefined || isObject(fields.metadata)))
    fields.metadata = FIELD_READERS.metadata(
      Object.fromEntries([...Object.entries(fields.metadata ?? {}), ...metadata]),
      priceScale,
    )
  return { number, line, isReadable: true, fields, category, currency, faults }
}

function readField(
  field: Field,
  value: unknown,
  priceScale: bigint,
  read: Record<string, unknown>,
  faults: Fault[],
): void {
  const reader: FieldReader = FIELD_READERS[field]
  try {
    read[field] = value === null ? null : reader(value, priceScale)
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    faults.push({ field, detail: error.message })
  }
}
