import { createHash } from 'node:crypto'
import { globSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the repository which notes that this code has passed a test that is too long to run each time. */
export interface PassedRecord {
  /** The digest of the code that passed last. */
  passed: string
}

/** SHA-256 over the paths and contents of the files below `root` that match, without what is built or installed there. */
export function digestOfFiles(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const paths = globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  for (const path of paths.sort())
    if (lstatSync(join(root, path)).isFile()) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

export const readPassed = <T extends PassedRecord>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))

export const writePassed = (file: string, record: PassedRecord): void =>
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
