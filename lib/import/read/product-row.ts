import { isJsonObject } from '../../domain/body/json-object.ts'
import type { StockUse, WithoutPrice } from '../../domain/imports/import-words.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import type { DecimalMark } from '../catalogue-files/amount.ts'
import { withoutApostrophe } from '../catalogue-files/apostrophe.ts'
import type { FileProduct } from '../catalogue-files/dialects/dialect.ts'
import { MOST_ENTRIES } from '../catalogue-files/entries.ts'
import type { Fault, ProductRow } from '../row.ts'
import { NoPrice } from '../unpriced.ts'
import { METADATA } from './field-mapping.ts'
import { FIELD_READERS, type Field, isBlankPrice, NULLABLE } from './field-readers.ts'
import { PRICES_OF_VARIANTS, VARIANT_FIELDS } from './grouped-rows.ts'
import type { FieldMapping } from './mapping.ts'
import { urlsIn } from './pictures.ts'
import { withQuantities } from './quantities.ts'
import type { FieldReader, Prices, RowRules } from './row-rules.ts'

/** How the rows of a file are read. */
export interface ReadingRules extends Prices {
  /** Keeps the stored value where a cell is empty. */
  keepEmpty?: boolean
  /** The use of quantities, `new` if nothing is said. */
  stock?: StockUse
  /** Of CSV: descriptions with tags become text. */
  isText?: boolean
  /** Variants are rows: a column that a file does not have leaves their field as it is. */
  hasVariantRows?: boolean
  /** Cells of a spreadsheet: `'` can be before digits. */
  isCsv?: boolean
  decimalMark?: DecimalMark
  /** The fate of variants without a price: refused if nothing is said. */
  withoutPrice?: WithoutPrice | undefined
}

/** Reads one product of a file. What cannot be read is a fault of the row; nothing is thrown. */
export function readProductRow(
  product: FileProduct,
  mapping: FieldMapping,
  {
    keepEmpty = false,
    isText = false,
    isCsv = false,
    hasVariantRows = false,
    decimalMark,
    stock = 'new',
    ...prices
  }: ReadingRules,
): ProductRow {
  const { fault, isUnforeseen, empty = [], values: written, lines = [], ...facts } = product
  const values = withConstants(hasVariantRows && keepEmpty ? withoutBlanks(written) : written, mapping)
  const notes = [...product.notes]
  const keptOfVariants = [...(hasVariantRows ? PRICES_OF_VARIANTS : []), ...mapping.leftOut]
  const row = { ...facts, lines, notes, ...(keptOfVariants.length > 0 && { keptOfVariants }) }
  if (!isJsonObject(values) || fault !== undefined) {
    const kind = isUnforeseen && { kind: 'unforeseen' as const }
    const faults = [{ field: 'row', detail: fault ?? 'must be an object', ...kind }]
    const nothing = { fields: {}, category: undefined, currency: undefined, emptied: [] }
    return { ...row, isReadable: false, ...nothing, faults }
  }
  const reading: Reading = {
    ...prices,
    isText,
    isCsv,
    decimalMark,
    notes,
    lines,
    read: {},
    metadata: [],
    faults: [],
  }
  const isBlank = (column: string) =>
    isCsv && !hasVariantRows ? !Object.hasOwn(values, column) : empty.includes(column)
  const emptied = readFields(values, isBlank, mapping, reading)
  const { read, metadata, faults } = reading
  const { category, currency, ...rest } = withoutEmptySet(read)
  const fields: Record<string, unknown> = { ...withQuantities(rest, stock, notes) }
  if (metadata.length > 0 && (fields.metadata === undefined || isJsonObject(fields.metadata)))
    fields.metadata = FIELD_READERS.metadata(
      Object.fromEntries([...Object.entries(fields.metadata ?? {}), ...metadata]),
      reading,
    )
  const isSaid = (field: string) => SAID_BY[field] !== undefined && SAID_BY[field] in read
  const unsaid = keepEmpty ? [] : emptied.filter((field) => !isSaid(field))
  const address = product.address ?? slugAsWritten(values, mapping)
  const named = { ...row, ...(address !== undefined && { address }) }
  return { ...named, isReadable: true, fields, category, currency, emptied: unsaid, faults }
}

