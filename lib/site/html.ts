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
