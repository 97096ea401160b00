import { vi } from 'vitest'

/** Stands for `node:timers/promises`: a pause passes at once, on a clock of the test's own. */
export const setTimeout = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms)
}

/** Stops the clock: from now on time passes only where something waits for it. */
export const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
