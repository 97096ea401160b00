/** The columns of a file, and whether they hold lists. */
export type FileColumns = ReadonlyMap<string, { hasList: boolean }>

/** The sources of the fields of products. */
export interface FieldMapping {
  /** Field, or `metadata.<key>`, and the column it is read from. */
  sources: ReadonlyMap<string, string>
  /** Those among them that somebody has said. */
  explicit: ReadonlyMap<string, string>
  /** Those among them whose column's name is only nearly theirs. */
  matched: ReadonlyMap<string, string>
  /** Fields, and the text that they have in every row. */
  constants: ReadonlyMap<string, string>
  /** Fields that are not read. */
  leftOut: ReadonlySet<string>
  /** Columns of one picture each, in the order of their numbers, in addition to that of `images`. */
  pictures: readonly string[]
  /** Columns that nothing is read from. */
  ignored: string[]
}

/** The columns of a CSV file whose rows are variants. */
export interface Grouping {
  /** Rows with the same cell here are variants of one product. */
  groupBy: string
  /** The name of each option, and its column. */
  options: ReadonlyMap<string, string>
  mapping: FieldMapping
}

/** The columns of descriptions and of pictures. */
export const longColumns = ({ sources, pictures }: Pick<FieldMapping, 'sources' | 'pictures'>) => ({
  descriptions: [sources.get('description') ?? []].flat(),
  pictures: [sources.get('images') ?? [], pictures].flat(),
})
