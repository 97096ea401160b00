import { afterEach } from 'vitest'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'

/** The long waits that were asked for, and what happens during them. */
export const waits: { asked: number[]; meanwhile: (() => Promise<unknown>) | undefined } = {
  asked: [],
  meanwhile: undefined,
}

/** Lets the long wait of a deletion pass at once. Short pauses, as between two tries, are what they are. */
export function skipLongWaits(): void {
  letPausesPass(async (ms) => {
    if (ms < 10_000) return new Promise((resolve) => setTimeout(resolve, ms))
    waits.asked.push(ms)
    return waits.meanwhile?.()
  })
  afterEach(() => {
    waits.asked = []
    waits.meanwhile = undefined
  })
}
