import MiniSearch, { type SearchResult } from 'minisearch'
import { OPTIONS, type Place } from '../search/options.ts'

/** A place that was found. `excerpt` is the text before a word that was found, the word, and the text after it. */
export interface Hit {
  id: string
  page: string
  title: string
  excerpt: readonly [before: string, word: string, after: string]
}

const MOST_HITS = 12
const LONGEST_QUERY = 200

/** A share of the letters of a word. */
const MISSPELT = 0.2
/** Among shorter words, too many are one letter from another. */
const SHORTEST_CORRECTED = 5

/**
 * Opens the index of the site: a search in it for a list of places, best first. A word is taken for another only if no place
 * has it, and only in a place that has the other words too; a short one only if it is alone.
 */
export function openSearch(json: string): (query: string) => Hit[] {
  const index = MiniSearch.loadJSON<Place>(json, OPTIONS)
  const misspelt = (term: string, _: number, terms: readonly string[]) => {
    const shortest = terms.length === 1 ? SHORTEST_CORRECTED - 1 : SHORTEST_CORRECTED
    return term.length >= shortest && index.search(term).length === 0 && MISSPELT
  }
  return (text) => {
    const query = text.slice(0, LONGEST_QUERY)
    // Every word; where no place has them all, any.
    const strict = index.search(query, { combineWith: 'AND', fuzzy: misspelt })
    const found = strict.length > 0 ? strict : index.search(query, { combineWith: 'OR' })
    return found.slice(0, MOST_HITS).map(hitOf)
  }
}

function hitOf({ id, page, title, text, terms }: SearchResult): Hit {
  return { id, page, title, excerpt: excerptOf(text, terms) }
}

const BEFORE = 50
const AFTER = 110

function excerptOf(text: string, terms: readonly string[]): Hit['excerpt'] {
  const lower = text.toLowerCase()
  const [first] = terms
    .map((term) => ({ term, at: beginOf(term, lower) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  if (!first) return [`${text.slice(0, BEFORE + AFTER)}${text.length > BEFORE + AFTER ? ' …' : ''}`, '', '']
  const { term, at } = first
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1
  const end = at + term.length
  const start = Math.min(from, at)
  return [
    `${start > 0 ? '… ' : ''}${text.slice(start, at)}`,
    text.slice(at, end),
    `${text.slice(end, end + AFTER)}${end + AFTER < text.length ? ' …' : ''}`,
  ]
}

/** The position of the first word that begins with a term, or -1. */
function beginOf(term: string, text: string): number {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return at
  return -1
}
