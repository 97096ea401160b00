import type { Note } from '../note.ts'

/** One record of a catalogue file, as it is written there. It can be kept as JSON. */
export interface SourceRow {
  /** Counts from 1, without the header of a CSV file. */
  number: number
  /** The line of the file on which it begins; null in JSON, where rows have no lines of their own. */
  line: number | null
  /** Why nothing can be made of it. */
  fault?: string
  /** That its fault is an error of this program. */
  isUnforeseen?: true
  /** Of CSV, the columns whose cells are longer than what is read of them. */
  cut?: readonly string[]
  /** The losses that show before it is known which product it is of. */
  notes?: Note[]
  /** Of CSV, how many cells it has, where the header has more. */
  cells?: number
  /** Of CSV, an object of texts by column: those of cells that are not blank, so that a short row is small in a wide file. */
  values: unknown
}
