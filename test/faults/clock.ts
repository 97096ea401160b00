import { vi } from 'vitest'
import { letPausesPass } from '../../lib/data/table/calls/pause.ts'

/** Stops the clock: from now on time passes only where something waits for it, and a pause passes at once. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  letPausesPass(async (ms) => void vi.advanceTimersByTime(ms))
}
