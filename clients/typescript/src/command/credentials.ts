import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { readBaseUrl } from './base-url.ts'
import { Failure } from './failure.ts'
import { LOGIN } from './words.ts'

/** The deployment that a command uses, and the token of the API key that it sends. */
export interface Credentials {
  url: string
  apiKey: string
}

const { XDG_CONFIG_HOME = '', STOREFRONT_URL = '', STOREFRONT_API_KEY = '' } = process.env

/**
 * The file in which `login` keeps the key. A path that is not absolute is ignored, as the XDG specification says. Throws a
 * `Failure` for a user whom the system does not know, as in a container, and who has no `HOME`.
 */
export function credentialsPath(): string {
  if (isAbsolute(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, ...FILE)
  try {
    return join(homedir(), '.config', ...FILE)
  } catch (error) {
    throw new Failure('there is no home folder: set HOME or XDG_CONFIG_HOME', undefined, { cause: error })
  }
}

const FILE = ['storefront', 'credentials.json'] as const

/** The same file, which no output may replace. A user without a home folder has none, and needs none with both variables. */
export function savedPaths(): string[] {
  try {
    return [credentialsPath()]
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

/** The variables of the environment that are set and win over the file. */
export const variablesInUse = (): string[] =>
  Object.entries({ STOREFRONT_URL, STOREFRONT_API_KEY }).flatMap(([name, value]) =>
    value === '' ? [] : [name],
  )

/** The credentials of the environment, or else of the file. Throws a `Failure` if there are none. */
export async function currentCredentials(): Promise<Credentials> {
  const saved = STOREFRONT_URL && STOREFRONT_API_KEY ? undefined : await savedCredentials()
  const url = STOREFRONT_URL ? readBaseUrl(STOREFRONT_URL) : saved?.url
  const apiKey = STOREFRONT_API_KEY || saved?.apiKey
  if (url === undefined || apiKey === undefined) throw new Failure(`you are not logged in; ${LOGIN}`)
  // A saved key must not be sent to a host that it was not saved for.
  if (!STOREFRONT_API_KEY && url !== saved?.url)
    throw new Failure(
      `STOREFRONT_URL is set, but the saved key is for ${saved?.url}; also set STOREFRONT_API_KEY`,
    )
  return { url, apiKey: readToken(apiKey) }
}

/** The base URL of the environment, or else of the file. Throws a `Failure` if there is none. */
export async function currentUrl(): Promise<string> {
  const url = STOREFRONT_URL ? readBaseUrl(STOREFRONT_URL) : (await savedCredentials())?.url
  if (url === undefined) throw new Failure(`there is no base URL; ${LOGIN}`)
  return url
}

/** The token of an API key: its shape alone, which finds a wrong paste before it is sent. Throws a `Failure`. */
export function readToken(text: string): string {
  const token = text.trim()
  if (/^sfk_[0-9A-Za-z]{49}$/.test(token)) return token
  throw new Failure('this is not an API key: a key begins with sfk_ and has 53 characters')
}

async function savedCredentials(): Promise<Credentials | undefined> {
  const path = credentialsPath()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Failure(`${path} cannot be read: ${error.message}`, undefined, { cause: error })
  })
  if (text === undefined) return undefined
  const { url, api_key } = parsed(text)
  if (typeof url === 'string' && typeof api_key === 'string') return { url, apiKey: api_key }
  throw new Failure(`${path} is damaged; ${LOGIN}`)
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * Saves credentials where only this user can read them: the file has its mode before it has its content, and takes the
 * place of the previous one when it is complete. Returns its path.
 */
export async function saveCredentials({ url, apiKey }: Credentials): Promise<string> {
  const path = credentialsPath()
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const unfinished = `${path}.${randomUUID()}`
  try {
    await writeFile(unfinished, `${JSON.stringify({ url, api_key: apiKey }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return path
}

/** Removes the saved credentials. False if there were none. */
export async function removeCredentials(): Promise<boolean> {
  try {
    await rm(credentialsPath())
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
