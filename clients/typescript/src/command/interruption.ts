import { EXIT } from './exit-codes.ts'

/** npm sends each Ctrl-C a second time, right behind the first. */
const ECHO_MS = 1_000

/**
 * Turns the first Ctrl-C, or the end of the terminal, into "begin nothing further"; the command still says how far it
 * came. A later one ends the process at once.
 */
export function listenForInterruption() {
  const controller = new AbortController()
  let first = 0
  const stop = () => {
    if (first > 0 && performance.now() - first > ECHO_MS) process.exit(EXIT.interrupted)
    if (first === 0) first = performance.now()
    controller.abort()
  }
  process.stderr.off('error', ignoreLostTerminal).on('error', ignoreLostTerminal)
  process.on('SIGHUP', stop).on('SIGINT', stop).on('SIGTERM', stop)
  return {
    signal: controller.signal,
    /** From now on Ctrl-C ends the process. */
    end: () => process.off('SIGHUP', stop).off('SIGINT', stop).off('SIGTERM', stop),
  }
}

/** A terminal that is gone, or a reader of stderr that has enough, takes no more lines, which would end the command. Throws every other error. */
function ignoreLostTerminal(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EIO' && error.code !== 'EPIPE') throw error
}

/** Follows something without an end, until Ctrl-C. Returns the exit code; throws every other error. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const { signal, end } = listenForInterruption()
  try {
    await work(signal)
    return EXIT.done
  } catch (error) {
    if (!signal.aborted) throw error
    return EXIT.interrupted
  } finally {
    end()
  }
}
