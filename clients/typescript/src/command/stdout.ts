import { fstatSync, writeSync } from 'node:fs'
import { EXIT } from './exit-codes.ts'
import { reasonOf } from './file-failure.ts'

/**
 * Runs a program and resolves to its exit code. If not all of its output can be written, of which `console.log` says
 * nothing, there is a line on stderr, and the process ends with 1. A reader such as `head` may stop early without an error.
 * `onFault` is called as soon as stdout takes no more, for programs that have no end of their own.
 */
export function withWholeOutput(run: () => Promise<number>, onFault = () => {}): Promise<number> {
  const { stdout } = process
  let fault: Error | undefined
  writeWholeParts()
  stdout.on('error', (error) => {
    fault ??= error
    onFault()
  })
  process.once('exit', () => {
    // The error of the last write, if nobody could hear of it before.
    fault ??= stdout.errored ?? undefined
    if (fault === undefined) return
    const exitCode = exitCodeOfFault(fault, stdout.isTTY)
    if (exitCode === EXIT.failed)
      console.error(`error: stdout could not be written: ${reasonOf(fault) ?? fault.message}`)
    process.exitCode = exitCode ?? process.exitCode
  })
  return run()
}

/**
 * The exit code of a command whose stdout takes no more; undefined if that of the command stays. A terminal that is gone is an
 * interruption, whether its SIGHUP or this error is the first to come; of a file the same error is one of the disk.
 */
export function exitCodeOfFault(fault: Error, isTerminal: boolean): number | undefined {
  const code = 'code' in fault ? fault.code : undefined
  if (code === 'EPIPE') return undefined
  return code === 'EIO' && isTerminal ? EXIT.interrupted : EXIT.failed
}

/** In a file Node takes a part for written of which only the beginning found room. */
function writeWholeParts(): void {
  if (!fstatSync(1).isFile()) return
  process.stdout._write = (part: Uint8Array, _encoding, done) => {
    try {
      for (let rest = part; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest))
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
