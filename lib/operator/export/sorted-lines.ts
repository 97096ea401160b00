import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Lines that come in any order and are read sorted by their keys; they are in a file, so that memory stays small. */
export interface SortedLines {
  /** Keys may repeat. */
  add(key: string, line: string): void
  /** The lines in the order of the code points of their keys, those of one key in the order in which they came. */
  read(): Iterable<string>
  count(): number
  /** Deletes the file. */
  close(): Promise<void>
}

/** Opens an empty collection in the folder for temporary files. */
export async function openSortedLines(): Promise<SortedLines> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-export-'))
  const database = new DatabaseSync(join(folder, 'lines.sqlite'))
  // If the process ends, so does the work: nothing has to outlive it.
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    CREATE TABLE lines (key TEXT NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID;
    BEGIN`)
  const insert = database.prepare('INSERT INTO lines VALUES (?, ?, ?)')
  let count = 0
  return {
    add: (key, line) => {
      insert.run(key, count++, line)
    },
    *read() {
      for (const { line } of database.prepare('SELECT line FROM lines ORDER BY key, n').iterate())
        yield String(line)
    },
    count: () => count,
    async close() {
      database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
