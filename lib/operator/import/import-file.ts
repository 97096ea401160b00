import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { Delimiter } from '../../catalogue-files/read/csv-rows.ts'
import { Failure } from '../../command-line/failure.ts'
import { listenForInterruption } from '../../command-line/interruption.ts'
import { showProgress } from '../../command-line/progress.ts'
import { showRunningCount } from '../../command-line/running-count.ts'
import type { Business } from '../../domain/business.ts'
import type { NewProduct } from '../../domain/products/product.ts'
import { quoted } from '../../domain/text/quoted.ts'
import type { DuplicateSkus } from '../../import/duplicate-skus.ts'
import { type ImportDatabase, openImportDatabase } from '../../import/import-database.ts'
import { type ImportPlan, planImport } from '../../import/import-plan.ts'
import { type ImportReport, importProducts } from '../../import/import-products.ts'
import { requireConstants } from '../../import/read/constants.ts'
import { mapFields } from '../../import/read/field-mapping.ts'
import { FIELD_READERS } from '../../import/read/field-readers.ts'
import { fileProducts } from '../../import/read/file-products.ts'
import type { FieldMapping } from '../../import/read/mapping.ts'
import { productExamples } from '../../import/read/price-examples.ts'
import { hasDecimalComma, priceScaleOf, type SaidOfPrices } from '../../import/read/price-scale.ts'
import { readProductRow } from '../../import/read/product-row.ts'
import type { StockUse } from '../../import/read/quantities.ts'
import { type FileFormat, inFile, readSourceFile, type SourceFile } from '../../import/read/source-file.ts'
import { likelyField } from '../../import/read/suggestions.ts'
import {
  changeMissing,
  findMissing,
  type Missing,
  type OnMissing,
} from '../../import/write/missing-products.ts'
import { findUnderSource } from '../../import/write/other-sources.ts'
import type { CommonOptions } from '../common-options.ts'
import { requireWritable, writeFileOf } from '../export/output.ts'
import { lastingShopOf } from '../shop.ts'
import { openTarget, openTargetToWrite } from '../target.ts'
import { LossCount, lossLine, RefusalCount, reportJson, summaryLine } from './import-report.ts'
import { mappingHint } from './mapping-hint.ts'

/** The options of `import`. */
export interface ImportCommandOptions extends CommonOptions, SaidOfPrices {
  business: string
  format?: FileFormat
  encoding?: string
  delimiter?: Delimiter
  map: string[]
  set: string[]
  groupBy?: string
  keepEmpty?: boolean
  status: NewProduct['status']
  stock: StockUse
  category?: string
  duplicateSkus: DuplicateSkus
  source?: string
  onMissing: OnMissing
  yes?: boolean
  report?: string
  redirects?: string
  allowUnkeyed?: boolean
  dryRun?: boolean
}

/** A file that has been read and checked, and where it goes. */
interface ReadFile {
  path: string
  business: Business
  file: SourceFile
  mapping: FieldMapping
  plan: ImportPlan
  missing: Missing | undefined
}

/** The category of new products of other systems that have none there, as WooCommerce calls it. */
const NO_CATEGORY = 'Uncategorized'

/** Imports a file and resolves to the exit code. Throws a `Failure` if nothing can be imported. */
export async function importFile(path: string, options: ImportCommandOptions): Promise<number> {
  const database = await openImportDatabase()
  try {
    return await importInto(database, path, options)
  } finally {
    await database.close()
  }
}

async function importInto(
  database: ImportDatabase,
  path: string,
  options: ImportCommandOptions,
): Promise<number> {
  const { status, stock, dryRun = false } = options
  await requireOutputs(path, options)
  const read = await readFile(database, path, options)
  const { business, plan, missing } = read
  const progress = showProgress(plan.count, read.file.dialect ? 'products' : 'rows')
  const interruption = listenForInterruption()
  const { signal } = interruption
  const onRow = progress.advance
  const report = await importProducts(business, plan, { status, stock, dryRun, signal, onRow })
  progress.stop()
  const isWhole = report.left === 0 && !signal.aborted
  const changing = missing && isWhole ? changeMissing(business, missing, { signal, dryRun }) : undefined
  const changed = await changing?.catch((fault: unknown) => {
    // The report shows the outcomes of the rows all the same.
    report.fault = fault
    return undefined
  })
  interruption.end()
  await printReport(report, { ...read, changed }, options)
  if ('fault' in report) throw report.fault
  return interruption.exitCode() ?? (report.refused > 0 ? 3 : 0)
}

