/**
 * The second engine of the table, DynamoDB Local: which tests run on it, and whether what they depend on has changed since
 * they last passed there.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Holds the digest of the code that has last passed on the second engine. `npm run prove -- engines` writes it. */
const RECORD = join(root, 'test/prove/second-engine.json')

/** The code that makes requests to the table, reads replies or imitates the table, and the packages under it. */
const DEPENDS_ON = [
  'lib/data/**/*.ts',
  'lib/dynamodb/**/*.ts',
  'lib/local/dynamodb/**/*.ts',
  'package-lock.json',
]

/** SHA-256 over the paths and contents of the files of a project that a result on the second engine depends on. */
export function digestOf(project: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(DEPENDS_ON, { cwd: project }).sort())
    hash.update(`${path}\n`).update(readFileSync(join(project, path)))
  return hash.digest('hex')
}

/** True if this very code has passed on the second engine. */
function hasPassed(): boolean {
  const { passed }: { passed: string } = JSON.parse(readFileSync(RECORD, 'utf8'))
  return passed === digestOf(root)
}

/** Notes that this code has passed on the second engine. */
export const notePassed = (): void =>
  writeFileSync(RECORD, `${JSON.stringify({ passed: digestOf(root) }, null, 2)}\n`)

// .ci/run asks: the exit code is 0 if the second engine is to be tried.
if (import.meta.main) {
  const passed = hasPassed()
  console.log(
    passed
      ? 'DynamoDB Local is left out: lib/data, lib/dynamodb, lib/local/dynamodb and package-lock.json are as they were when they last passed on it.'
      : 'DynamoDB Local is tried: lib/data, lib/dynamodb, lib/local/dynamodb or package-lock.json has changed since it last passed. `npm run prove -- engines` tries it too, and notes that it passed.',
  )
  process.exitCode = passed ? 1 : 0
}
