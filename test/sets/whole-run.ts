/** The note that a green `npm run test:all` leaves in the repository, and whether the code is still as it was then. */
import { join } from 'node:path'
import { digestOfFiles } from '../../lib/local/template/sources.ts'
import { type PassedRecord, readPassed, writePassed } from '../support/passed-record.ts'
import type { FileTime } from '../support/processor-report.ts'

const root = join(import.meta.dirname, '../..')
const RECORD = join(root, 'test/sets/whole-run.json')

/** All tests stand on these. While they are as a green `npm run test:all` had them, an eighth of the rest is enough. */
const DEPENDS_ON = [
  'lib/local/**',
  'lib/infra/**',
  'clients/**',
  'lib/data/table/**',
  'test/support/**',
  'package-lock.json',
]

interface WholeRun extends PassedRecord {
  /** The processor time of files that took `LEAST_SECONDS` or more, by their paths. */
  seconds: Record<string, number>
}

/** Files that took less are not worth a line: they count 1 s. */
const LEAST_SECONDS = 2

/** The digest of what a whole run stands on. */
export const wholeRunDigest = (project = root): string => digestOfFiles(project, DEPENDS_ON)

/** The last green run. */
export const lastWholeRun = (): WholeRun => readPassed<WholeRun>(RECORD)

/** Notes a green run of everything: what its code was before it began, and what each of its files took. */
export function noteWholeRun(passed: string, times: readonly FileTime[]): void {
  writePassed(RECORD, recordOf(passed, times))
}

/** The record of a run: its longer files, by their paths. */
export function recordOf(passed: string, times: readonly FileTime[]): WholeRun {
  const long = times.filter(({ seconds }) => Math.round(seconds) >= LEAST_SECONDS)
  const sorted = long.map(({ path, seconds }): [string, number] => [path, Math.round(seconds)]).sort()
  return { passed, seconds: Object.fromEntries(sorted) }
}

/** A run that has ended, with everything that says whether it was a whole one. */
interface EndedRun {
  set: string
  isWire: boolean
  /** The arguments that followed `vitest run`. */
  args: readonly string[]
  exitCode: number
  times: readonly FileTime[]
  files: ReadonlySet<string>
}

/** True if everything has run in wire mode and passed: also no option chose among the tests. */
export const isWholeAndGreen = ({ set, isWire, args, exitCode, times, files }: EndedRun): boolean =>
  exitCode === 0 &&
  set === 'all' &&
  isWire &&
  args.every((arg) => /^--(reporter|outputFile)\b/.test(arg)) &&
  [...files].every((file) => times.some(({ path }) => path === file))
