/** Turns Ctrl-C into "begin nothing further". A second one changes nothing: npm sends each of them twice. */
export function listenForInterruption() {
  const controller = new AbortController()
  const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const
  let exitCode: number | undefined
  const stop = (signal: keyof typeof exitCodes) => {
    exitCode ??= exitCodes[signal]
    controller.abort()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    ignore: () => process.off('SIGINT', stop).off('SIGTERM', stop),
  }
}
