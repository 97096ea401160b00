/** One record of a catalogue file, as it stands there. */
export interface SourceRow {
  /** Counts from 1, without the header of a CSV file. */
  number: number
  /** The line of the file on which it begins; null in JSON, where rows have no lines of their own. */
  line: number | null
  /** Blank cells of a CSV file are left out. */
  values: unknown
}
