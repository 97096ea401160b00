import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { readCsv } from '../../catalogue/read/csv-rows.ts'
import { readJson, readJsonLines } from '../../catalogue/read/json-rows.ts'
import type { SourceRow } from '../../catalogue/read/source-row.ts'
import { Unreadable } from '../../domain/unreadable.ts'
import { Failure } from '../failure.ts'

export const FORMATS = ['json', 'jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

const READERS: Record<Format, (text: string) => SourceRow[]> = {
  json: readJson,
  jsonl: readJsonLines,
  csv: readCsv,
}

const EXTENSIONS: Record<string, Format> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
}

/** The rows of a catalogue file, and its format. */
export interface SourceFile {
  format: Format
  rows: SourceRow[]
}

/**
 * Reads a complete catalogue file, in UTF-8 with or without a byte order mark.
 * Throws a `Failure` that names the file, and the line where there is one.
 */
export async function readSourceFile(path: string, format?: Format): Promise<SourceFile> {
  const chosen = format ?? EXTENSIONS[extname(path).toLowerCase()]
  if (!chosen)
    throw new Failure(`${path}: the format is not clear from the name; add --format json, jsonl or csv`)
  const text = decode(path, await readBytes(path))
  if (!text.trim()) throw new Failure(`${path} is empty`)
  const rows = inFile(path, () => READERS[chosen](text))
  if (rows.length === 0) throw new Failure(`${path} has no rows`)
  return { format: chosen, rows }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'you are not allowed to read this file',
  ERR_FS_FILE_TOO_LARGE: 'this file is too large; split it',
  ERR_STRING_TOO_LONG: 'this file is too large; split it',
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new Failure(`${path}: ${reasonOf(error) ?? String(error)}`, { cause: error })
  }
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Failure(`${path}: ${reasonOf(error) ?? 'this is not UTF-8 text'}`, { cause: error })
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined

/** Returns the result of `read`. What it finds unreadable becomes a `Failure` with the file's name before it. */
export function inFile<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Failure || error instanceof Unreadable)) throw error
    throw new Failure(`${path}: ${error.message}`, { cause: error })
  }
}
