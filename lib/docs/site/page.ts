import type { Html } from './html.ts'

/** A heading in the contents of a page. */
export interface Heading {
  id: string
  text: string
  /** 2 or 3 */
  depth: number
}

/** A place that the search leads to. */
export interface Entry {
  /** A heading, a code, the name of a field. */
  title: string
  /** Its id in the page; empty for the page as a whole. */
  id: string
  text: string
  /** Words by which it is to be found although it does not have them. */
  words?: string
}

/** About as much as a search engine shows of a page. */
const SUMMARY_LENGTH = 155

/** The summary of a page in a sentence or two: the beginning of its text, cut between words. */
export function summaryOf({ title, entries }: SitePage): string {
  const text = (entries.find(({ id }) => id === '')?.text ?? '').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return `${title}: documentation of the Storefront API.`
  if (text.length <= SUMMARY_LENGTH) return text
  return `${text.slice(0, text.lastIndexOf(' ', SUMMARY_LENGTH))} …`
}

/** A page of the site. */
export interface SitePage {
  /** One path segment. */
  name: string
  title: string
  main: Html
  /** The contents at the right; an empty list shows none. */
  headings: readonly Heading[]
  entries: readonly Entry[]
  /** Its source, if it has one; links in it lead to the sources of other pages. */
  markdown?: string
  /** Entries of the navigation below the page while it is open. */
  children?: readonly { id: string; label: string }[]
  /** Text at the left, samples at the right. */
  isReference?: true
}

/** A file of the site; its name is one path segment. */
export interface SiteFile {
  content: string
  type: string
  /** Its name changes with its content. */
  isImmutable?: true
}
