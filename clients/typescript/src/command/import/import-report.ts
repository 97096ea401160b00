import type { ImportJob } from '../../imports.ts'
import { oneLine } from '../error-line.ts'
import { EXIT } from '../exit-codes.ts'
import { progressOf } from '../progress-bar.ts'
import { asOptions } from './as-options.ts'

/** `194 rows: 194 created, 0 updated, 0 unchanged, 0 refused`, in one line. */
export function summaryLine({ dry_run, rows, progress }: ImportJob): string {
  const { products, products_total, created, updated, unchanged, refused, left_out } = progress
  const verb = (done: string, planned: string) => (dry_run ? `to ${planned}` : done)
  const total = products_total ?? products
  const of = products < total ? `${products} of ` : ''
  const counted =
    rows === null || rows === total
      ? `${of}${plural(total, 'row')}`
      : `${plural(rows, 'row')} with ${of}${plural(total, 'product')}`
  return [
    dry_run ? 'nothing was written; ' : '',
    `${counted}: ${created} ${verb('created', 'create')}, ${updated} ${verb('updated', 'update')}, `,
    `${unchanged} unchanged, ${refused} refused${left_out > 0 ? `, ${left_out} left out` : ''}`,
  ].join('')
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** How far an import is, with a bar on a terminal. */
export function progressLine({ status, progress: { products, products_total } }: ImportJob): string {
  if (status === 'queued') return 'the import is about to begin'
  if (products_total === null || products_total === 0) return 'the file is being read'
  return progressOf(products, products_total, 'products')
}

/** A notice of the file as the terminal shows it. */
export function noticeLine({ code, detail }: ImportJob['notices'][number]): string {
  const line = oneLine(asOptions(detail))
  if (code === 'example') return line
  return `${code === 'warning' ? 'warning' : 'note'}: ${line}`
}

/** The line of an import that did not succeed; undefined of one that did. */
export function endingLine({ status, reason, detail, parameters }: ImportJob): string | undefined {
  if (status === 'cancelled')
    return `the import was cancelled; run the same command again to continue${parameters.stock === 'set' ? ': --stock set then brings back what was sold since' : ''}`
  if (status !== 'failed') return undefined
  return `error: the import failed: ${oneLine(asOptions(detail ?? 'unknown reason'))}${reason === null ? '' : ` (${reason})`}`
}

/** True if something in the shop can be new. */
export const hasWritten = ({ dry_run, progress }: ImportJob): boolean =>
  !dry_run && progress.created + progress.updated > 0

/** The exit code for the end of an import that was not interrupted here. */
export function importExitCode({ status, reason, progress }: ImportJob): number {
  if (reason === 'unusable_parameters') return EXIT.usage
  if (status !== 'succeeded' && status !== 'partly_succeeded') return EXIT.failed
  return progress.refused > 0 ? EXIT.someRefused : EXIT.done
}
