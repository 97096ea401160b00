import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Html, textOf } from '../html.ts'
import type { Entry, SitePage } from '../page.ts'
import { pageOf } from '../places.ts'
import { renderMarkdown } from './markdown.ts'

/** Every page under a folder of Markdown. */
export const guidePages = (folder: string): SitePage[] =>
  globSync('**/*.md', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => guidePage(file, readFileSync(join(folder, file), 'utf8')))

function guidePage(file: string, markdown: string): SitePage {
  const { title, html, headings } = renderMarkdown(markdown, file)
  return {
    name: pageOf(file),
    title,
    main: new Html(html),
    headings,
    entries: [...sectionEntries(title, html), ...rowEntries(html)],
  }
}

/** One for each heading, with the text up to the next one. */
function sectionEntries(title: string, html: string): Entry[] {
  const [intro = '', ...sections] = html.split('<div class="heading">')
  return [
    { title, id: '', text: textOf(intro.replace(/<h1.*?<\/h1>/s, '')) },
    ...sections.map((section) => {
      const [, id = '', heading = '', rest = ''] = /^<h\d id="([^"]*)">(.*?)<\/h\d>(.*)/s.exec(section) ?? []
      const [title, text] = [textOf(heading), textOf(rest)]
      const isOnPaging = /\blists?\b/i.test(title) && text.includes('next_cursor')
      return { title, id, text, ...(isOnPaging && { words: PAGING }) }
    }),
  ]
}

/** People look for it by words that a section on lists need not have. */
const PAGING = 'page paging pagination next'

/** One for each row of a table that has a name: the codes of problems. */
const rowEntries = (html: string): Entry[] =>
  [...html.matchAll(/<tr><td><a id="([^"]+)"><\/a>(.*?)<\/tr>/gs)].map(([, id = '', row = '']) => ({
    title: id,
    id,
    text: textOf(row.replaceAll('</td>', ' ')).replace(id, '').trim(),
  }))
