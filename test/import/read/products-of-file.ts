import type { FileProduct } from '../../../lib/import/catalogue-files/dialects/dialect.ts'
import { type EachProduct, openLooks } from '../../../lib/import/read/looks.ts'
import type { FieldMapping, FileColumns } from '../../../lib/import/read/mapping.ts'

/** Columns of these names, of which none holds lists. */
export const columnsOf = (...names: string[]): FileColumns =>
  new Map(names.map((name) => [name, { hasList: false }]))

/** The second line of a file, with these values. */
export const productOf = (values: unknown, more: Partial<FileProduct> = {}): FileProduct => ({
  number: 1,
  line: 2,
  values,
  notes: [],
  ...more,
})

/** The looks at products of these values, which are on the lines from 2 on. */
export function eachOf(...values: unknown[]): EachProduct {
  async function* products() {
    for (const [n, one] of values.entries()) yield productOf(one, { number: n + 1, line: n + 2 })
  }
  return openLooks(products).each
}

/** A mapping in which a column of the name of each of these fields fills it. */
export const mappingOf = (fields: readonly string[], more: Partial<FieldMapping> = {}): FieldMapping => ({
  sources: new Map(fields.map((field) => [field, field])),
  explicit: new Map(),
  matched: new Map(),
  constants: new Map(),
  leftOut: new Set(),
  pictures: [],
  ignored: [],
  ...more,
})
