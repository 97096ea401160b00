import { Marked, type Tokens } from 'marked'
import { escapeHtml, Html } from './html.ts'

/** A page of the documentation as HTML. */
export interface Rendered {
  /** Its first heading, as plain text. */
  title: string
  html: string
}

/** Renders GitHub's Markdown. Headings get the ids GitHub gives them, and links to `.md` lead to `.html`. */
export function renderMarkdown(markdown: string): Rendered {
  let tables = 0
  const marked = new Marked({ gfm: true })
  marked.use({
    walkTokens(token) {
      if (token.type === 'link') token.href = token.href.replace(/^(?!\w+:)([^#]*)\.md(?=#|$)/, '$1.html')
    },
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // A table that is wider than the page scrolls separately, also with the keyboard.
      table(token: Tokens.Table) {
        const [head, ...rows] = [token.header, ...token.rows].map(
          // A column without a name has nothing that a header could say.
          (row) =>
            `<tr>${row.map((cell) => this.tablecell({ ...cell, header: cell.header && cell.text !== '' })).join('')}</tr>`,
        )
        tables++
        return `<div class="wide" role="region" aria-label="Table ${tables}" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>\n`
      },
      code({ text, lang = '' }: Tokens.Code) {
        return `<pre tabindex="0"><code class="language-${escapeHtml(lang)}">${escapeHtml(text)}</code></pre>\n`
      },
    },
  })
  const [, heading = ''] = /^# (.+)$/m.exec(markdown) ?? []
  return { title: heading.replaceAll('`', ''), html: marked.parse(markdown, { async: false }) }
}

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
