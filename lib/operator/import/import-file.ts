import { stringify } from 'csv-stringify/sync'
import { Failure } from '../../command-line/failure.ts'
import { listenForInterruption } from '../../command-line/interruption.ts'
import { showProgress } from '../../command-line/progress.ts'
import { showRunningCount } from '../../command-line/running-count.ts'
import type { Business } from '../../domain/business.ts'
import { type ImportDatabase, openImportDatabase } from '../../import/import-database.ts'
import { type ImportPlan, planImport } from '../../import/import-plan.ts'
import { type ImportReport, importProducts } from '../../import/import-products.ts'
import { requireConstants } from '../../import/read/constants.ts'
import { mapFields } from '../../import/read/field-mapping.ts'
import { fileProducts } from '../../import/read/file-products.ts'
import type { FieldMapping } from '../../import/read/mapping.ts'
import { productExamples } from '../../import/read/price-examples.ts'
import { hasDecimalComma, priceScaleOf } from '../../import/read/price-scale.ts'
import { readProductRow } from '../../import/read/product-row.ts'
import { inFile, readSourceFile, type SourceFile } from '../../import/read/source-file.ts'
import { changeMissing, type Missing } from '../../import/write/missing-products.ts'
import { writeFileOf } from '../export/output.ts'
import { lastingShopOf } from '../shop.ts'
import { openTarget, openTargetToWrite } from '../target.ts'
import { missingOf, refuseForStockAlone, requireOutputs, requireOwnSource } from './import-guards.ts'
import { sayColumns, sayTracking } from './import-notes.ts'
import type { ImportCommandOptions } from './import-options.ts'
import { LossCount, lossLine, RefusalCount, reportJson, summaryLine } from './import-report.ts'
import { mappingHint } from './mapping-hint.ts'

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