/** Without empty lists of variants and options: other systems write them for products that have none. */
function withoutEmptySet({ variants, options, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (list: unknown) => list === undefined || (Array.isArray(list) && list.length === 0)
  if (isEmpty(variants) && isEmpty(options)) return rest
  return { ...rest, ...(variants !== undefined && { variants }), ...(options !== undefined && { options }) }
}

function slugAsWritten(values: Record<string, unknown>, { sources }: FieldMapping): string | undefined {
  const written = values[sources.get('slug') ?? '']
  return typeof written === 'string' ? written.trim() : undefined
}

/** The values with the constants and without the fields left out that variants decide, in each variant of them. */
function withConstants(values: unknown, { constants, leftOut }: FieldMapping): unknown {
  if (!isJsonObject(values) || !Array.isArray(values.variants)) return values
  const own = [...constants].filter(([field]) => VARIANT_FIELDS.has(field))
  const kept = ([field]: [string, unknown]) => !(VARIANT_FIELDS.has(field) && leftOut.has(field))
  const variants = values.variants.map((one: unknown) =>
    isJsonObject(one)
      ? { ...Object.fromEntries(Object.entries(one).filter(kept)), ...Object.fromEntries(own) }
      : one,
  )
  return { ...values, variants }
}

/** The values without those of variants whose cell is blank: variants of rows have null for them. */
function withoutBlanks(values: unknown): unknown {
  if (!isJsonObject(values) || !Array.isArray(values.variants)) return values
  const isSaid = ([, value]: [string, unknown]) => value !== null
  const variants = values.variants.map((one: unknown) =>
    isJsonObject(one) ? Object.fromEntries(Object.entries(one).filter(isSaid)) : one,
  )
  return { ...values, variants }
}

/** A row while it is read. */
interface Reading extends RowRules {
  read: Record<string, unknown>
  /** Entries of columns of their own. */
  metadata: [string, unknown][]
  faults: Fault[]
}

/** Reads every field of a row, and returns those with an empty cell. */
function readFields(
  values: Record<string, unknown>,
  isBlank: (column: string) => boolean,
  { sources, constants, pictures }: FieldMapping,
  reading: Reading,
): string[] {
  const emptied: string[] = []
  const isOfVariants = Array.isArray(values.variants) && values.variants.length > 0
  const take = (field: string, value: unknown) => {
    if (value === undefined || (value === null && !NULLABLE.has(field))) return
    if (field.startsWith(METADATA))
      reading.metadata.push([field.slice(METADATA.length), entryOf(value, reading)])
    else readField(field as Field, value, reading)
  }
  for (const [field, column] of sources) {
    if (constants.has(field)) continue
    if (isBlank(column)) emptied.push(field)
    const value = Object.hasOwn(values, column) ? values[column] : undefined
    const isEmptied =
      (field === 'name' && value === null) || (field === 'price' && !isOfVariants && isBlankPrice(value))
    if (isEmptied) emptied.push(field)
    else take(field, value)
  }
  if (pictures.length > 0) {
    const found = picturesIn(values, [sources.get('images') ?? '', ...pictures])
    if (found.length > 0) readField('images', found, reading)
    else emptied.push('images')
  }
  for (const [field, value] of constants) if (!(isOfVariants && VARIANT_FIELDS.has(field))) take(field, value)
  return emptied
}

/** An entry of `metadata` in a column of its own. */
const entryOf = (value: unknown, { isCsv }: Reading) =>
  isCsv && typeof value === 'string' ? withoutApostrophe(value) : value

/** The pictures of all of these columns; of too many only so many that their reader sees it. */
const picturesIn = (values: Record<string, unknown>, columns: readonly string[]): unknown[] =>
  columns
    .values()
    .flatMap((column): unknown[] => {
      const cell = Object.hasOwn(values, column) ? values[column] : undefined
      return typeof cell === 'string' ? urlsIn(cell) : [cell ?? []].flat()
    })
    .take(MOST_ENTRIES + 1)
    .toArray()

/** A category has two columns, of which one is enough. */
const SAID_BY: Partial<Record<string, Field>> = { category: 'category_id', category_id: 'category' }

function readField(field: Field, value: unknown, reading: Reading): void {
  const reader: FieldReader = FIELD_READERS[field]
  try {
    const said = value === null ? null : reader(value, reading)
    if (said !== undefined) reading.read[field] = said
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    reading.faults.push({
      field,
      detail: error.message,
      ...(error instanceof NoPrice && { kind: 'no_price' }),
    })
  }
}
