import { randomUUID } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../command-line/failure.ts'

/**
 * Writes lines to a file that appears only when it is complete, in place of one of that name. Throws a `Failure` if it
 * cannot be written, and leaves nothing behind.
 */
export const writeFileOf = (path: string, lines: Iterable<string>): Promise<void> =>
  beforeRenaming(path, async (unfinished) => {
    await pipeline(Readable.from(withEnds(lines)), createWriteStream(unfinished))
    await rename(unfinished, path)
  })

/** Throws the `Failure` of `writeFileOf` already, when there is nothing to write yet. Changes nothing. */
export const requireWritable = (path: string): Promise<void> =>
  beforeRenaming(path, async (unfinished) => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new Failure(`${path}: ${REASONS.EISDIR}`)
    await rm(unfinished)
  })

async function beforeRenaming(path: string, work: (unfinished: string) => Promise<void>): Promise<void> {
  // A name that nobody can have prepared, as a file or as a link to one.
  const unfinished = `${path}.${randomUUID()}.unfinished`
  try {
    // Only a file that is new (`wx`) is written to and, if that fails, deleted.
    await writeFile(unfinished, '', { flag: 'wx' })
  } catch (error) {
    throw fileFailure(path, error)
  }
  try {
    await work(unfinished)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw fileFailure(path, error)
  }
}

/** The `Failure` of an error of the file system; any other error as it is. */
function fileFailure(path: string, error: unknown): unknown {
  const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined
  return reason === undefined ? error : new Failure(`${path}: ${reason}`, { cause: error })
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'this is a folder',
  EACCES: 'you are not allowed to write this file',
  EPERM: 'you are not allowed to write this file',
  EROFS: 'you are not allowed to write this file',
  ENOSPC: 'there is no space left',
}

/** Writes lines to stdout as fast as they are taken; ends early if whoever takes them, such as `head`, has enough. */
export async function writeStdoutOf(lines: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(withEnds(lines)), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

function* withEnds(lines: Iterable<string>): Iterable<string> {
  for (const line of lines) yield `${line}\n`
}
