import type {
  Delimiter,
  DuplicateSkus,
  FileFormat,
  OnMissing,
  StockUse,
  WithoutPrice,
} from '../domain/imports/import-words.ts'
import { localTime } from '../domain/local-time.ts'
import type { FileProduct } from './catalogue-files/dialects/dialect.ts'
import { inTurns } from './event-loop-turns.ts'
import type { ImportDatabase } from './import-database.ts'
import { type ImportPlan, planImport } from './import-plan.ts'
import { ImportRefused } from './import-refused.ts'
import { type OptionStyle, onCommandLine } from './option-style.ts'
import { requireCategory, requireConstants, requireNoPrices } from './read/constants.ts'
import { decimalMarkOf } from './read/decimal-mark.ts'
import { mapFields, type SaidOfFields } from './read/field-mapping.ts'
import { fileProducts } from './read/file-products.ts'
import { openLooks } from './read/looks.ts'
import type { FieldMapping } from './read/mapping.ts'
import { priceScaleOf, type SaidOfPrices } from './read/price-scale.ts'
import { readProductRow } from './read/product-row.ts'
import { readSourceFile, type SourceFile, type UnreadFile, type Watch } from './read/source-file.ts'
import { withoutControlsIn } from './read/without-controls.ts'
import { unforeseenFault } from './unforeseen-fault.ts'

/** How a file is read and used: the options of `operator import`, and the parameters of POST /admin/imports. */
export interface ImportRules extends SaidOfFields, SaidOfPrices {
  format?: FileFormat | undefined
  encoding?: string | undefined
  delimiter?: Delimiter | undefined
  mostJsonCharacters?: number | undefined
  mostCells?: number | undefined
  keepEmpty?: boolean | undefined
  stock: StockUse
  category?: string | undefined
  duplicateSkus?: DuplicateSkus | undefined
  withoutPrice?: WithoutPrice | undefined
  source?: string | undefined
  onMissing: OnMissing
  /** True if a person has confirmed that products are changed or made a second time. */
  isSure?: boolean | undefined
  /** Undefined where there is no such option. */
  allowUnkeyed?: boolean | undefined
}

/** A file that has been read, with the columns that fill its fields. */
export interface ReadFile {
  file: SourceFile
  mapping: FieldMapping
}

export const optionOf = ({ option = onCommandLine }: { option?: OptionStyle | undefined }): OptionStyle =>
  option

/** The category of new products of other systems that have none there, as WooCommerce calls it. */
const NO_CATEGORY = 'Uncategorized'

/** Reads a file into the database, and finds its columns. Throws an `ImportRefused`, or the reason of an aborted signal. */
export async function readFile(
  unread: UnreadFile,
  rules: ImportRules,
  database: ImportDatabase,
  watch?: Watch,
): Promise<ReadFile> {
  const file = await readSourceFile(unread, rules, database, watch)
  if (file.dialect?.isStockAlone) refuseForStockAlone(rules)
  return { file, mapping: mapFields(file, rules) }
}

/** Throws an `ImportRefused` for options that mean nothing for a file of stock alone. */
function refuseForStockAlone(rules: ImportRules): void {
  const { stock, onMissing } = rules
  const option = optionOf(rules)
  const said =
    stock === 'ignore' ? option('stock', 'ignore') : onMissing !== 'keep' && option('on-missing', onMissing)
  if (said)
    throw new ImportRefused(
      'unusable_parameters',
      `this file has the stock of products, and nothing else: it cannot be read with ${said}`,
    )
}

/** The business that a file is for, and the present: an import keeps them, so that each of its runs plans the same. */
export interface PlannedFor {
  currency: string
  timezone: string
  now: Date
}

/**
 * Plans the products of a file for a business. Always the same for the same file, rules, business and present. Throws an
 * `ImportRefused`, or the reason of an aborted signal.
 */
export async function planFile(
  { file, mapping }: ReadFile,
  { currency, timezone, now, ...rules }: ImportRules & PlannedFor,
  database: ImportDatabase,
  { signal }: Pick<Watch, 'signal'> = {},
): Promise<ImportPlan> {
  const { format, dialect } = file
  const { source, stock, keepEmpty = false, duplicateSkus, withoutPrice, allowUnkeyed } = rules
  const { category = dialect?.source && NO_CATEGORY } = rules
  const shape = { dialect, source, now: localTime(now, timezone), explicit: mapping.explicit }
  const products = () => inTurns(fileProducts(database, shape), signal)
  const { each, faultOf } = openLooks(products)
  if (mapping.constants.has('price')) await requireNoPrices(each, mapping, optionOf(rules))
  const isCsv = format !== 'json' && format !== 'jsonl'
  const reading = {
    scale: await priceScaleOf({ format, each, mapping }, currency, rules),
    currency,
    keepEmpty,
    stock,
    isText: format === 'csv',
    hasVariantRows: dialect !== undefined,
    isCsv,
    withoutPrice,
    decimalMark: isCsv ? await decimalMarkOf({ format, each, mapping }, currency) : ('.' as const),
  }
  requireConstants(mapping, reading, rules.option)
  requireCategory(rules.category, rules.option)
  async function* rows() {
    for await (const product of products()) yield readRow(product)
  }
  function readRow(product: FileProduct) {
    const seen = faultOf(product.number)
    if (seen !== undefined) return refused(product, seen)
    try {
      return readProductRow(withoutControlsIn(product), mapping, reading)
    } catch (error) {
      return refused(product, unforeseenFault(error, { row: product.number }))
    }
  }
  const refused = (product: FileProduct, fault: string) =>
    readProductRow({ ...product, values: null, fault, isUnforeseen: true }, mapping, reading)
  const isOfOtherSystem = dialect?.source !== undefined
  return planImport(
    rows(),
    { currency, allowUnkeyed, source, category, duplicateSkus, withoutPrice, isOfOtherSystem },
    database,
  )
}
