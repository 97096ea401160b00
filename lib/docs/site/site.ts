import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenApi } from '../description/openapi.ts'
import { framed, type Shared, withExtension } from './frame.ts'
import { guidePages } from './guides/guide-pages.ts'
import { markdownFiles } from './markdown-files.ts'
import { notFoundPage } from './not-found.ts'
import { overviewPage } from './overview.ts'
import type { SiteFile, SitePage } from './page.ts'
import { groupsOf } from './places.ts'
import { operationsOf } from './reference/description.ts'
import { schemasPage } from './reference/schemas-page.ts'
import { tagPageOf } from './reference/tag-page.ts'
import { bundledScript } from './scripts.ts'
import { searchIndex } from './search/search-index.ts'
import { STYLE } from './style/style.ts'

export interface SiteOptions {
  /**
   * The address of the API: an absolute URL, or relative to a page of the site. Ends with a slash. On a deployment `../`, on
   * the local stack `../api/v1/`.
   */
  api: string
  /** The end of links between pages: nothing on a deployment (`/docs/problems`), `.html` for a folder of files. */
  extension?: '' | '.html'
  /** True on the local stack: the page can send administrative requests and has the demo key. */
  isLocal?: boolean
}

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * The documentation as a static site: the reference of the API, every page under `docs/`, and what they load. A page
 * loads nothing from elsewhere, and has no style or script inside it, so that a strict Content-Security-Policy fits.
 *
 * @returns the files by name: `index`, `problems`, `problems.md`, `llms.txt`, `site-<hash>.css`, `not-found`, …
 */
export function makeSite({ api, extension = '', isLocal = false }: SiteOptions): Record<string, SiteFile> {
  const description: OpenApi = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8'))
  const pages = pagesOf(description, api, isLocal)
  const style = immutable('site', 'css', 'text/css; charset=utf-8', STYLE)
  const script = immutable('site', 'js', SCRIPT_TYPE, bundledScript('site.ts'))
  const searchScript = immutable('search', 'js', SCRIPT_TYPE, bundledScript('search.ts'))
  const index = immutable('search', 'json', 'application/json', searchIndex(pages))
  const shared: Shared = {
    groups: groupsOf(usedTags(description).map(({ name }) => name)),
    api,
    extension,
    isLocal,
    assets: { style: style[0], script: script[0], searchScript: searchScript[0], searchIndex: index[0] },
  }
  const names = new Set(pages.map(({ name }) => name))
  const files = pages.map((page): [string, SiteFile] => [
    page.name,
    { content: withExtension(framed(page, shared), names, extension), type: 'text/html; charset=utf-8' },
  ])
  return Object.fromEntries([...files, ...markdownFiles(pages, shared), style, script, searchScript, index])
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

const usedTags = (description: OpenApi) =>
  description.tags.filter(({ name }) =>
    operationsOf(description).some(({ operation }) => operation.tags.includes(name)),
  )

function pagesOf(description: OpenApi, api: string, isLocal: boolean): SitePage[] {
  const operations = operationsOf(description)
  const explained = new Set<string>()
  const tagPages = usedTags(description).map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name))
    return tagPageOf(description, tag, { operations: own, explained, isLocal })
  })
  const first = overviewPage(description, operations, api)
  return [first, ...guidePages(projectRoot), ...tagPages, schemasPage(description), notFoundPage]
}

function immutable(name: string, extension: string, type: string, content: string): [string, SiteFile] {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return [`${name}-${hash}.${extension}`, { content, type, isImmutable: true }]
}
