import { pause } from './pause.ts'
import { isPassing } from './sdk-fault.ts'
import { isStale } from './stale-connection.ts'

const TRIES = 3
/** Full jitter: up to 50 ms before the second try, up to 100 ms before the third. */
const FIRST_WAIT_MS = 50

/**
 * Makes a call that does no harm when it is carried out twice: three times if it fails in a way that may pass, as long
 * as no try would begin after `until`, in milliseconds since the epoch. A stale connection is replaced at once and
 * counts as no try. Throws what the last try failed with.
 */
export async function repeated<T>(call: () => Promise<T>, until: number): Promise<T> {
  for (let tries = 1; ; ) {
    try {
      return await call()
    } catch (error) {
      if (isStale(error) && Date.now() < until) continue
      if (tries === TRIES || !isPassing(error)) throw error
      const pauseMs = Math.random() * FIRST_WAIT_MS * tries++
      if (Date.now() + pauseMs >= until) throw error
      await pause(pauseMs)
    }
  }
}