/** Throws a `Failure` for an output that cannot be written, or that is the file itself or another output. */
async function requireOutputs(path: string, { report, redirects }: ImportCommandOptions): Promise<void> {
  const taken = new Set([resolve(path)])
  for (const [option, output] of Object.entries({ '--report': report, '--redirects': redirects })) {
    if (output === undefined) continue
    if (taken.has(resolve(output)))
      throw new Failure(`${option} ${output}: this file has another use already`)
    taken.add(resolve(output))
    await requireWritable(output)
  }
}

async function readFile(
  database: ImportDatabase,
  path: string,
  options: ImportCommandOptions,
): Promise<ReadFile> {
  const { allowUnkeyed = false, keepEmpty = false, source, stock } = options
  const file = await readSourceFile(
    path,
    options,
    database,
    showRunningCount((count) => `${count} rows read`),
  )
  const { format, dialect } = file
  if (dialect?.isStockAlone) refuseForStockAlone(options)
  const mapping = mapFields(file, options)
  await (options.dryRun ? openTarget(options) : openTargetToWrite(options))
  const business = await lastingShopOf(options.business)
  const { currency } = business
  const { duplicateSkus, category = dialect?.source && NO_CATEGORY } = options
  const products = () => fileProducts(database, { dialect, source, explicit: mapping.explicit })
  const scale = inFile(path, () => priceScaleOf({ format, products: products(), mapping }, currency, options))
  const isCsv = format !== 'json' && format !== 'jsonl'
  const rules = {
    scale,
    currency,
    keepEmpty,
    stock,
    isText: format === 'csv',
    hasVariantRows: dialect !== undefined,
    isCsv,
    hasDecimalComma: isCsv && hasDecimalComma({ products: products(), mapping }),
  }
  requireConstants(mapping, rules)
  const plan = planImport(
    products().map((product) => readProductRow(product, mapping, rules)),
    { currency, allowUnkeyed, source, category, duplicateSkus },
    database,
  )
  if (!options.yes)
    await requireOwnSource(business, plan, { said: source, own: source ?? dialect?.source ?? '' })
  sayColumns(file, mapping)
  sayTracking(file, mapping, stock)
  return { path, business, file, mapping, plan, missing: await missingOf(business, plan, file, options) }
}

/** Throws a `Failure` for options that mean nothing for a file of stock alone. */
function refuseForStockAlone({ stock, onMissing }: ImportCommandOptions): void {
  const option = stock === 'ignore' ? '--stock ignore' : onMissing !== 'keep' && `--on-missing ${onMissing}`
  if (option)
    throw new Failure(
      `this file has the stock of products, and nothing else: it cannot be read with ${option}`,
    )
}

/**
 * Looks whether the products of a file are there under another source, and none under its own: then it would make all of
 * them a second time. Throws a `Failure`, or only warns if somebody has said the source: two can have the same ids.
 */
async function requireOwnSource(
  business: Business,
  plan: ImportPlan,
  { said, own }: { said: string | undefined; own: string },
): Promise<void> {
  const found = await findUnderSource(business, plan, own)
  if (!found) return
  const { source, count, of } = found
  const where = source === '' ? 'without a source' : `under ${source}:`
  const what = `${count} of ${of} products of this file that were looked up exist ${where}`
  if (said !== undefined)
    console.error(`warning: ${what}; if these are the same, they are made a second time`)
  else
    throw new Failure(
      `${what}, and would be made a second time; add --source ${source || '<name>'}, or --yes if these are others`,
    )
}

async function missingOf(
  business: Business,
  { database, hasUnknown }: ImportPlan,
  { dialect }: SourceFile,
  { onMissing: action, source = dialect?.source, yes = false }: ImportCommandOptions,
): Promise<Missing | undefined> {
  if (action === 'keep') return undefined
  if (source === undefined)
    throw new Failure(
      '--on-missing needs --source: it looks at the products whose external_id begins with that name',
    )
  if (hasUnknown) {
    console.error(
      `note: --on-missing changes nothing: some rows cannot be read or have no external_id, so it is not known which products of ${source} are missing`,
    )
    return undefined
  }
  return findMissing(business, database, { source, action, isSure: yes })
}

