import type { StatementSync } from 'node:sqlite'
import type { Place } from './catalogue-files/dialects/dialect.ts'
import type { SourceRow } from './catalogue-files/read/source-row.ts'
import { ImportRefused } from './import-refused.ts'
import type { PlannedRow, ProductOutcome, RowGroup } from './row.ts'
import { isFull, openScratchDatabase } from './scratch-database.ts'

/** The working memory of an import, on disk: first the rows, then the products planned from them, then outcomes. */
export interface ImportDatabase {
  addRow(row: SourceRow, place: Place): void
  /** Groups in the order of their products in the file. */
  groups(): Iterable<RowGroup>
  /** The first row of the file. */
  firstRow(): SourceRow | undefined
  /** The number of the first row that claimed this, which may be `row` itself. */
  claim(kind: string, value: string, row: number): number
  isClaimed(kind: string, value: string): boolean
  /** How often this has been counted, with this time. */
  count(kind: string, value: string): number
  addPlanned(row: PlannedRow): void
  /** In the order of the file, without the first ones, or only these. */
  planned(range?: { from?: number; most?: number }): Iterable<PlannedRow>
  addOutcome(outcome: ProductOutcome): void
  /** In the order of the file. */
  outcomes(): Iterable<ProductOutcome>
  /** The planned products that are neither refused nor left out, of those that have an outcome. */
  imported(): Iterable<PlannedRow>
  close(): Promise<void>
}

/** The names that rows of a file have taken: the part of it that compares a row with those before it. */
export type Claims = Pick<ImportDatabase, 'claim' | 'isClaimed' | 'count'>

const SCHEMA = `
  CREATE TABLE rows (n INTEGER PRIMARY KEY, json TEXT NOT NULL, parent TEXT, owner INTEGER);
  CREATE TABLE names (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE claims (kind TEXT, value TEXT, n INTEGER NOT NULL, PRIMARY KEY (kind, value)) WITHOUT ROWID;
  CREATE TABLE planned (n INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE outcomes (n INTEGER PRIMARY KEY, outcome TEXT NOT NULL, json TEXT NOT NULL)`

/** A name that is that of several products. */
const SEVERAL = 0

/** A product's name is that of its first row. Of one that begins another product, too, nobody can know which is meant. */
const ADD_NAME = `
  INSERT INTO names VALUES (:name, :n) ON CONFLICT DO UPDATE SET n = CASE WHEN :begins AND n <> :n THEN ${SEVERAL} ELSE n END`

/** A row of a product that is named in another row belongs to the row of that name. */
const FIND_OWNERS = `
  UPDATE rows SET owner = CASE WHEN parent IS NULL THEN n
    ELSE (SELECT n FROM names WHERE name = parent AND n <> ${SEVERAL}) END;
  CREATE INDEX rows_by_owner ON rows (coalesce(owner, n), n)`

const IMPORTED = `
  SELECT planned.json FROM planned JOIN outcomes USING (n) WHERE outcome NOT IN ('refused', 'left_out') ORDER BY n`

const COUNT = 'INSERT INTO claims VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET n = n + 1 RETURNING n'

const GROUPED = `
  SELECT n, json, owner, coalesce(owner, n) AS first, (SELECT n FROM names WHERE name = parent) AS named
  FROM rows ORDER BY coalesce(owner, n), n`

/** Opens an empty one. What would make it larger than `mostBytes` throws an `ImportRefused`. */
export async function openImportDatabase(mostBytes?: number): Promise<ImportDatabase> {
  const { database, close } = await openScratchDatabase(SCHEMA, mostBytes)
  function write(change: () => unknown): void {
    try {
      change()
    } catch (error) {
      if (mostBytes === undefined || !isFull(error)) throw error
      const most = `${mostBytes / 1024 / 1024} MB`
      throw new ImportRefused(
        'unreadable',
        `reading this file takes more than ${most} of disk: send it in parts`,
        {
          cause: error,
        },
      )
    }
  }
  const insertRow = database.prepare('INSERT INTO rows (n, json, parent) VALUES (?, ?, ?)')
  const insertName = database.prepare(ADD_NAME)
  const insertClaim = database.prepare('INSERT OR IGNORE INTO claims VALUES (?, ?, ?)')
  const findClaim = database.prepare('SELECT n FROM claims WHERE kind = ? AND value = ?')
  const countClaim = database.prepare(COUNT)
  const insertPlanned = database.prepare('INSERT INTO planned VALUES (?, ?)')
  const insertOutcome = database.prepare('INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?)')
  let hasOwners = false
  return {
    addRow(row, { names, of }) {
      const json = jsonOf(row)
      write(() => insertRow.run(row.number, json, of ?? null))
      const begins = of === undefined ? 1 : 0
      for (const name of names) write(() => insertName.run({ name, n: row.number, begins }))
    },
    *groups() {
      if (!hasOwners) write(() => database.exec(FIND_OWNERS))
      hasOwners = true
      yield* groupsOf(database.prepare(GROUPED))
    },
    firstRow() {
      const found = database.prepare('SELECT json FROM rows ORDER BY n LIMIT 1').get()
      return found && JSON.parse(String(found.json))
    },
    claim(kind, value, row) {
      write(() => insertClaim.run(kind, value, row))
      return Number(findClaim.get(kind, value)?.n)
    },
    isClaimed: (kind, value) => findClaim.get(kind, value) !== undefined,
    count: (kind, value) => Number(countClaim.get(kind, value)?.n),
    addPlanned: (row) => {
      write(() => insertPlanned.run(row.number, JSON.stringify(row)))
    },
    planned: ({ from = 0, most = -1 } = {}) =>
      parsed<PlannedRow>(
        database.prepare(`SELECT json FROM planned ORDER BY n LIMIT ${most} OFFSET ${from}`),
      ),
    addOutcome: (outcome) => {
      write(() => insertOutcome.run(outcome.row, outcome.outcome, JSON.stringify(outcome)))
    },
    imported: () => parsed<PlannedRow>(database.prepare(IMPORTED)),
    outcomes: () => parsed<ProductOutcome>(database.prepare('SELECT json FROM outcomes ORDER BY n')),
    close,
  }
}

/** A row as JSON. It is parsed at any depth, and written to a few thousand: one that is deeper has a fault. */
function jsonOf(row: SourceRow): string {
  try {
    return JSON.stringify(row)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return JSON.stringify({ ...row, values: null, fault: 'is nested too deeply' })
  }
}

function* groupsOf(grouped: StatementSync): Generator<RowGroup> {
  let group: (RowGroup & { first: number }) | undefined
  for (const { json, owner, first, named } of grouped.iterate()) {
    const row: SourceRow = JSON.parse(String(json))
    if (group && group.first === first) group.rows.push(row)
    else {
      if (group) yield group
      group = { rows: [row], first: Number(first) }
      if (owner === null) group.orphan = named === SEVERAL ? 'ambiguous' : 'absent'
    }
  }
  if (group) yield group
}

/** The rows' JSON, parsed; this program wrote it. */
function* parsed<T>(statement: StatementSync): Generator<T> {
  for (const { json } of statement.iterate()) yield JSON.parse(String(json))
}
