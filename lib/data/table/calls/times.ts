/** How long work on the table may take. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The deadlines of a piece of work, in milliseconds since the epoch. */
interface Times {
  /** When its calls to the table must have ended. */
  end: number
  /** After this no try to write begins. */
  lastTry: number
}

const NEVER: Times = { end: Number.POSITIVE_INFINITY, lastTry: Number.POSITIVE_INFINITY }
const times = new AsyncLocalStorage<Times>()
const timesHere = (): Times => times.getStore() ?? NEVER

/** Lets every call to the table that `work` makes end within `ms`, or sooner if an outer call has a shorter limit. */
export const within = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  times.run({ ...timesHere(), end: Math.min(Date.now() + ms, deadline()) }, work)

/** When calls made here must have ended, in milliseconds since the epoch; never, outside `within`. */
export const deadline = (): number => timesHere().end

/**
 * One write has this long to begin its last try, whatever it consists of: reads, candidates for a slug, tries after
 * conflicts. A try ends after 3 s at most (`LONGEST_CALL_MS`), so a commit lands 13 s after its event's id was made at
 * the latest.
 */
export const LONGEST_WRITE_MS = 10_000

/**
 * The delay of every follower of the events in the order of their ids: then no later commit has an id below one
 * that was seen. It is the 13 s above, and 2 s by which the clocks of two instances can differ.
 */
export const FEED_DELAY_MS = 15_000

/** Runs one whole write. A write inside another one has the time of the outer one. */
export const asOneWrite = <T>(write: () => Promise<T>): Promise<T> =>
  times.run({ ...timesHere(), lastTry: Math.min(Date.now() + LONGEST_WRITE_MS, timesHere().lastTry) }, write)

/** When the last try of a write made here may begin, in milliseconds since the epoch; never, outside `asOneWrite`. */
export const lastTry = (): number => Math.min(timesHere().lastTry, timesHere().end)

/** From the connection to the last byte of the response; the handler's own timeout ends with the headers. */
const LONGEST_CALL_MS = 3000

export type Call<T> = (options: { abortSignal: AbortSignal }) => Promise<T>

/** Makes one call, and gives it up when its time is over: what became of it is then unknown. */
export async function inTime<T>(call: Call<T>): Promise<T> {
  const ending = new AbortController()
  const left = Math.max(0, Math.min(LONGEST_CALL_MS, deadline() - Date.now()))
  const timer = setTimeout(() => ending.abort(), left)
  try {
    return await call({ abortSignal: ending.signal })
  } finally {
    clearTimeout(timer)
  }
}
