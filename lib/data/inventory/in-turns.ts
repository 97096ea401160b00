import { pause } from '../table/calls/pause.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { asOneWrite, lastTry } from '../table/calls/times.ts'
import { Refusal } from '../table/commit.ts'

const LEAST_SPREAD_MS = 10
const MOST_SPREAD_MS = 1_600
/** A stock that nobody adjusted for this long has no crowd any more. */
const REMEMBERED_MS = 1_000
const SHRINK = 0.85
const GROW = 1.3
const MOST_GROWTH = 5

/** A stock as it was read: the time of its newest adjustment, and the spread that was stored with it. */
export interface Seen {
  adjustedAt: number
  spreadMs: number
}

/** The spread for the next try at these stocks, in milliseconds; 0 if nobody else changes them. */
const spreadOf = (stocks: readonly Seen[]): number =>
  Math.max(
    0,
    ...stocks.map(({ adjustedAt, spreadMs }) => (adjustedAt > Date.now() - REMEMBERED_MS ? spreadMs : 0)),
  )

/** The spread to store with a change: less after a change at the first try, more after one that lost to others. */
const nextSpread = (spreadMs: number, failures: number): number =>
  failures === 0
    ? Math.floor(spreadMs * SHRINK)
    : Math.min(
        MOST_SPREAD_MS,
        Math.ceil(Math.max(spreadMs, LEAST_SPREAD_MS) * GROW ** Math.min(failures, MOST_GROWTH)),
      )

/**
 * Looks and writes, again whenever others changed a stock in between. The spread is the time over which all who change a
 * stock distribute their tries, also those who come new to a crowd. It is stored in the stock itself: with a pause that
 * each one doubled for itself, 69 of 1,000 sales by 16 to 64 buyers at a time lost for 10 s to buyers who came later.
 * Throws `TableUnavailable` when the time of a whole write is over.
 */
export const inTurns = <S, T>(
  look: () => Promise<readonly (S & Seen)[]>,
  write: (stocks: readonly (S & Seen)[], spreadMs: number) => Promise<T>,
): Promise<T> =>
  asOneWrite(async () => {
    let spreadMs = 0
    let cause: unknown
    for (let failures = 0, isNew = true; ; isNew = false) {
      try {
        const stocks = await look()
        spreadMs = spreadOf(stocks)
        if (!isNew || spreadMs < LEAST_SPREAD_MS) return await write(stocks, nextSpread(spreadMs, failures))
      } catch (error) {
        if (!(error instanceof Refusal && error.reason === 'version_changed')) throw error
        cause = error
        failures++
      }
      const pauseMs = Math.random() * Math.max(spreadMs, LEAST_SPREAD_MS)
      if (Date.now() + pauseMs > lastTry())
        throw new TableUnavailable('other writes kept changing the object', { cause })
      await pause(pauseMs)
    }
  })
