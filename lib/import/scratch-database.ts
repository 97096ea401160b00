import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A database for the length of one command, so that memory stays small whatever it works on. */
export interface ScratchDatabase {
  database: DatabaseSync
  /** Deletes it. */
  close(): Promise<void>
}

/** Of SQLite. */
const PAGE_BYTES = 4_096

/**
 * Opens an empty database in the folder for temporary files, with the tables of `schema`. A write that would make it larger
 * than `mostBytes` throws an error that `isFull` knows.
 */
export async function openScratchDatabase(schema: string, mostBytes?: number): Promise<ScratchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const database = new DatabaseSync(join(folder, 'scratch.sqlite'))
  // If the process ends, so does the work: nothing has to outlive it.
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    ${schema};
    ${mostBytes === undefined ? '' : `PRAGMA max_page_count = ${Math.floor(mostBytes / PAGE_BYTES)};`}
    BEGIN`)
  // A file without a name is gone with the process that has it open, also with one that is killed. Windows keeps it.
  if (process.platform !== 'win32') await remove()
  return {
    database,
    async close() {
      database.close()
      await remove()
    },
  }
}

/** True for SQLITE_FULL. https://www.sqlite.org/rescode.html */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 13
