import * as v from 'valibot'
import { hasVisible, trimmedLine } from './text.ts'

/**
 * Marks that turn the direction of all the text behind them, up to a mark that ends it (the explicit embeddings and overrides
 * of Unicode Standard Annex #9 §2.1-2.2): one name would turn the page around it. Isolates (U+2066-2069) end with the text
 * that they are in, and stay, as names from right to left need them.
 */
const TURNS = /[\u202a-\u202e]/g

/** A name without marks that turn the direction of text: for files, where such a mark does not refuse a row. */
export const withoutTurns = (name: string): string => name.replace(TURNS, '')

/** The name of something: as `trimmedLine`, with something that can be seen, and without marks that turn the page around it. */
export const nameLine = (max: number) =>
  v.pipe(
    trimmedLine(max),
    v.check((name) => name === '' || hasVisible(name), 'must have a visible character'),
    v.check(
      (name) => withoutTurns(name) === name,
      'must not have U+202A to U+202E (text direction); isolates (U+2066 to U+2069) are allowed',
    ),
  )