function sayColumns({ format, dialect, grouping }: SourceFile, mapping: FieldMapping): void {
  const { matched, ignored, sources, pictures } = mapping
  const taken = [
    ...[...matched].map(([field, column]) => `${quoted(column)} for ${field}`),
    ...(pictures.length > 0 ? [`${pictures.map((column) => quoted(column)).join(', ')} for images`] : []),
  ]
  if (dialect && !grouping) console.error(`read as ${format}: --format csv reads each row as a product`)
  if (dialect?.warning) console.error(`warning: ${dialect.warning}`)
  if (taken.length > 0) console.error(`columns used for fields: ${taken.join(', ')}`)
  if (ignored.length === 0) return
  const free = dialect ? [] : Object.keys(FIELD_READERS).filter((field) => !sources.has(field))
  const shown = ignored.map((column) => {
    const field = likelyField(column, free)
    return `${quoted(column)}${field === undefined ? '' : ` (to use it: --map ${field}=${quoted(column)})`}`
  })
  console.error(`ignored columns: ${shown.join(', ')}`)
}

/** Says that quantities make products tracked, where nothing in the file does. */
function sayTracking({ dialect, grouping }: SourceFile, mapping: FieldMapping, stock: StockUse): void {
  const { sources, constants } = grouping?.mapping ?? mapping
  const column = sources.get('quantity')
  if (stock === 'ignore' && (dialect || column !== undefined))
    console.error('note: --stock ignore changes no stock, and what is new is not tracked')
  const isSaid = (dialect && !grouping) || sources.has('track_inventory') || constants.has('track_inventory')
  if (column === undefined || isSaid || stock === 'ignore') return
  console.error(
    `note: what has a quantity in ${quoted(column)} is tracked from now on; --stock ignore leaves quantities out`,
  )
}

/** `changed` is how many products that the file does not have were changed, if that was wanted and could be done. */
type Imported = ReadFile & { changed: number | undefined }

async function printReport(
  report: ImportReport,
  read: Imported,
  options: ImportCommandOptions,
): Promise<void> {
  const { business, file, mapping, plan, missing, changed } = read
  const { json, dryRun = false, report: path, redirects } = options
  const { database } = plan
  const what = file.dialect ? 'products' : 'rows'
  const lost = new LossCount()
  const refusals = new RefusalCount()
  for (const outcome of database.outcomes()) {
    if (outcome.outcome === 'refused' || outcome.outcome === 'left_out') refusals.add(outcome)
    lost.add(outcome, outcome.notes ?? [])
  }
  for (const line of refusals.lines(what, path)) console.error(line)
  if (report.refused > 0 && report.refused === report.products)
    for (const line of mappingHint(database.firstRow(), read, options)) console.error(line)
  for (const one of lost.all()) console.error(lossLine(one))
  if (missing && changed !== undefined) console.error(missingLine(missing, changed, dryRun))
  for (const example of productExamples(database.imported(), business.currency)) console.error(example)
  if (report.left > 0 && !(report.fault instanceof Failure))
    console.error('stopped; run the same command again to continue')
  if (path !== undefined) await writeFileOf(path, jsonLines(database))
  if (redirects !== undefined) await writeFileOf(redirects, redirectLines(database))
  if (redirects !== undefined && dryRun)
    console.error(
      `note: new products get some of their addresses only when they are made: these are not in ${redirects}`,
    )
  if (json)
    console.log(
      JSON.stringify(
        reportJson(report, database.outcomes(), { rows: file.rows, dryRun, mapping, missing: changed }),
        null,
        2,
      ),
    )
  else console.log(summaryLine(report, file.rows, dryRun))
}

const missingLine = ({ action }: Missing, changed: number, dryRun: boolean) =>
  `${changed} missing from the file: ${dryRun ? 'to be ' : ''}${action === 'archive' ? 'archived' : 'made drafts'}`

/** The addresses that changed, as most redirects are configured: the old and the new last part of a path. */
function* redirectLines(database: ImportDatabase): Generator<string> {
  yield 'old,new'
  for (const { address, slug } of database.outcomes())
    if (address !== undefined && slug !== undefined) yield stringify([[address, slug]], { eof: false })
}

function* jsonLines(database: ImportDatabase): Generator<string> {
  for (const outcome of database.outcomes()) yield JSON.stringify(outcome)
}
