import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenApi } from '../description/openapi.ts'
import { framed } from './frame.ts'
import { renderMarkdown } from './markdown.ts'
import { referencePage } from './reference.ts'

/** A file of the site. */
export interface SiteFile {
  content: string
  type: string
}

const page = (content: string): SiteFile => ({ content, type: 'text/html; charset=utf-8' })
const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The documentation as a static site without any script: the reference of the API, and every page under `docs/`.
 *
 * @param apiUrl the base URL that the reference speaks of; by default `/api/v1` of wherever the site is
 * @returns the files by their place in the site
 */
export function makeSite(apiUrl?: string): Record<string, SiteFile> {
  const description: OpenApi = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8'))
  if (apiUrl !== undefined) description.servers = [{ url: apiUrl }]
  const pages = globSync('**/*.md', { cwd: join(projectRoot, 'docs') }).map((file): [string, SiteFile] => {
    const place = file.replaceAll('\\', '/').replace(/\.md$/, '.html')
    const { title, html: main } = renderMarkdown(readFileSync(join(projectRoot, 'docs', file), 'utf8'))
    return [place, page(framed({ place, title, main }))]
  })
  return {
    ...Object.fromEntries(pages),
    'index.html': page(referencePage(description)),
    'openapi.json': { content: JSON.stringify(description, null, 2), type: 'application/json' },
  }
}
