import { setTimeout as delay } from 'node:timers/promises'

const AFTER_ERROR_MS = 1_000

/** Something that invokes functions until it is stopped. */
export interface EventSource {
  /** Nothing is invoked any more once this is called. */
  stop(): Promise<void>
}

/** The state of an event source, which its loop checks before each step. */
export interface Running {
  readonly isStopped: boolean
  /** Resolves after so long, or at once when the source is stopped. */
  pause(ms: number): Promise<void>
  /** The result, or undefined when the source is stopped before there is one: an invocation can take minutes. */
  untilStopped<T>(task: Promise<T>): Promise<T | undefined>
}

/** Runs a loop until it is stopped. Stopping waits for the loop, not for what it has invoked. */
export function runUntilStopped(loop: (running: Running) => Promise<void>): EventSource {
  const controller = new AbortController()
  const { signal } = controller
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const ended = loop({
    get isStopped() {
      return signal.aborted
    },
    pause: (ms) => delay(ms, undefined, { signal }).catch(() => {}),
    untilStopped: (task) => Promise.race([task, stopped]),
  })
  return {
    async stop() {
      controller.abort()
      await ended
    },
  }
}

/**
 * Repeats a task on a source until it succeeds or the event source is stopped: the engine may be starting again, a position in
 * the stream may have expired, the disk may be full. stderr says when an error is another one than before.
 */
export async function persistently<T>(
  source: string,
  task: () => Promise<T>,
  running: Running,
): Promise<T | undefined> {
  let said = ''
  while (!running.isStopped) {
    try {
      return await task()
    } catch (error) {
      if (running.isStopped) return undefined
      const line = `${source}: ${error}\n`
      if (line !== said) process.stderr.write(line)
      said = line
      await running.pause(AFTER_ERROR_MS)
    }
  }
  return undefined
}
