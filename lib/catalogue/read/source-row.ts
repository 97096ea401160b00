/** An empty cell of a CSV file. */
export const EMPTY_CELL = Symbol('an empty cell')

/** One record of a catalogue file, as it is written there. */
export interface SourceRow {
  /** Counts from 1, without the header of a CSV file. */
  number: number
  /** The line of the file on which it begins; null in JSON, where rows have no lines of their own. */
  line: number | null
  /** Why nothing can be made of it. */
  fault?: string
  /** Of CSV, an object of texts and `EMPTY_CELL`, by column. */
  values: unknown
}
