import type { Note } from '../note.ts'
import type { SourceRow } from '../read/source-row.ts'

/** The place of a row in a file whose products have several rows. */
export interface Place {
  /** The names by which other rows refer to the product that begins with this row. */
  names: readonly string[]
  /** The name of the product that the row belongs to; without it the row begins one. */
  of?: string
}

/** A product of a file in the fields of the API, as texts where they are texts in the file. */
export interface FileProduct extends SourceRow {
  /** The losses: parts of its rows that are not in it. */
  notes: Note[]
  /** Of rows that a dialect reads, the fields whose cell is blank. Elsewhere a column of CSV that `values` does not have is blank. */
  empty?: readonly string[]
  /** The reason why it is left out on purpose, which is not a fault. */
  leftOut?: string
  /** The lines of its variants. */
  lines?: number[]
  /** The other system says that it has no options, so a product that is there has none any more. */
  isWithoutOptions?: true
  /** Its name in the addresses of the other system's pages. */
  address?: string
  /** The names of its category and of those above it, the highest first. */
  categoryPath?: readonly string[]
  /** The stock of a product that is there: then nothing else of it is in the file. */
  counts?: Count[]
  /** Its fault is an error of this program. */
  isUnforeseen?: true
}

/** How many there are of a variant, of all of its locations. */
export interface Count {
  /** Empty for a product without options. */
  option_values: Record<string, string>
  quantity: number
  line: number | null
}

/** Why the product of a row is not known: it is not in the file, or several in it have the name that the row says. */
export type Orphan = 'absent' | 'ambiguous'

/** How another system writes its products into the rows of a CSV file with this header. */
export interface Dialect {
  /** Before the name that the other system has for a product, in `external_id`; none where that is the merchant's own. */
  source?: string
  /** The number of cells that every row has. Those behind them a row leaves out where it has nothing to say in them. */
  cells?: number
  /** The columns that it reads. */
  used: ReadonlySet<string>
  /** Those of them with long texts: of descriptions the beginning is read, and of pictures all or nothing. */
  long?: { descriptions: readonly string[]; pictures: readonly string[] }
  /** True for files with the stock of products that are there, and nothing else. */
  isStockAlone?: true
  /** True where a `'` at the beginning of a cell is always a part of its text. */
  hasBareCells?: true
  /** A warning for the person who imports a file with this header. */
  warning?: string
  placeOf(row: SourceRow): Place
  /**
   * The product of these rows, of which there is at least one. `source` is the prefix of its external id, `now` the
   * present in the time of the shop, as `localTime` writes it.
   */
  productOf(
    rows: readonly SourceRow[],
    rules: { source: string; orphan?: Orphan | undefined; now: string },
  ): FileProduct
}
