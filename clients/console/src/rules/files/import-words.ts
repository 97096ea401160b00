import type { ImportJob } from '../../../../typescript/src/imports.ts'
import { type ShopFacts, textOfValue } from '../cell-text.ts'
import { columnOf } from '../columns.ts'
import { counted, numbers } from '../counted.ts'

/** The words for a status, of a dry run and of an import. */
const STATUSES: Readonly<Record<string, readonly [string, string]>> = {
  queued: ['Waiting for its turn', 'Waiting for its turn'],
  running: ['Checking', 'Importing'],
  succeeded: ['Checked', 'Imported'],
  partly_succeeded: ['Checked', 'Imported'],
  failed: ['The check failed', 'The import failed'],
  cancelled: ['Cancelled', 'Cancelled'],
}

/** What happens with an import, or has happened, in a few words. */
export const statusWords = ({ status, dry_run }: ImportJob): string =>
  STATUSES[status]?.[dry_run ? 0 : 1] ?? status

/** How far an import is. */
export function progressWords({ rows, progress: { products, products_total } }: ImportJob): string {
  if (products_total !== null) return `${numbers(products)} of ${counted(products_total, 'product')}`
  return `${counted(rows ?? 0, 'row')} read`
}

/** The numbers of an import in a line, without those that are 0; for a dry run as what it would do. */
export const countsLine = ({ dry_run, progress }: ImportJob): string =>
  (['created', 'updated', 'unchanged', 'refused', 'left_out'] as const)
    .filter((name) => progress[name] > 0)
    .map((name) => {
      const word = dry_run ? name.replace(/(cre|upd)ated/, 'to $1ate') : name
      return `${numbers(progress[name])} ${word.replace('_', ' ')}`
    })
    .join(', ')

/** How many products an import writes, or would write. */
export const writtenCount = ({ progress: { created, updated } }: ImportJob): number => created + updated

/** True for an import that came to the end of its file. */
export const isThrough = ({ status }: ImportJob): boolean => status.endsWith('succeeded')

/** What to do after an import that failed, or was cancelled, beside what its detail says. */
export function toDo({ status, reason }: ImportJob): string {
  if (status === 'cancelled') return 'What was written stays.'
  if (status !== 'failed') return ''
  return reason === 'prices_unclear' ? 'Choose what a price means:' : 'Correct it, and check it again.'
}

/** How the API can read a price of 80, in the currency of the shop. */
export function priceReadings(shop: ShopFacts): ['decimal' | 'minor', string][] {
  const words = (minor: number) => `80 means ${textOfValue(minor, columnOf('price'), shop)} ${shop.currency}`
  return [
    ['decimal', words(80 * 10 ** shop.decimals)],
    ['minor', words(80)],
  ]
}

const KEPT_MS = 7 * 86_400_000

/** True while the API keeps the refused rows of an import: 7 days. */
export const hasKeptRows = ({ faults_total, created_at }: ImportJob, now: number): boolean =>
  faults_total > 0 && now - Date.parse(created_at) < KEPT_MS
