import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Html, textOf } from '../html.ts'
import type { Entry, SitePage } from '../page.ts'
import { ELSEWHERE, pageOf } from '../places.ts'
import { renderMarkdown, withPageLinks } from './markdown.ts'

/** A page of every file under `docs/`, and of those elsewhere in the project that users read. */
export const guidePages = (root: string): SitePage[] =>
  [...globSync('docs/**/*.md', { cwd: root }).map((file) => file.replaceAll('\\', '/')), ...ELSEWHERE]
    .sort()
    .map((file) => guidePage(file, root))

function guidePage(file: string, root: string): SitePage {
  const markdown = readFileSync(join(root, file), 'utf8')
  const { title, html, headings } = renderMarkdown(markdown, file, (path) => readFileSync(join(root, path)))
  return {
    name: pageOf(file),
    title,
    main: new Html(html),
    markdown: withPageLinks(markdown, file),
    headings,
    entries: [...sectionEntries(title, html), ...rowEntries(html)],
  }
}

/** A row of a table that has a name, such as the code of a problem: it is found separately. */
const NAMED_ROW = /<tr><td><a id="([^"]+)"><\/a>(.*?)<\/td>(.*?)<\/tr>/gs

/** One for each heading, with the text up to the next one. */
function sectionEntries(title: string, html: string): Entry[] {
  const [intro = '', ...sections] = html.replaceAll(NAMED_ROW, '').split('<div class="heading">')
  return [
    { title, id: '', text: textOf(intro.replace(/<h1.*?<\/h1>/s, '')) },
    ...sections.map((section) => {
      const [, id = '', heading = '', rest = ''] = /^<h\d id="([^"]*)">(.*?)<\/h\d>(.*)/s.exec(section) ?? []
      return { title: textOf(heading), id, text: textOf(rest) }
    }),
  ]
}

/** One for each row that has a name, called as its first cell says. */
const rowEntries = (html: string): Entry[] =>
  [...html.matchAll(NAMED_ROW)].map(([, id = '', name = '', rest = '']) => ({
    title: textOf(name),
    id,
    text: rest.split('</td>').map(textOf).filter(Boolean).join(' · '),
  }))
