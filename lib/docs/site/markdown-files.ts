import { type SiteFile, type SitePage, summaryOf } from './page.ts'
import type { Group } from './places.ts'

/**
 * The pages as Markdown, for programs that read: `problems.md` for each page that has a source, and `llms.txt`, the list
 * of them in the form of https://llmstxt.org. The reference has no source of its own: it is the OpenAPI description,
 * which is at `api`.
 */
export function markdownFiles(
  pages: readonly SitePage[],
  { groups, api }: { groups: readonly Group[]; api: string },
): [name: string, file: SiteFile][] {
  const sources = pages.flatMap(({ name, markdown }): [string, SiteFile][] =>
    markdown === undefined
      ? []
      : [[`${name}.md`, { content: markdown, type: 'text/markdown; charset=utf-8' }]],
  )
  return [
    ...sources,
    ['llms.txt', { content: listOf(pages, groups, api), type: 'text/plain; charset=utf-8' }],
  ]
}

function listOf(pages: readonly SitePage[], groups: readonly Group[], api: string): string {
  const byName = new Map(pages.map((page) => [page.name, page]))
  const sections = groups.flatMap(({ title, pages: listed }) => {
    const lines = listed.flatMap(([name, label]) => {
      const page = byName.get(name)
      return page?.markdown === undefined ? [] : [`- [${label}](${name}.md): ${summaryOf(page)}`]
    })
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}\n`]
  })
  return `# Storefront

> A REST API for the product catalogues of many shops: public reads with the slug of a shop, administrative reads and writes
> with API keys.

${sections.join('\n')}
## Reference

- [OpenAPI description](${api}openapi.json): every path, parameter, member, problem and event.
`
}
