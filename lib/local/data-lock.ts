import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** A connection that nothing refers to is closed, and its lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Keeps every other stack off a folder of data until the returned function is called. The lock is the operating system's, which
 * SQLite takes on a file: it ends with the process, however that ends, so that none is ever left behind. Throws one line if
 * another stack has it, or if it cannot be used. Does nothing without a folder.
 */
export function lockData(dataDir: string | undefined): () => void {
  if (dataDir === undefined) return () => {}
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    database = new DatabaseSync(join(dataDir, 'lock.db'))
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    throw new Error(
      isTaken
        ? `Another local stack uses the data in ${dataDir}. Stop it, or choose another folder (STOREFRONT_DATA).`
        : `The folder ${dataDir} cannot be used: ${error}. Choose another one (STOREFRONT_DATA).`,
      { cause: error },
    )
  }
  held.add(database)
  return () => {
    held.delete(database)
    database.close()
  }
}
