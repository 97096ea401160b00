import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { synthesize } from '../../lib/local/template/assembly.ts'
import type { JsonObject } from '../../lib/local/template/json.ts'
import { digestOf } from '../../lib/local/template/sources.ts'

const projectRoot = join(import.meta.dirname, '../..')
const cache = join(projectRoot, 'node_modules/.cache/storefront')

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** More are only kept while somebody may be using them. */
const MOST_KEPT = 6

/**
 * The folder of the assembly with these settings: synthesized, which takes half a minute on a busy machine, or that of
 * an earlier run with the same sources.
 */
export const keptAssembly = (context: JsonObject): Promise<string> =>
  keptFolder('assemblies', digestOf(context, projectRoot), (folder) => synthesize(folder, context))

/** A folder that `make` fills, or an earlier run with the same digest. Nobody changes it. */
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
    await make(fresh).catch(async (error: unknown) => {
      await rm(fresh, { recursive: true, force: true })
      throw error
    })
    // Unless another run was first.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  }
  const now = new Date()
  await utimes(folder, now, now)
  await removeOld(kept, now)
  return folder
}

/** Removes folders that nobody has used for a day, and all but the newest: an assembly has a hundred megabytes. */
async function removeOld(kept: string, now: Date): Promise<void> {
  const folders = await Promise.all(
    (await readdir(kept)).map(async (name) => {
      // Another run may have removed it meanwhile.
      const usedAt = await stat(join(kept, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      return { path: join(kept, name), age: now.getTime() - usedAt }
    }),
  )
  folders.sort((one, other) => one.age - other.age)
  const old = folders.filter(({ age }, n) => age > DAY_MS || (n >= MOST_KEPT && age > HOUR_MS))
  for (const { path } of old) await rm(path, { recursive: true, force: true })
}
