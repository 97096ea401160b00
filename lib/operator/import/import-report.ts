import { plural } from '../../domain/text/plural.ts'
import type { ImportReport } from '../../import/import-products.ts'
import type { FieldMapping } from '../../import/read/mapping.ts'
import { LossCount, placeOf } from '../../import/report/loss-count.ts'
import { categoriesLine } from '../../import/report/new-categories.ts'
import type { ProductOutcome } from '../../import/row.ts'

/** `194 rows: 194 created, 0 updated, 0 unchanged, 0 refused; 24 categories created: "Cups", "Tea" …`, in one line. */
export function summaryLine(report: ImportReport, rows: number, dryRun: boolean): string {
  const { products, left, created, updated, unchanged, refused, left_out } = report
  const { categoriesCreated, firstCategories } = report
  const verb = (done: string, planned: string) => (dryRun ? `to ${planned}` : done)
  const of = left > 0 ? `${products - left} of ` : ''
  const counted =
    rows === products
      ? `${of}${rows} ${plural(rows, 'row')}`
      : `${rows} ${plural(rows, 'row')} with ${of}${products} ${plural(products, 'product')}`
  return [
    dryRun ? 'nothing was written; ' : '',
    `${counted}: ${created} ${verb('created', 'create')}, ${updated} ${verb('updated', 'update')}, `,
    `${unchanged} unchanged, ${refused} refused${left_out > 0 ? `, ${left_out} left out` : ''}; `,
    categoriesLine(categoriesCreated.length, firstCategories, dryRun),
  ].join('')
}

/** `row 17 (line 18): price: must be …; name: is required`, in one line. */
function refusalLine({ row, line, reasons = [] }: ProductOutcome): string {
  const kinds = [...kindsOf(reasons).values()]
  const shown = kinds.map(({ first, count }) =>
    count === 1 ? first : `${first} (and ${count - 1} more like it)`,
  )
  return `${placeOf({ row, line })}: ${shown.join('; ')}`
}

/** The most lines of refusals that are printed; the rest is in the report. */
const MOST_LINES = 20

/** Refusals with the same reasons, except for quoted texts and numbers in them. */
interface Refusals {
  count: number
  /** The line of the first one. */
  first: string
}

/** Gathers the products that were refused or left out, by their reasons. */
export class RefusalCount {
  readonly #byReasons = new Map<string, Refusals>()

  add(outcome: ProductOutcome): void {
    const { outcome: kind, reasons = [] } = outcome
    const name = JSON.stringify([kind, ...kindsOf(reasons).keys()])
    const known = this.#byReasons.get(name)
    if (known) known.count++
    else this.#byReasons.set(name, { count: 1, first: refusalLine(outcome) })
  }

  /**
   * A line for each kind, the most frequent first: `row 17 (line 18): price: …`, or `in 516 rows, the first in row 1 (line
   * 2): …`. `what` is the word for rows, `report` the file with all of them, if one is written.
   */
  lines(what: string, report: string | undefined): string[] {
    const all = [...this.#byReasons.values()].sort((a, b) => b.count - a.count)
    const lines = all
      .slice(0, MOST_LINES)
      .map(({ count, first }) => (count === 1 ? first : `in ${count} ${what}, the first in ${first}`))
    const rest = all.slice(MOST_LINES).reduce((sum, { count }) => sum + count, 0)
    const where = report === undefined ? 'add --report <file> to see all' : `all are in ${report}`
    if (rest > 0) lines.push(`and for other reasons ${rest} more ${what}: ${where}`)
    if ([...this.#byReasons.keys()].some((reasons) => DUPLICATE_SKU.test(reasons)))
      lines.push('to leave out the SKU of an earlier row instead of refusing the row: --duplicate-skus drop')
    return lines
  }
}

/** The reasons for which `--duplicate-skus drop` is meant, in the form of `kindsOf`. */
const DUPLICATE_SKU = /sku: (?:\\"\\" is already used in row|is the SKU of another variant)/

/** Reasons by what they have in common: the first of each kind, and how many there are. */
function kindsOf(reasons: readonly string[]): Map<string, { first: string; count: number }> {
  const kinds = new Map<string, { first: string; count: number }>()
  for (const reason of reasons) {
    const known = kinds.get(withoutValues(reason))
    if (known) known.count++
    else kinds.set(withoutValues(reason), { first: reason, count: 1 })
  }
  return kinds
}

/** A reason without what differs from row to row. */
const withoutValues = (reason: string) => reason.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0')

/** The parts of a report other than the outcomes of products. */
interface ReportContext {
  rows: number
  dryRun: boolean
  mapping: FieldMapping
  /** How many products that the file does not have were changed, if that was wanted. */
  missing: number | undefined
}

/** The report as `--json` prints it. */
export function reportJson(
  report: ImportReport,
  outcomes: Iterable<ProductOutcome>,
  { rows, dryRun, mapping, missing }: ReportContext,
): object {
  const { products, left, created, updated, unchanged, left_out, categoriesCreated } = report
  const lost = new LossCount()
  const refused: object[] = []
  for (const { row, line, outcome, reasons, notes = [] } of outcomes) {
    lost.add({ row, line }, notes)
    if (outcome === 'refused') refused.push({ row, ...(line !== null && { line }), reasons })
  }
  return {
    dry_run: dryRun,
    rows,
    products,
    left,
    created,
    updated,
    unchanged,
    left_out,
    refused,
    lost: lost.all(),
    ...(missing !== undefined && { missing_changed: missing }),
    categories_created: categoriesCreated,
    ignored_columns: mapping.ignored,
    matched_columns: Object.fromEntries(mapping.matched),
  }
}
