import type { Options } from 'minisearch'

/** A place that is found, as the index keeps it. */
export interface Place {
  /** The page and the place in it: `problems#sku_taken`. */
  id: string
  /** The title of its page. */
  page: string
  title: string
  text: string
  words: string
}

/** Words of a question that say nothing about its subject. */
const STOP_WORDS = new Set(
  'a an and are as at be by can could do does for from get has have how i if in is it its many much my of on or see should that the their there they this to up use was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Guides come before the reference, and the pages for contributors after both. */
const REFERENCE = 0.6
const INSIDE = 0.25

export const weightOf = (place: string) => {
  if (/^(decision|architecture|mutants|glossary|guides)/.test(place)) return INSIDE
  return /^api-(?!keys)|^problems#\w+_/.test(place) ? REFERENCE : 1
}

/** Longer words are cut: the rest would only take time. */
const LONGEST_WORD = 40
/** The most words of a query that a search uses; the rest of a longer query is left out. */
const MOST_WORDS = 10

/** A name with `_` or `.` is one word, and its parts are words as well: `sku_taken`, `product.created`. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}_.]+/u).map((word) => word.replace(/^\.+|\.+$/g, ''))
  return words.flatMap((word) => (/[_.]/.test(word) ? [word, ...word.split(/[_.]+/)] : [word])).filter(isWord)
}

const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word)

/** Lower case, and the singular of a plural; nothing for a word that says nothing. */
function termOf(word: string): string | null {
  const term = word.toLowerCase().slice(0, LONGEST_WORD)
  if (STOP_WORDS.has(term)) return null
  // The second is the first while it is being typed.
  if (term.length > 4 && /ies?$/.test(term)) return term.replace(/ies?$/, 'y')
  return term.length > 3 && /[^sui]s$/.test(term) ? term.slice(0, -1) : term
}

/** How the index is made and read: the same on both sides. */
export const OPTIONS: Options<Place> = {
  fields: ['title', 'words', 'page', 'text'],
  storeFields: ['page', 'title', 'text'],
  tokenize: wordsOf,
  processTerm: termOf,
  searchOptions: {
    tokenize: (query) => wordsOf(query).slice(0, MOST_WORDS),
    boost: { title: 4, words: 6, page: 1.2 },
    boostDocument: (id) => weightOf(String(id)),
    prefix: (term) => term.length > 1,
    maxFuzzy: 2,
    weights: { fuzzy: 0.3, prefix: 0.5 },
  },
}
