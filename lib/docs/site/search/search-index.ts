import MiniSearch from 'minisearch'
import type { SitePage } from '../page.ts'
import { OPTIONS, type Place } from './options.ts'
import { WORDS } from './words.ts'

/** More of a text is neither found nor shown. */
const MOST_TEXT = 4_000

/** The index of all pages as JSON, ready to be loaded. */
export function searchIndex(pages: readonly SitePage[]): string {
  const index = new MiniSearch<Place>(OPTIONS)
  index.addAll(pages.flatMap(placesOf))
  return JSON.stringify(index)
}

const placesOf = ({ name, title: page, entries }: SitePage): Place[] =>
  entries.map(({ title, id: anchor, text, words = '' }) => {
    const id = anchor === '' ? name : `${name}#${anchor}`
    return { id, page, title, text: text.slice(0, MOST_TEXT), words: `${words} ${WORDS[id] ?? ''}`.trim() }
  })
