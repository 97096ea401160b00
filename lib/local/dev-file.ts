import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What other programs need to use the shop that `npm run dev` started. */
export type DevFile = {
  base_url: string
  business: { id: string; slug: string }
  /** null when the shop was kept from an earlier run and its key was not */
  api_key: string | null
  table: { name: string; endpoint: string }
}

/** Writes the file readable for its owner only: it holds an API key. */
export async function writeDevFile(path: string, content: DevFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // A file that is there keeps its mode, whoever made it.
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}

/** The file's content, or undefined when there is none. */
export async function readDevFile(path: string): Promise<DevFile | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Removes the file unless another run on another port has written it since. */
export async function removeDevFile(path: string, baseUrl: string): Promise<void> {
  const content = await readDevFile(path)
  if (content?.base_url === baseUrl) await rm(path, { force: true })
}
