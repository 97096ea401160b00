/** The `'` at the beginning of a cell: a spreadsheet takes what is behind it for a text, and neither runs nor counts it. */

/** Begins what a spreadsheet runs as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = "'*[=+\\-@\\t\\r]"
const NUMBER = '[-+]?\\d'

const BEFORE_FORMULA = new RegExp(`^(?=${FORMULA})`)
const MARKED_FORMULA = new RegExp(`^'(?=${FORMULA})`)
const BEFORE_MARKED_NUMBER = new RegExp(`^(?='+${NUMBER})`)
const MARKED_NUMBER = new RegExp(`^'(?='*${NUMBER})`)

/** A text as the cell of a spreadsheet that does not run it: `=1+1` is `'=1+1`, and `'=1+1` is `''=1+1`. */
export const cellOfText = (text: string) => text.replace(BEFORE_FORMULA, "'")

/** The text of a cell, as `cellOfText` or WooCommerce's exporter has written it. */
export const textOfCell = (cell: string) => cell.replace(MARKED_FORMULA, '')

/** A name with one more `'` where `withoutApostrophe` would take one. */
export const withApostrophe = (name: string) => name.replace(BEFORE_MARKED_NUMBER, "'")

/** Digits without the `'` with which a spreadsheet says that they are a text. */
export const withoutApostrophe = (written: string) => written.replace(MARKED_NUMBER, '')
