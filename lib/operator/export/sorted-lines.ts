import { openScratchDatabase } from '../../import/scratch-database.ts'

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
  const { database, close } = await openScratchDatabase(
    'CREATE TABLE lines (key TEXT NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID',
  )
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
    close,
  }
}
