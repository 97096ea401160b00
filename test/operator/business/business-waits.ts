/** Stands for `node:timers/promises` where a business is deleted: the long wait passes at once. */

/** The long waits that were asked for, and what happens during them. */
export const waits: { asked: number[]; meanwhile: (() => Promise<unknown>) | undefined } = {
  asked: [],
  meanwhile: undefined,
}

export function forgetWaits(): void {
  waits.asked = []
  waits.meanwhile = undefined
}

/** Short pauses, as between two tries, are what they are. */
export async function setTimeout(ms: number): Promise<unknown> {
  if (ms < 10_000) return new Promise((resolve) => globalThis.setTimeout(resolve, ms))
  waits.asked.push(ms)
  return waits.meanwhile?.()
}
