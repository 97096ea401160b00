import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A file that a whole run leaves behind: see `RECORDS`. */
export type RecordName = keyof typeof RECORDS

/** The records of a run and what a line of each is. */
export const RECORDS = {
  log: 'what a function of the running stack wrote',
  tokens: 'the token of an API key that a test was given',
  problems: 'the body of a problem that a test was answered',
  seen: 'an operation, a status it answered and the code of the problem, if it was one, or an error of it with its place; each once',
  misfits: 'an answer that is not as the description says, and why',
}

/** Adds a line to a record. It is in the file when this returns: a worker may end at any time. */
export function keep(record: RecordName, line: string): void {
  appendFileSync(join(inject('recordsDir'), record), `${line}\n`)
}

/** Everything that was added to a record. */
export const readRecord = (record: RecordName): string =>
  readFileSync(join(inject('recordsDir'), record), 'utf8')
