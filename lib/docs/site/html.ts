/** HTML that can be put into a page without escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | false | undefined | readonly Value[]

/** HTML from a template: what is put in is escaped, unless it is HTML already; lists are joined, nothing is left out. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.map((text, index) => text + written(values[index])).join(''))

function written(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(written).join('') : escapeHtml(String(value))
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

/** The text of HTML, as a reader sees it. */
export const textOf = (markup: string) =>
  markup
    .replace(/<(?:button|a class="anchor")[^>]*>.*?<\/(?:button|a)>/gs, '')
    .replace(/<[^>]+>/g, (tag) => (/^<\/?(?:span|code|a|em|strong|b)\b/.test(tag) ? '' : ' '))
    .replace(/&#(x?)([0-9a-f]+);/g, (_, hex, digits) =>
      String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
    )
    .replace(
      /&(lt|gt|quot|amp);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[String(name)] ?? '',
    )
    .replace(/\s+/g, ' ')
    .trim()

/** A link of a place to itself, to be copied. */
export const anchor = (id: string, name: string): Html =>
  html`<a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a>`

/** A heading that can be linked to. */
export const heading = (depth: 2 | 3, id: string, name: string): Html => {
  const open = new Html(`<h${depth} id="`)
  const close = new Html(`</h${depth}>`)
  return html`<div class="heading">${open}${id}">${name}${close}${anchor(id, name)}</div>`
}
