/** Characters that a stored text can have, and XML 1.0 (§2.2) cannot. */
export const NOT_IN_XML = /[\ufffe\uffff]/g

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** An element with a text. */
export const element = (name: string, text: string): string =>
  `<${name}>${text.replace(NOT_IN_XML, '').replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')}</${name}>`
