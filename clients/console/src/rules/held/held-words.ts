import type { components } from '../../../../typescript/src/api.ts'
import { counted } from '../counted.ts'

export type Hold = components['schemas']['Hold']

/** How many pieces a hold has taken out of the stock. */
export const piecesIn = ({ items }: Hold): number =>
  items.reduce((sum, { quantity, is_held }) => sum + (is_held ? quantity : 0), 0)

/** The sum of the holds that were read. */
export function totalWords(holds: readonly Hold[], isMore: boolean): string {
  const pieces = holds.reduce((sum, hold) => sum + piecesIn(hold), 0)
  return `${counted(pieces, 'piece')} in ${counted(holds.length, 'hold')}${isMore ? ' so far' : ''}`
}

/** A time of today, or a date with its time, as people write it where the browser is. Both in milliseconds since the epoch. */
export function localTime(at: number, now: number, locale?: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday
    ? new Date(at).toLocaleTimeString(locale, { timeStyle: 'short' })
    : new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/** When a hold ends, and how much of its time is left. */
export function endWords(at: number, now: number, time = localTime(at, now)): string {
  if (at <= now) return `ended at ${time}: its pieces come back automatically`
  return `until ${time}: ${leftWords(Math.floor((at - now) / 60_000))} left`
}

function leftWords(minutes: number): string {
  if (minutes === 0) return 'less than a minute'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What is asked before a hold is released. */
export const questionWords = (hold: Hold): string =>
  `Release ${hold.reference}? Its ${counted(piecesIn(hold), 'piece')} can be sold to others at once. A buyer who pays after that may get a refund.`

export const releasedWords = (hold: Hold): string =>
  `Released ${hold.reference}: ${counted(piecesIn(hold), 'piece')} back in the stock`

/** The part of a problem that says why a hold was not released. */
interface ReleaseProblem {
  code: string
  payment?: string | null
}

/** Why a hold was not released, if the console has its own words for it, and whether the hold is over. */
export function refusedRelease(
  reference: string,
  { code, payment }: ReleaseProblem = { code: '' },
): { words?: string; isOver: boolean } {
  if (code === 'hold_not_found') return { words: `There is no hold ${reference} any more.`, isOver: true }
  if (code === 'precondition_failed')
    return {
      words: `Other pieces are held for ${reference} now. Look at them before you release them.`,
      isOver: false,
    }
  if (code !== 'hold_committed') return { isOver: false }
  const sold = payment ? `sold, for the payment ${payment}` : 'sold'
  return { words: `${reference} is ${sold}. A return is a change of the stock.`, isOver: true }
}
