import { setImmediate } from 'node:timers/promises'

/** Timers and connections of the process wait so long at most while a file is read and planned. */
const TURN_MS = 50

/**
 * Gives the rest of the process a turn whenever it is called and the last turn is long enough ago. Rejects with the reason
 * of the signal once it is aborted.
 */
export function openTurns(signal?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < TURN_MS) return
    await setImmediate()
    last = performance.now()
    signal?.throwIfAborted()
  }
}

/** The same one after the other, with turns for the rest of the process between them. */
export async function* inTurns<T>(all: Iterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  const turn = openTurns(signal)
  for (const one of all) {
    await turn()
    yield one
  }
}
