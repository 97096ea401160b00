import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { synthesize } from '../../lib/local/template/assembly.ts'
import type { JsonObject } from '../../lib/local/template/json.ts'

const projectRoot = join(import.meta.dirname, '../..')
const kept = join(projectRoot, 'node_modules/.cache/storefront/assemblies')

/** Everything that an assembly is made of. */
const SOURCES = ['lib/**', 'functions/**', 'docs/**', 'bin/storefront.ts', '*.json']

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The folder of the assembly with these settings: synthesized, which takes half a minute on a busy machine, or that of
 * an earlier run with the same sources. Nobody changes it; one that was not used for a day goes.
 */
export async function keptAssembly(context: JsonObject): Promise<string> {
  const folder = join(kept, digestOf(context, projectRoot))
  await mkdir(kept, { recursive: true })
  if (!existsSync(folder)) {
    const fresh = join(kept, `new-${randomUUID()}`)
    await synthesize(fresh, context)
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

/** A digest of settings and of the sources of a project, with which the assembly changes. */
export function digestOf(context: JsonObject, root: string): string {
  const digest = createHash('sha256').update(JSON.stringify(context))
  const paths = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  for (const path of paths.filter((name) => lstatSync(join(root, name)).isFile()))
    digest.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return digest.digest('hex').slice(0, 32)
}
