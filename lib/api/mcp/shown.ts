/**
 * Characters that people do not see and models read, or that turn the text behind them around: tags (U+E0000 to U+E007F) and
 * marks of direction (U+202A to U+202E, U+2066 to U+2069).
 */
const UNSEEN = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069]/gu

/** A text without characters that people cannot see. */
export const visible = (text: string): string => text.replace(UNSEEN, '')

/** The text of a result: JSON without characters that people cannot see. */
export const shown = (result: object): string => visible(JSON.stringify(result))

/** The most bytes of a result. */
const MOST_BYTES = 20 * 1024

/** True if a result is short enough to be read. */
export const fits = (result: object): boolean => Buffer.byteLength(shown(result)) <= MOST_BYTES

/**
 * The first of some forms of a result that is short enough, or the last: `forms` are the ways to make it, from the longest to
 * the shortest.
 */
export function shortest<F>(forms: readonly [F, ...F[]], make: (form: F) => object): object {
  const [form, ...shorter] = forms
  const result = make(form)
  const [next, ...rest] = shorter
  return next === undefined || fits(result) ? result : shortest([next, ...rest], make)
}

/**
 * A text of a shop: as it is, or if it has more than `longest` characters its first ones (`shown`, or `longest` of them) and
 * its length. Characters are Unicode code points, so that none is cut into halves.
 */
export function cut(text: string, longest: number, most = longest): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  return `${characters.slice(0, most).join('')}… (cut, ${characters.length} characters)`
}
