import { quoted } from '../../../domain/text/quoted.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import type { Note } from '../note.ts'
import type { SourceRow } from '../read/source-row.ts'
import type { cellReader } from './columns.ts'
import { isBelow } from './parts.ts'
import type { Name } from './woocommerce-titles.ts'

/** `2026-12-31`, as people write it, or `2026-12-31 9:05:00`, as the exporter does: `Y-m-d G:i:s`. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d{1,2})(:\d\d)(:\d\d)?)?$/

/** The times of day that a date without one means. */
const BEGINNING = '00:00:00'
const END = '23:59:59'

/** How a row is read, and in `now` the present in the time of the shop, as `localTime` writes it. */
interface SaleReading {
  cell: ReturnType<typeof cellReader<Name>>
  notes: Note[]
  now: string
}

/**
 * The sale price of a row while its sale runs (`WC_Product::is_on_sale`): between its dates, and below the regular price. The
 * exporter writes it at any time. Null without one. A price that does not hold is a note, and one that ends, too. `place`
 * begins what is said. Throws `Unreadable` for dates that nobody can know.
 */
export function salePriceOf(row: SourceRow, { cell, notes, now }: SaleReading, place: string): string | null {
  const [regular = null, sale = null] = [cell(row, 'price'), cell(row, 'salePrice')]
  if (sale === null) return null
  const starts = momentIn(cell(row, 'saleStarts'), BEGINNING, `${place}the beginning of its sale`)
  const ends = momentIn(cell(row, 'saleEnds'), END, `${place}the end of its sale`)
  const note = (loss: 'sale_price' | 'sale_end', detail: string) =>
    notes.push({ loss, detail: `${place}the sale price ${sale} ${detail}` })
  const why = whyNot({ starts, ends, now }) ?? (isBelow(regular, sale) && `is above the regular ${regular}`)
  if (why) {
    note('sale_price', why)
    return null
  }
  if (ends !== undefined) note('sale_end', `ends ${shown(ends, END)}: import again after it`)
  return sale
}

/** The reason why a sale does not run; undefined if it does. */
function whyNot({ starts, ends, now }: Record<'starts' | 'ends', string | undefined> & { now: string }) {
  if (ends !== undefined && ends < now) return `ended ${shown(ends, END)}`
  if (starts !== undefined && starts > now) return `begins ${shown(starts, BEGINNING)}: import again then`
  return undefined
}

/** The moment in a cell, as `localTime` writes it. Undefined for a blank cell. */
function momentIn(cell: string | null | undefined, time: string, what: string): string | undefined {
  if (!cell) return undefined
  const [, day, hour, minute, second = ':00'] = MOMENT.exec(cell) ?? []
  const moment = `${day} ${hour === undefined ? time : `${hour.padStart(2, '0')}${minute}${second}`}`
  if (day !== undefined && isOnCalendar(moment)) return moment
  throw new Unreadable(`${what} is ${quoted(cell)}: write it as 2026-12-31 or 2026-12-31 23:59:59`)
}

/** False for a 30th of February and a 25th hour. */
function isOnCalendar(moment: string): boolean {
  const time = moment.replace(' ', 'T')
  const parsed = Date.parse(`${time}Z`)
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(time)
}

/** A moment without the time that its day alone means, and without seconds that are 0. */
const shown = (moment: string, time: string) => moment.replace(` ${time}`, '').replace(/:00$/, '')
