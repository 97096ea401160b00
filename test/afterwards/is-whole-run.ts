import { inject } from 'vitest'

/**
 * True if this run has a test of every endpoint, so that what it has not seen can be judged. `npm run test:wide` and
 * `.ci/run`'s eighth are judged by what they have seen alone.
 */
export const IS_WHOLE = ['fast', 'all'].includes(inject('set'))

/** How many of something a run leaves behind at least: `count` when it is whole, else one. */
export const atLeast = (count: number): number => (IS_WHOLE ? count : 1)
