import type { Dialect, FileProduct } from '../../catalogue-files/dialects/dialect.ts'
import type { SourceRow } from '../../catalogue-files/read/source-row.ts'
import { isJsonObject } from '../../domain/body/json-object.ts'
import type { ImportDatabase } from '../import-database.ts'
import type { RowGroup } from '../row.ts'

/** More rows than any product has: 100 variants, their images, and what another system may add. */
const MOST_ROWS = 2_500

/** The products of the rows in the database, in the order of the file: with a dialect one of each group, else of each row. */
export function* fileProducts(
  database: ImportDatabase,
  { dialect, source, explicit }: Shape,
): Generator<FileProduct> {
  for (const group of database.groups()) {
    const [first] = group.rows
    if (!first) continue
    yield dialect
      ? withColumns(grouped(group, dialect, source ?? dialect.source), first, explicit)
      : { ...first, notes: [] }
  }
}

/** The rules that make products of rows. */
interface Shape {
  dialect?: Dialect | undefined
  /** The prefix of external ids, if it is not the dialect's. */
  source?: string | undefined
  /** Fields of a dialect's products that are columns of their first row. */
  explicit: ReadonlyMap<string, string>
}

function withColumns(
  product: FileProduct,
  first: SourceRow,
  explicit: ReadonlyMap<string, string>,
): FileProduct {
  const cells = isJsonObject(first.values) ? first.values : {}
  const isEmpty = (column: string) => first.empty?.includes(column) === true
  return {
    ...product,
    values: {
      ...(isJsonObject(product.values) && product.values),
      ...Object.fromEntries([...explicit].map(([field, column]) => [field, cells[column]])),
    },
    empty: [
      ...(product.empty ?? []).filter((field) => !explicit.has(field)),
      ...[...explicit].flatMap(([field, column]) => (isEmpty(column) ? [field] : [])),
    ],
  }
}

/** A row that cannot be read could be any variant: then nothing is made of its product. */
function grouped({ rows, isOrphan }: RowGroup, dialect: Dialect, source: string): FileProduct {
  const isShort = ({ cells }: SourceRow) => cells !== undefined && cells >= (dialect.cells ?? Infinity)
  const broken = rows.find((row) => row.fault !== undefined && !isShort(row))
  const fault =
    rows.length > MOST_ROWS
      ? `has ${rows.length} rows, and a product can have ${MOST_ROWS}`
      : broken && (rows.length > 1 ? `line ${broken.line} ${broken.fault}` : broken.fault)
  const product = dialect.productOf(rows.slice(0, MOST_ROWS), { source, isOrphan })
  return fault === undefined ? product : { ...product, fault }
}
