import { stringify } from 'csv-stringify/sync'
import type { Business } from '../../domain/business.ts'
import type { Notice } from '../../domain/imports/import-job.ts'
import { missingNotice } from '../../domain/imports/missing-notice.ts'
import { checkFile } from '../../import/file-checks.ts'
import { type ImportDatabase, openImportDatabase } from '../../import/import-database.ts'
import type { ImportPlan } from '../../import/import-plan.ts'
import { type ImportReport, importProducts } from '../../import/import-products.ts'
import { ImportRefused } from '../../import/import-refused.ts'
import { onCommandLine } from '../../import/option-style.ts'
import { planFile, type ReadFile, readFile } from '../../import/plan-file.ts'
import { productExamples } from '../../import/read/price-examples.ts'
import { LossCount, lossLine } from '../../import/report/loss-count.ts'
import { columnNotices, failedNotices, stockNotices } from '../../import/report/notices.ts'
import { type ChangedMissing, changeMissing, type Missing } from '../../import/write/missing-products.ts'
import { Failure } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { afterLostAnswer } from '../command-line/lost-answer.ts'
import { showProgress } from '../command-line/progress.ts'
import { showRunningCount } from '../command-line/running-count.ts'
import { requireOutputs, writeFileOf } from '../export/output.ts'
import { lastingShopOf } from '../shop.ts'
import { openTarget, openTargetToWrite } from '../target.ts'
import type { ImportCommandOptions } from './import-options.ts'
import { RefusalCount, reportJson, summaryLine } from './import-report.ts'
import { mappingHint } from './mapping-hint.ts'
import { ofASecondRun } from './second-run.ts'
import { inFile, unreadFile } from './unread-file.ts'

/** A file that has been read and checked, and where it goes. */
interface PlannedFile extends ReadFile {
  path: string
  business: Business
  plan: ImportPlan
  missing: Missing | undefined
}

/** Imports a file and resolves to the exit code. Throws a `Failure` if nothing can be imported. */
export async function importFile(path: string, options: ImportCommandOptions): Promise<number> {
  const database = await openImportDatabase()
  try {
    return await importInto(database, path, options)
  } catch (error) {
    throw error instanceof ImportRefused ? new Failure(error.message, { cause: error }) : error
  } finally {
    await database.close()
  }
}

async function importInto(
  database: ImportDatabase,
  path: string,
  options: ImportCommandOptions,
): Promise<number> {
  const { status, stock, dryRun = false, report: reportFile, redirects } = options
  await requireOutputs({ '--report': reportFile, '--redirects': redirects }, [path])
  const read = await planned(database, path, options)
  const { business, plan, missing } = read
  const progress = showProgress(plan.count, read.file.dialect ? 'products' : 'rows')
  const interruption = listenForInterruption()
  const { signal } = interruption
  const onRow = () => progress.advance()
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
  const again = ofASecondRun(business.slug, options)
  if ('fault' in report) throw again === undefined ? report.fault : afterLostAnswer(report.fault, again)
  const isPart = report.refused > 0 || (changed?.failed.length ?? 0) > 0
  return interruption.exitCode() ?? (isPart ? 3 : 0)
}

async function planned(
  database: ImportDatabase,
  path: string,
  options: ImportCommandOptions,
): Promise<PlannedFile> {
  const now = new Date()
  const { stock, allowUnkeyed = false, yes: isSure } = options
  const rules = { ...options, allowUnkeyed, isSure }
  const progress = showRunningCount((count) => `${count} rows read`)
  const read = await inFile(path, () => readFile(unreadFile(path), rules, database, { onRows: progress }))
  await (options.dryRun ? openTarget(options) : openTargetToWrite(options))
  const business = await lastingShopOf(options.business)
  const { currency, timezone } = business
  const plan = await inFile(path, () => planFile(read, { ...rules, currency, timezone, now }, database))
  const { notices, missing } = await checkFile(business, { file: read.file, plan }, rules)
  say([
    ...notices,
    ...columnNotices(read.file, read.mapping, onCommandLine),
    ...stockNotices(read.file, read.mapping, { stock, option: onCommandLine }),
  ])
  return { ...read, path, business, plan, missing }
}

/** The first word of notices that a reader could miss. */
const KINDS: Partial<Record<Notice['code'], string>> = {
  warning: 'warning: ',
  other_source: 'warning: ',
  stock_ignored: 'note: ',
  stock_tracked: 'note: ',
  missing_unknown: 'note: ',
}

function say(notices: readonly Notice[]): void {
  for (const { code, detail } of notices) console.error(`${KINDS[code] ?? ''}${detail}`)
}

/** `changed` is what became of products that the file does not have, if that was wanted and could be done. */
type Imported = PlannedFile & { changed: ChangedMissing | undefined }

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
  if (missing && changed)
    say([missingNotice(missing.action, changed.changed, dryRun), ...failedNotices(changed.failed)])
  for (const example of productExamples(database.imported(), business.currency)) console.error(example)
  if (report.left > 0 && !(report.fault instanceof ImportRefused)) {
    const again = ofASecondRun(business.slug, options)
    console.error(
      again === undefined ? 'stopped; run the same command again to continue' : `stopped, and ${again}`,
    )
  }
  if (json)
    console.log(
      JSON.stringify(
        reportJson(report, database.outcomes(), {
          rows: file.rows,
          dryRun,
          mapping,
          missing: changed?.changed,
        }),
        null,
        2,
      ),
    )
  else console.log(summaryLine(report, file.rows, dryRun))
  // Last: a file that cannot be written must not hide what was imported.
  if (path !== undefined) await writeFileOf(path, jsonLines(database))
  if (redirects !== undefined) await writeFileOf(redirects, redirectLines(database))
  if (redirects !== undefined && dryRun)
    console.error(
      `note: some new products get their addresses only when they are created: these are not in ${redirects}`,
    )
}

/** The addresses that changed, as most redirects are configured: the old and the new last part of a path. */
function* redirectLines(database: ImportDatabase): Generator<string> {
  yield 'old,new'
  for (const { address, slug } of database.outcomes())
    if (address !== undefined && slug !== undefined) yield stringify([[address, slug]], { eof: false })
}

function* jsonLines(database: ImportDatabase): Generator<string> {
  for (const outcome of database.outcomes()) yield JSON.stringify(outcome)
}
