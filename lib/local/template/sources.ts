import { createHash } from 'node:crypto'
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ELSEWHERE } from '../../docs/site/places.ts'
import type { JsonObject } from './json.ts'

/** Everything that an assembly is made of. */
const SOURCES = [
  'lib/**',
  'functions/**',
  'docs/**',
  'clients/shop/index.html',
  'clients/{console,typescript}/src/**',
  ...ELSEWHERE,
  'bin/storefront.ts',
  'storefront.config.ts',
  '*.json',
]

/** SHA-256 over the paths and contents of the files below `root` that match, without what is built or installed there. */
export function digestOfFiles(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const paths = globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  for (const path of paths.sort())
    if (lstatSync(join(root, path)).isFile()) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** A digest of settings and of these sources of a project: those with which an assembly changes, if no others are named. */
export function digestOf(context: JsonObject, root: string, sources: readonly string[] = SOURCES): string {
  const digest = createHash('sha256').update(JSON.stringify(context)).update(digestOfFiles(root, sources))
  return digest.digest('hex').slice(0, 32)
}
