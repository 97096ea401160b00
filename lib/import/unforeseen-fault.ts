import { isOfOneItem } from '../data/table/calls/item-fault.ts'
import { quoted } from '../domain/text/quoted.ts'
import { isLambda } from '../environment.ts'
import { logLine } from '../log.ts'
import { ImportRefused } from './import-refused.ts'

/** The row or the missing product that met an error nobody foresaw. */
interface Place {
  row?: number
  product_id?: string
  import_id?: string | undefined
}

/** The fate of the row: nothing of it was written, or nobody knows how much of it. Or that of a search. */
const FATES = {
  read: 'cannot be imported because of an error of this program:',
  written: 'could not be stored, or only partly: check it. The error in this program is',
  search: 'the search for products that are not in the file hit an error in this program:',
}

/**
 * The fault of a row whose error nobody foresaw, so that it costs this row and no other; the log of a function gets the error.
 * Throws what is not of one row: an item of another business, and a table, disk or network that the next row would meet as
 * well.
 */
export function unforeseenFault(error: unknown, place: Place, fate: keyof typeof FATES = 'read'): string {
  if (!isOfOneRow(error)) throw error
  if (isLambda()) logLine('error', 'import', { ...place, error: error.stack ?? error.message })
  return `${FATES[fate]} ${quoted(error.name)}`
}

/** True if an error costs the row that met it, and no other. */
const isOfOneRow = (error: unknown): error is Error => isOfOneItem(error) && !(error instanceof ImportRefused)
