import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { synthesize } from '../../lib/local/template/assembly.ts'
import type { JsonObject } from '../../lib/local/template/json.ts'
import { digestOfFiles } from './passed-record.ts'

const projectRoot = join(import.meta.dirname, '../..')
const cache = join(projectRoot, 'node_modules/.cache/storefront')

/** Everything that an assembly is made of. */
const SOURCES = ['lib/**', 'functions/**', 'docs/**', 'bin/storefront.ts', '*.json']

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The folder of the assembly with these settings: synthesized, which takes half a minute on a busy machine, or that of
 * an earlier run with the same sources.
 */
export const keptAssembly = (context: JsonObject): Promise<string> =>
  keptFolder('assemblies', digestOf(context, projectRoot), (folder) => synthesize(folder, context))

/**
 * A folder that `make` fills, or an earlier run with the same digest. Nobody changes it; one that was not used for a day
 * goes.
 */
export async function keptFolder(
  kind: string,
  digest: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const kept = join(cache, kind)
  const folder = join(kept, digest)
  await mkdir(kept, { recursive: true })
  if (!existsSync(folder)) {
    const fresh = join(kept, `new-${randomUUID()}`)
    await make(fresh)
    // Unless another run was first.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  }
  const now = new Date()
  await utimes(folder, now, now)
  for (const name of await readdir(kept)) {
    const { mtimeMs } = await stat(join(kept, name))
    if (mtimeMs < now.getTime() - DAY_MS) await rm(join(kept, name), { recursive: true, force: true })
  }
  return folder
}

/** A digest of settings and of these sources of a project: those with which an assembly changes, if no others are named. */
export function digestOf(context: JsonObject, root: string, sources: readonly string[] = SOURCES): string {
  const digest = createHash('sha256').update(JSON.stringify(context)).update(digestOfFiles(root, sources))
  return digest.digest('hex').slice(0, 32)
}
