import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import type { Dialect, FileProduct } from '../catalogue-files/dialects/dialect.ts'
import type { SourceRow } from '../catalogue-files/read/source-row.ts'
import type { ImportDatabase } from '../import-database.ts'
import type { RowGroup } from '../row.ts'
import { unforeseenFault } from '../unforeseen-fault.ts'
import { isClearedByBlank } from './field-readers.ts'
import { VARIANT_FIELDS } from './grouped-rows.ts'

/** More rows than any product has: 100 variants, their images, and what another system may add. */
const MOST_ROWS = 2_500

/** The products of the rows in the database, in the order of the file: with a dialect one of each group, else of each row. */
export function* fileProducts(
  database: ImportDatabase,
  { dialect, explicit, source = dialect?.source ?? '', now }: Shape,
): Generator<FileProduct> {
  for (const group of database.groups()) {
    const [first] = group.rows
    if (!first) continue
    yield dialect
      ? productOf(group, first, dialect, { source, now, explicit })
      : { ...first, notes: first.notes ?? [] }
  }
}

function productOf(
  group: RowGroup,
  { number, line }: SourceRow,
  dialect: Dialect,
  { explicit, ...rules }: Pick<Shape, 'explicit' | 'now'> & { source: string },
): FileProduct {
  try {
    return withColumns(grouped(group, dialect, rules), group.rows, explicit)
  } catch (error) {
    const fault = unforeseenFault(error, { row: number })
    return { number, line, notes: [], values: null, fault, isUnforeseen: true }
  }
}

/** The rules that make products of rows. */
interface Shape {
  dialect?: Dialect | undefined
  /** The prefix of external ids, if it is not the dialect's. */
  source?: string | undefined
  /** The present in the time of the shop, as `localTime` writes it. */
  now: string
  /** Fields of a dialect's products, and the columns that somebody has mapped to them. */
  explicit: ReadonlyMap<string, string>
}

/** A product with the columns that somebody has mapped: of its first row, and for what variants decide of the row of each. */
function withColumns(
  product: FileProduct,
  rows: readonly SourceRow[],
  explicit: ReadonlyMap<string, string>,
): FileProduct {
  if (!isJsonObject(product.values)) return product
  const { variants } = product.values
  const ofVariants = Array.isArray(variants)
    ? [...explicit].filter(([field]) => VARIANT_FIELDS.has(field))
    : []
  const own = [...explicit].filter(([field]) => !(Array.isArray(variants) && VARIANT_FIELDS.has(field)))
  const cells = rows[0]?.values
  const isEmpty = (column: string) => isJsonObject(cells) && !Object.hasOwn(cells, column)
  const rowOf = (n: number) => rows.find(({ line }) => line === product.lines?.[n])
  return {
    ...product,
    values: {
      ...product.values,
      ...cellsOf(rows[0], own),
      ...(Array.isArray(variants) && {
        variants: variants.map((one: unknown, n) =>
          isJsonObject(one) ? { ...one, ...cellsOfVariant(rowOf(n), ofVariants) } : one,
        ),
      }),
    },
    empty: [
      ...(product.empty ?? []).filter((field) => !explicit.has(field)),
      ...own.flatMap(([field, column]) => (isEmpty(column) ? [field] : [])),
    ],
  }
}

const cellsOf = (row: SourceRow | undefined, columns: readonly [string, string][]): JsonObject =>
  Object.fromEntries(
    columns.map(([field, column]) => [field, isJsonObject(row?.values) ? row.values[column] : undefined]),
  )

/** The same of a variant, with null where a blank cell says that there is none. */
const cellsOfVariant = (row: SourceRow | undefined, columns: readonly [string, string][]): JsonObject =>
  Object.fromEntries(
    Object.entries(cellsOf(row, columns)).map(([field, cell]) => [
      field,
      row && cell === undefined && isClearedByBlank(field) ? null : cell,
    ]),
  )

/** A row that cannot be read could be any variant: then nothing is made of its product. */
function grouped(
  { rows, orphan }: RowGroup,
  dialect: Dialect,
  rules: { source: string; now: string },
): FileProduct {
  const isShort = ({ cells }: SourceRow) => cells !== undefined && cells >= (dialect.cells ?? Infinity)
  const broken = rows.find((row) => row.fault !== undefined && !isShort(row))
  const fault =
    rows.length > MOST_ROWS
      ? `has ${rows.length} rows, and a product can have ${MOST_ROWS}`
      : broken && (rows.length > 1 ? `line ${broken.line} ${broken.fault}` : broken.fault)
  const product = dialect.productOf(rows.slice(0, MOST_ROWS), { ...rules, orphan })
  const notes = [...product.notes, ...rows.flatMap((row) => row.notes ?? [])]
  const { isUnforeseen } = broken ?? {}
  return { ...product, notes, ...(fault !== undefined && { fault, ...(isUnforeseen && { isUnforeseen }) }) }
}
