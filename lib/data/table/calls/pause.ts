import { setTimeout } from 'node:timers/promises'

type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>

const inTime: Pause = (ms, signal) => setTimeout(ms, undefined, { signal })
let wait = inTime

/** Waits for `ms` milliseconds; rejects with an `AbortError` when the signal says so. */
export const pause: Pause = (ms, signal) => wait(ms, signal)

/** Lets tests say how a pause passes; without an argument it passes with the time. */
export function letPausesPass(how: Pause = inTime): void {
  wait = how
}
