import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { type Format, readSource, type Writing } from '../../catalogue/read/source.ts'
import type { SourceRow } from '../../catalogue/read/source-row.ts'
import { Unreadable } from '../../domain/unreadable.ts'
import { Failure } from '../failure.ts'

/** The rows of a catalogue file, and its format. */
export interface SourceFile {
  format: Format
  rows: SourceRow[]
}

/** In place of a file's name: what another program writes to this one. */
const STDIN = '-'

/** What messages call it. */
const nameOfFile = (path: string) => (path === STDIN ? 'stdin' : path)

/**
 * Reads a complete catalogue file, or stdin for `-`. Throws a `Failure` that names the file, and the line where there is
 * one.
 */
export async function readSourceFile(path: string, writing: Writing): Promise<SourceFile> {
  const bytes: AsyncIterable<Uint8Array> = path === STDIN ? process.stdin : createReadStream(path)
  let isEmpty = true
  async function* noticed() {
    for await (const piece of bytes) {
      isEmpty &&= Buffer.from(piece).toString('latin1').trim() === ''
      yield piece
    }
  }
  try {
    const source = await readSource(noticed(), { ...writing, extension: extname(path) })
    const rows = await Array.fromAsync(source.rows)
    if (rows.length === 0) throw new Failure(`${nameOfFile(path)} ${isEmpty ? 'is empty' : 'has no rows'}`)
    return { format: source.format, rows }
  } catch (error) {
    throw named(path, error)
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'you are not allowed to read this file',
  ERR_STRING_TOO_LONG: 'this file is too large; split it',
}

/** What went wrong with a file, with its name, if a person can put it right. */
function named(path: string, error: unknown): unknown {
  const reason = error instanceof Unreadable ? error.message : reasonOf(error)
  return reason === undefined ? error : new Failure(`${nameOfFile(path)}: ${reason}`, { cause: error })
}

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined

/** Returns the result of `read`. Throws its `Failure` with the file's name before it. */
export function inFile<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(`${nameOfFile(path)}: ${error.message}`, { cause: error })
  }
}
