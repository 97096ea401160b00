import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import type { GatewayAnswer } from '../gateway/answer.ts'

/**
 * The content of each path: a file of this machine, every file of a folder when the path ends in `/` (its
 * `index.html` under that path itself), or a content made at start. The last part of a path can be `*`: any name there.
 */
export interface Pages {
  readonly [path: string]: { path: string } | Content
}

interface Content {
  content: string
  type: string
  /** For requests to `localhost` alone: the owner of a domain can let it resolve to this machine. */
  isForLocalhost?: true
}

/** The response to a GET or HEAD of a page; undefined when there is no such page, which leaves the request to the API. */
export type AnswerPage = (message: IncomingMessage) => Promise<GatewayAnswer | undefined>

const contentTypes: { [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

interface LocalPage {
  type: string
  isForLocalhost?: true
  read(): Promise<Buffer>
}

/**
 * Looks up once which files there are; no other file can be requested with any path. Their contents are read when they
 * are requested, so that an edit is seen at the next reload. Throws when a file or folder is missing, or when a path
 * would take the place of one of the API.
 */
export async function openPages(pages: Pages): Promise<AnswerPage> {
  const found = new Map<string, LocalPage>()
  for (const [path, source] of Object.entries(pages)) {
    if (!path.startsWith('/') || /^\/api(\/|$)/.test(path)) throw new Error(`no page can be at ${path}`)
    if ('content' in source) found.set(path, { ...source, read: async () => Buffer.from(source.content) })
    else for (const [place, file] of await filesOf(path, source.path)) found.set(place, filePage(file))
  }
  return async ({ method, url = '', headers: { host = '' } }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const path = url.split('?', 1)[0] ?? ''
    const page = found.get(path) ?? found.get(path.replace(/[^/]+$/, '*'))
    if (page?.isForLocalhost && !LOCALHOST.test(host)) return undefined
    // A file that was deleted since counts as missing.
    return page && answer(page).catch(() => undefined)
  }
}

const LOCALHOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

async function answer({ type, read }: LocalPage): Promise<GatewayAnswer> {
  const headers: GatewayAnswer['headers'] = [
    ['content-type', type],
    ['cache-control', 'no-cache'],
    ['x-content-type-options', 'nosniff'],
  ]
  return { status: 200, headers, body: await read() }
}

const filePage = (file: string): LocalPage => ({
  type: contentTypes[extname(file)] ?? 'application/octet-stream',
  read: () => readFile(file),
})

/** The paths, percent-encoded, and the files under them. */
async function filesOf(path: string, source: string): Promise<[string, string][]> {
  if (!(await stat(source)).isDirectory()) return [[path, source]]
  if (!path.endsWith('/')) throw new Error(`the path of a folder ends in a slash: ${path}/`)
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .flatMap((entry): [string, string][] => {
      const file = join(entry.parentPath, entry.name)
      const name = relative(source, file).split(sep).map(encodeURIComponent).join('/')
      return [[`${path}${name}`, file], ...(name === 'index.html' ? [[path, file] as [string, string]] : [])]
    })
}
