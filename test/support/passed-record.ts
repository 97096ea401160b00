import { readFileSync, writeFileSync } from 'node:fs'

/** A file of the repository which notes that this code has passed a test that is too long to run each time. */
export interface PassedRecord {
  /** The digest of the code that passed last. */
  passed: string
}

export const readPassed = <T extends PassedRecord>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))

export const writePassed = (file: string, record: PassedRecord): void =>
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
