/** Texts of a file that are stored with its import, of any length and content. */

/** The text with at most `most` characters, and without halves of surrogate pairs, which DynamoDB refuses. */
export const storedText = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most)}…` : text).toWellFormed()

/** The most characters of a sentence about a whole file. */
export const LONGEST_SENTENCE = 2_000
