import MiniSearch from 'minisearch'
import type { SitePage } from '../page.ts'
import { labelOf } from '../places.ts'
import { OPTIONS, type Place, weightOf } from './options.ts'
import { WORDS } from './words.ts'

/** The index of all pages as JSON, ready to be loaded. */
export function searchIndex(pages: readonly SitePage[]): string {
  const index = new MiniSearch<Place>(OPTIONS)
  index.addAll(pages.flatMap(placesOf))
  return JSON.stringify(index)
}

const placesOf = ({ name, title: page, entries }: SitePage): Place[] =>
  entries.map(({ title, id: anchor, text, words = '' }) => {
    const id = anchor === '' ? name : `${name}#${anchor}`
    // Its names in addresses and in the navigation.
    const names = [anchor === '' && weightOf(id) === 1 ? name : '', labelOf(id)].filter(
      (one) => one !== title,
    )
    const own = [words, ...names, WORDS[id]].filter(Boolean).join(' ')
    return { id, page, title, text, words: own }
  })
