import { compile } from 'html-to-text'
import { Unreadable } from '../../domain/text/unreadable.ts'

/** Deeper than any page that a person has written. */
const MOST_DEPTH = 200

/** The characters of a page that are read: its text is cut long before that. */
const MOST_HTML = 1_000_000

/** The parser takes quadratic time for elements in each other: with more open ones it would take minutes. */
const MOST_OPEN = 2_000

/** Tags of elements that stay open until they are closed. */
const NESTING =
  /<(\/?)(?!(?:area|base|br|col|dd|dt|hr|img|input|li|link|meta|option|p|source|tbody|td|th|thead|tr|wbr)\b)[a-z][\w-]*/gi

/** Replaces an element that was too deep and was left out: a character that no text uses. */
const LEFT_OUT = '\u{F8FF}'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
  selector,
  options: { uppercase: false },
}))

/** Text as it was written: no capitals for headings, no addresses of links, no lines broken for a width. */
const convert = compile({
  wordwrap: false,
  limits: { maxDepth: MOST_DEPTH, ellipsis: LEFT_OUT },
  selectors: [
    ...HEADINGS,
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'hr', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 2 } },
  ],
})

/** Tags that people write in descriptions; `a < b` is not one. */
const TAG =
  /<\/?(?:a|b|br|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|section|small|span|strong|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/i

/** True for a text with at least one HTML tag. */
export const isHtml = (text: string) => TAG.test(text)

/** `&amp;`, `&#038;`, `&#x2019;`. */
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi

/** Entities with their characters: a file has few of them, many times. */
const KNOWN = new Map<string, string>()
const MOST_KNOWN = 10_000

/** A text without tags in which each entity of HTML is replaced by its character, once: `&amp;lt;` is `&lt;`. */
export const withoutEntities = (text: string): string =>
  text.replace(ENTITY, (entity) => {
    const decoded = KNOWN.get(entity) ?? convert(`|${entity}|`).slice(1, -1)
    if (KNOWN.size < MOST_KNOWN) KNOWN.set(entity, decoded)
    return decoded
  })

/**
 * The text of an HTML page as a person reads it, with its paragraphs. Throws `Unreadable` if its elements are nested too
 * deep.
 */
export function textOfHtml(html: string): string {
  const read = html.slice(0, MOST_HTML)
  if (isTooOpen(read)) throw tooDeep()
  // Without tags for it, lines are what they seem, as in WordPress.
  const text = convert(/<(?:br|div|p)\b/i.test(read) ? read : read.replaceAll('\n', '<br>'))
  if (text.includes(LEFT_OUT) && !html.includes(LEFT_OUT)) throw tooDeep()
  return (
    text
      // Looked for once in a run of blanks: else a long one takes quadratic time.
      .replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
      // There is one space before the numbers of a list, as there is none before `-`.
      .replace(/^ (?=\w+\. )/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

const tooDeep = () => new Unreadable(`is HTML with elements in more than ${MOST_DEPTH} others`)

/** True for a page in which more elements are open at once than any person has written. */
function isTooOpen(html: string): boolean {
  let open = 0
  for (const [, slash] of html.matchAll(NESTING)) {
    open = slash === '/' ? Math.max(0, open - 1) : open + 1
    if (open > MOST_OPEN) return true
  }
  return false
}
