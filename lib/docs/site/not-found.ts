import { html } from './html.ts'
import type { SitePage } from './page.ts'

/** The page for a name that does not exist. It is served under any name, so its links are those of every page. */
export const notFoundPage: SitePage = {
  name: 'not-found',
  title: 'Page not found',
  main: html`<h1>Page not found</h1>
<p class="lead">There is no such page in this documentation.</p>
<p>Search for a word, or go to the <a href="index">overview</a>, to <a href="guides">all guides</a> or to the
<a href="problems">problems</a>.</p>`,
  headings: [],
  entries: [],
}
