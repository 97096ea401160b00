/**
 * Turns Ctrl-C, and the end of the terminal, into "begin nothing further". A second one changes nothing, however late it
 * comes: npm sends each of them twice, and the command still has to print how to continue.
 */
export function listenForInterruption() {
  const controller = new AbortController()
  const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
  let exitCode: number | undefined
  const stop = (signal: keyof typeof exitCodes) => {
    exitCode ??= exitCodes[signal]
    controller.abort()
  }
  process.stderr.off('error', ignoreLostTerminal).on('error', ignoreLostTerminal)
  process.on('SIGHUP', stop).on('SIGINT', stop).on('SIGTERM', stop)
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    /** The work is done: from now on Ctrl-C ends the process, unless it was what ended the work. */
    end: () =>
      controller.signal.aborted || process.off('SIGHUP', stop).off('SIGINT', stop).off('SIGTERM', stop),
  }
}

/** A closed terminal, or a reader that has stopped, takes no more lines, and the error would end the process. Throws every other error. */
function ignoreLostTerminal(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EIO' && error.code !== 'EPIPE') throw error
}
