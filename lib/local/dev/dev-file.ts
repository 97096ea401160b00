import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The data that other programs need to use the shop that `npm run dev` started. */
export interface DevFile {
  base_url: string
  business: { id: string; slug: string }
  /** null when the shop was kept from an earlier run and its key was not */
  api_key: string | null
  table: { name: string; endpoint: string }
  /** the bucket of pictures */
  bucket?: { name: string; endpoint: string }
  /** the process that runs it */
  pid: number
}

/** The file of the run on a port, or without one of the newest run, in the folder that all runs of a clone share. */
export const devFileIn = (folder: string, port?: number): string =>
  join(folder, port === undefined ? 'dev.json' : `dev-${port}.json`)

/**
 * Writes the file readable for its owner only: it holds an API key. It is complete before it takes the place of another, which a
 * kill, a full disk or a second run at the same time leave as it is.
 */
export async function writeDevFile(path: string, content: DevFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.${randomUUID()}`
  try {
    await writeFile(beside, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** The file's content, or undefined when there is none. */
export async function readDevFile(path: string): Promise<DevFile | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Makes a run known: under its port, and as the newest one. */
export async function publishRun(folder: string, content: DevFile): Promise<void> {
  for (const path of [devFileIn(folder, portOf(content)), devFileIn(folder)])
    await writeDevFile(path, content)
}

/** Takes back what a run has published. Where it was the newest, the newest of those still running takes its place. */
export async function withdrawRun(folder: string, content: DevFile): Promise<void> {
  await rm(devFileIn(folder, portOf(content)), { force: true })
  const newest = devFileIn(folder)
  const next = await newestOther(folder)
  if (next) await writeDevFile(newest, next)
  else await rm(newest, { force: true })
}

/** The port of the run's address. */
export const portOf = ({ base_url }: DevFile) => Number(new URL(base_url).port)

async function newestOther(folder: string): Promise<DevFile | undefined> {
  // The folder, and any file of it, can go at any time: other runs end, and somebody cleans up.
  const all = await readdir(folder).catch(unlessGone([]))
  const names = all.filter((name) => /^dev-\d+\.json$/.test(name))
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const { mtimeMs: writtenMs } = await stat(path).catch(unlessGone({ mtimeMs: 0 }))
      return { content: await readDevFile(path), writtenMs }
    }),
  )
  return files
    .toSorted((a, b) => b.writtenMs - a.writtenMs)
    .find(({ content }) => content && isRunning(content.pid))?.content
}

/** The value in place of what is not there; throws every other error. */
const unlessGone =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value
    throw error
  }

/** Signal 0 only asks whether the process is there: one that was killed has left its file behind. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
