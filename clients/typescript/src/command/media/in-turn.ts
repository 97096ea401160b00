import { StorefrontError } from '../../problem.ts'

const MOST_TURNS = 10

/**
 * Makes a call again while the rate limit of the key refuses it. The client itself waits for that, but several requests at
 * once can use up what a key of a low rate has left.
 */
export async function inTurn<T>(call: () => Promise<T>): Promise<T> {
  for (let turns = 1; ; turns++) {
    try {
      return await call()
    } catch (error) {
      const isRefused = error instanceof StorefrontError && error.status === 429
      if (!isRefused || turns === MOST_TURNS) throw error
    }
  }
}
