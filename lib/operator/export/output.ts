import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as merchants from '../../../clients/typescript/src/command/failure.ts'
import * as files from '../../../clients/typescript/src/command/output-file.ts'
import { Failure } from '../command-line/failure.ts'

/** Writes lines to a file as the command of merchants does: it appears only when it is complete. Throws a `Failure`. */
export const writeFileOf = (path: string, lines: Iterable<string>): Promise<void> =>
  explained(files.writeFileOf(path, withEnds(lines)))

/** Throws a `Failure` for an output that cannot be written, or that is an input or another output. Changes nothing. */
export const requireOutputs: typeof files.requireOutputs = (outputs, inputs) =>
  explained(files.requireOutputs(outputs, inputs))

/** Their failures are shown as those of the operator are. */
async function explained(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw error instanceof merchants.Failure ? new Failure(error.message, { cause: error }) : error
  }
}

/**
 * Writes lines to stdout as fast as they are taken; ends early if stdout takes no more: because `head` has enough, or because
 * of an error, of which the program says what it was.
 */
export async function writeStdoutOf(lines: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(withEnds(lines)), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'write')) throw error
  }
}

function* withEnds(lines: Iterable<string>): Iterable<string> {
  for (const line of lines) yield `${line}\n`
}
