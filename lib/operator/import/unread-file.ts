import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { ImportRefused } from '../../import/import-refused.ts'
import type { UnreadFile } from '../../import/read/source-file.ts'
import { Failure } from '../command-line/failure.ts'

/** In place of a file's name: what another program writes to this one. */
const STDIN = '-'

/** A file, or stdin for `-`. */
export const unreadFile = (path: string): UnreadFile => ({
  bytes: path === STDIN ? process.stdin : createReadStream(path),
  extension: extname(path),
})

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'you are not allowed to read this file',
}

/** Returns the result of `read`. Throws a `Failure` that names the file for what a person can correct in it. */
export async function inFile<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const reason = isOfFile(error) ? error.message : reasonOf(error)
    if (reason === undefined) throw error
    throw new Failure(`${path === STDIN ? 'stdin' : path}: ${reason}`, { cause: error })
  }
}

/** True for what is in the file, and not in the options. */
const isOfFile = (error: unknown): error is ImportRefused =>
  error instanceof ImportRefused && ['unreadable', 'prices_unclear'].includes(error.reason)

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined
