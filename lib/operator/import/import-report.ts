import { plural } from '../../domain/plural.ts'
import type { FieldMapping } from './field-mapping.ts'
import type { ImportReport, RefusedRow } from './import-products.ts'

/** `194 rows: 194 created, 0 updated, 0 unchanged, 0 refused; 24 categories created`, in one line. */
export function summaryLine(report: ImportReport, dryRun: boolean): string {
  const { rows, left, created, updated, unchanged, refused, categoriesCreated } = report
  const verb = (done: string, planned: string) => (dryRun ? `to ${planned}` : done)
  const counted = `${left > 0 ? `${rows - left} of ` : ''}${rows} ${plural(rows, 'row')}`
  const categories = categoriesCreated.length
  return [
    dryRun ? 'nothing was written; ' : '',
    `${counted}: ${created} ${verb('created', 'create')}, ${updated} ${verb('updated', 'update')}, `,
    `${unchanged} unchanged, ${refused.length} refused; `,
    `${categories} ${plural(categories, 'category', 'categories')} ${verb('created', 'create')}`,
  ].join('')
}

/** `row 17 (line 18): price: must be …; name: is required`, in one line. */
export function refusalLine({ row, line, reasons }: RefusedRow): string {
  return `row ${row}${line === null ? '' : ` (line ${line})`}: ${reasons.join('; ')}`
}

/** The report as `--json` prints it. */
export function reportJson(
  report: ImportReport,
  dryRun: boolean,
  { ignored, matched }: FieldMapping,
): object {
  const { rows, left, created, updated, unchanged, refused, categoriesCreated } = report
  return {
    dry_run: dryRun,
    rows,
    left,
    created,
    updated,
    unchanged,
    refused: refused.map(({ row, line, reasons }) => ({ row, ...(line !== null && { line }), reasons })),
    categories_created: categoriesCreated,
    ignored_columns: ignored,
    matched_columns: Object.fromEntries(matched),
  }
}
