/** The words of an import: a row on its way from the file to the table. */

import type { Count, Orphan } from './catalogue-files/dialects/dialect.ts'
import type { Note } from './catalogue-files/note.ts'
import type { SourceRow } from './catalogue-files/read/source-row.ts'

/** The rows of a file that make one product, in the order of the file. */
export interface RowGroup {
  rows: SourceRow[]
  orphan?: Orphan
}

/** Something wrong with one field of a row. */
export interface Fault {
  field: string
  detail: string
  /** A product or variant has no price, for which there is an option; or an error of this program met the row. */
  kind?: 'no_price' | 'unforeseen'
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
  /** Fields, also `category` and `metadata.<key>`, with an empty cell: an update clears those that may be empty. */
  emptied: readonly string[]
  faults: Fault[]
  /** The losses: parts of the file that are not in the fields. */
  notes: readonly Note[]
  /** The reason why it is left out on purpose. */
  leftOut?: string
  /** The lines of its variants, where they are rows. */
  lines: readonly number[]
  /** The file says that its product has no options: a product that is there has none any more. */
  isWithoutOptions?: true
  /** Fields that variants of a product that is there keep, where theirs in the row have none. */
  keptOfVariants?: readonly string[]
  /** The stock of a product that is there: then the row says nothing else of it. */
  counts?: readonly Count[]
  /** The name that the file has for its product in addresses of pages. */
  address?: string
  /** The names of its category and of those above it, where the file has them. */
  categoryPath?: readonly string[]
}

/** A category as the first row has it that names it. */
export interface FileCategory {
  name: string
  /** The id of the category that it is below, if it is below one. */
  parentId: string | null
  /** Its name behind those of the categories above it. */
  path: string
}

/** A product of a file that knows its category's id and all that can be said of it without asking the table. */
export type PlannedRow = Pick<
  ProductRow,
  | 'number'
  | 'line'
  | 'lines'
  | 'isReadable'
  | 'fields'
  | 'emptied'
  | 'notes'
  | 'leftOut'
  | 'counts'
  | 'address'
  | 'keptOfVariants'
  | 'isWithoutOptions'
> & {
  faults: readonly Fault[]
  /** Fields of a new product that has none of its own for them. */
  ofNew: Readonly<Record<string, unknown>>
  /** The slug that a new product tries first, and no other row of the file; undefined if it has one. */
  askedSlug?: string
  /** True if the file has additional categories by their names alone: positions of these stay. */
  arePlacesByName?: boolean
  /** Nothing of it has a price (`whole`), or only some of its variants have, and it is imported all the same. */
  unpriced?: 'whole' | 'variants'
}

/** Rules that a row breaks, all of them. Nothing was written of it. */
export class RowRefused extends Error {
  override name = 'RowRefused'
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ field, detail }) => `${field}: ${detail}`).join('; '))
    this.faults = faults
  }
}

/** The fate of a row that no rule refused. */
type RowOutcome = 'created' | 'updated' | 'unchanged'

/** The outcome of a row, with the slug of its product: undefined for a new product of a dry run that gets one made for it. */
export interface AppliedRow {
  outcome: RowOutcome
  slug: string | undefined
  /** The losses that only the existing product shows. */
  notes: readonly Note[]
}

/** How many products became what. */
export interface OutcomeCounts extends Record<RowOutcome, number> {
  refused: number
  /** Those that are not meant to be imported. */
  left_out: number
}

/** The outcome of one product of a file. */
export interface ProductOutcome {
  row: number
  line: number | null
  outcome: keyof OutcomeCounts
  name?: string
  external_id?: string
  /** The slug of the product, where it is known. */
  slug?: string
  /** The name that the file has in place of the slug, where it is another one. */
  address?: string
  /** The reasons why it was refused or left out. */
  reasons?: string[]
  notes?: readonly Note[]
}
