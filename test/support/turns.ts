import { inject } from 'vitest'
import { quarterOf } from './seed-of-run.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Chooses generated requests: the same in every run of one commit. */
    seed: number
    /** The quarter of each exhaustive loop that this run tries: 0 to 3; null for the whole loops. */
    turn: number | null
  }
}

/**
 * The cases of an exhaustive loop, such as a fault at every call of every route, that this run tries: every fourth one,
 * another quarter with the next commit. `npm run prove -- suite` tries them all. With a `shift` from an outer loop each
 * round of it tries another quarter.
 */
export const inTurn = <T>(cases: readonly T[], shift = 0): T[] =>
  quarterOf(cases, { turn: inject('turn'), shift })
