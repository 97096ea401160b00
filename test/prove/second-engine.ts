/**
 * The second engine of the table, DynamoDB Local: which tests run on it, and whether what they depend on has changed since
 * they last passed there.
 */
import { join } from 'node:path'
import { digestOfFiles } from '../../lib/local/template/sources.ts'
import { readPassed, writePassed } from '../support/passed-record.ts'

const root = join(import.meta.dirname, '../..')

/** Holds the digest of the code that has last passed on the second engine. `npm run prove -- engines` writes it. */
const RECORD = join(root, 'test/prove/second-engine.json')

/** The code that makes requests to the table, reads replies or imitates the table, and the packages under it. */
const DEPENDS_ON = ['lib/data/**/*.ts', 'lib/local/dynamodb/**/*.ts', 'package-lock.json']

/** SHA-256 over the paths and contents of the files of a project that a result on the second engine depends on. */
export const digestOf = (project: string): string => digestOfFiles(project, DEPENDS_ON)

/** True if this very code has passed on the second engine. */
const hasPassed = (): boolean => readPassed(RECORD).passed === digestOf(root)

/** Notes that this code has passed on the second engine. */
export const notePassed = (): void => writePassed(RECORD, { passed: digestOf(root) })

// .ci/run asks: the exit code is 0 if the second engine is to be tried.
if (import.meta.main) {
  const passed = hasPassed()
  console.log(
    passed
      ? 'DynamoDB Local is left out: lib/data, lib/local/dynamodb and package-lock.json are as they were when they last passed on it.'
      : 'DynamoDB Local is tried: lib/data, lib/local/dynamodb or package-lock.json has changed since it last passed. `npm run prove -- engines` tries it too, and notes that it passed.',
  )
  process.exitCode = passed ? 1 : 0
}
