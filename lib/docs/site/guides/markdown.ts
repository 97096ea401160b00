import { posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { codeBlock } from '../code.ts'
import { anchor, Html, html } from '../html.ts'
import type { Heading } from '../page.ts'
import { labelOf, pageOf } from '../places.ts'

/** A page of the documentation as HTML. */
export interface Rendered {
  /** Its first heading, as plain text. */
  title: string
  html: string
  headings: Heading[]
}

/**
 * Renders GitHub's Markdown of a file of the project. Headings get the ids GitHub gives them, links to `.md` files lead to
 * their pages, and pictures, which `readPicture` reads by their paths from the root, are in the page itself.
 */
export function renderMarkdown(
  markdown: string,
  file: string,
  readPicture: (path: string) => Buffer,
): Rendered {
  const headings: Heading[] = []
  let tables = 0
  const marked = new Marked({ gfm: true })
  marked.use({
    walkTokens: (token) => leadToPage(token, file),
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = anchorOf(text)
        const inline = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1 id="${id}">${inline}</h1>\n`
        const plainText = text.replaceAll('`', '')
        headings.push({ id, text: plainText, depth })
        return `<div class="heading"><h${depth} id="${id}">${inline}</h${depth}>${anchor(id, plainText).text}</div>\n`
      },
      table(token: Tokens.Table) {
        // A column without a name has nothing that a header could say.
        const cellOf = (cell: Tokens.TableCell) =>
          this.tablecell({ ...cell, header: cell.header && cell.text !== '' })
        const rows = [token.header, ...token.rows].map((row) => `<tr>${row.map(cellOf).join('')}</tr>`)
        return wideTable(++tables, withColumnNames(token.header, rows))
      },
      image: ({ href, text }: Tokens.Image) =>
        picture(readPicture(posix.join(posix.dirname(file), href)), text).text,
      code: ({ text, lang = '' }: Tokens.Code) =>
        `${codeBlock(text, { language: lang.split(' ')[0] ?? '' }).text}\n`,
    },
  })
  const [, heading = ''] = /^# (.+)$/m.exec(markdown) ?? []
  const rendered = marked.parse(markdown, { async: false })
  return { title: heading.replaceAll('`', ''), html: withRowAnchors(rendered), headings }
}

/** The places of width and height in a PNG: https://www.w3.org/TR/png-3/#11IHDR. */
const [WIDTH, HEIGHT] = [16, 20]

/** A PNG inside the page: it loads nothing else. */
const picture = (png: Buffer, alt: string) =>
  html`<img src="data:image/png;base64,${png.toString('base64')}" alt="${alt}" width="${png.readUInt32BE(WIDTH)}" height="${png.readUInt32BE(HEIGHT)}">`

/** In a repository a link leads to a file and is often called after it, in a site to a page. */
function leadToPage(token: Token, file: string): void {
  if (token.type !== 'link') return
  const label = /^[\w-]+\.md$/.test(token.text) && labelOf(pageOf(token.text))
  if (label) token.tokens = [{ type: 'text', raw: label, text: label }]
  token.href = linkTo(token.href, file, '')
}

// A table that is wider than the page scrolls separately, also with the keyboard.
const wideTable = (number: number, [head, ...rows]: readonly string[]) =>
  `<div class="wide" role="region" aria-label="Table ${number}" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>\n`

const FIRST_NAMED = 2

/** A phone shows a row that has a name without the header of its table: its cells after the second say their columns. */
const withColumnNames = (header: readonly Tokens.TableCell[], rows: readonly string[]) =>
  rows.map((row) => {
    if (!row.startsWith('<tr><td><a id=')) return row
    let column = 0
    return row.replaceAll('<td>', () => {
      const name = header[column++]?.text
      return name && column > FIRST_NAMED ? html`<td data-column="${name}">`.text : '<td>'
    })
  })

/** A row of a table that has a name can be linked to as a heading can. */
const withRowAnchors = (rendered: string) =>
  rendered.replace(
    /<a id="([^"]+)"><\/a>(<code>[^<]*<\/code>|[^<]+)?/g,
    (_, id: string, name = '') => `<a id="${id}"></a>${name}${anchor(id, id).text}`,
  )

function linkTo(href: string, file: string, extension: string): string {
  const [, path, fragment = ''] = /^(?!\w+:)([^#]+\.md)(#.*)?$/.exec(href) ?? []
  if (path === undefined) return href
  return `${pageOf(posix.join(posix.dirname(file), path))}${extension}${fragment}`
}

/** The Markdown of a file as it is served: all pages are in one folder, whatever folder their files are in, without pictures. */
export const withPageLinks = (markdown: string, file: string): string =>
  markdown
    .replace(/^!\[([^\]]*)\]\(.*\)$/gm, 'Picture: $1')
    .replace(/\]\(([^()\s]+)\)/g, (_, href: string) => `](${linkTo(href, file, '.md')})`)

/** The anchor that GitHub gives to a heading: lower case, no punctuation, hyphens for spaces. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const plain = new Marked({ gfm: true })

/** Markdown of a few words, or of some paragraphs, from the description. */
export const renderInline = (markdown: string) => new Html(plain.parseInline(markdown, { async: false }))
export const renderBlock = (markdown: string) => new Html(plain.parse(markdown, { async: false }))
