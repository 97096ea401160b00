import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A page of the documentation as HTML or text, or what pages load: styles, a script, the index of the search. */
export interface DocumentationPage {
  content: string
  type: string
  /** Its name has a hash of its content, so that a browser never requests it twice. */
  isAsset: boolean
}

/** The page of this name; undefined if there is none. */
export type Pages = (name: string) => DocumentationPage | undefined

const ASSET_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** Types of pages for programs that read; every other page is HTML. */
const TEXT_TYPES: Record<string, string> = {
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Looks up once which pages a folder has: no name leads to any other file. Without the folder there are none. */
export function readPages(folder: string): Pages {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  return (name) => {
    if (!names.has(name)) return undefined
    const extension = extname(name)
    const asset = ASSET_TYPES[extension]
    return {
      content: readFileSync(join(folder, name), 'utf8'),
      type: asset ?? TEXT_TYPES[extension] ?? 'text/html; charset=utf-8',
      isAsset: asset !== undefined,
    }
  }
}
