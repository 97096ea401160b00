import { escapeHtml, type Html, html } from './html.ts'
import { type Heading, type SitePage, summaryOf } from './page.ts'
import type { Group } from './places.ts'

/** The parts that all pages of a site share. */
export interface Shared {
  groups: readonly Group[]
  /** The base URL of the API, as in `SiteOptions`. */
  api: string
  extension: string
  isLocal: boolean
  /** The names of the files that pages load. */
  assets: { style: string; script: string; searchScript: string; searchIndex: string }
}

/** A page with the navigation, the search and the contents around it. */
export function framed(page: SitePage, shared: Shared): string {
  const { api, extension, isLocal, assets } = shared
  const kind = page.isReference ? 'reference' : page.headings.length > 2 ? 'long' : 'short'
  return html`<!doctype html>
<html lang="en" data-api="${api}" data-extension="${extension}" data-search="${assets.searchScript}" data-index="${assets.searchIndex}"${isLocal && html` data-local`}>
${head(page, assets)}
<body class="${kind}">
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="brand" href="index">Storefront <span>API</span></a>
${searchBox}
</header>
<details class="menu"><summary>Menu</summary></details>
<nav class="side" aria-label="Documentation">${shared.groups.map((group) => navigationGroup(group, page))}</nav>
<main id="main">
${page.main}
</main>
${kind === 'long' && contents(page.headings)}
<div id="announcement" role="status" class="hidden"></div>
</body>
</html>
`.text
}

const head = (page: SitePage, { style, script }: Shared['assets']): Html => html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} – Storefront</title>
<meta name="description" content="${summaryOf(page)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<script src="${script}"></script>
</head>`

const searchBox = html`<form class="search scripted" role="search">
<label class="hidden" for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" maxlength="200">
<kbd aria-hidden="true">/</kbd>
<div id="results" hidden><p role="status"></p><ol></ol></div>
</form>`

const navigationGroup = ({ title, pages }: Group, page: SitePage): Html => html`<h2>${title}</h2>
<ul>${pages.map(
  ([name, label]) =>
    html`<li><a href="${name}"${name === page.name && html` aria-current="page"`}>${label}</a>${
      name === page.name &&
      page.children &&
      html`<ul>${page.children.map(({ id, label: child }) => html`<li><a href="#${id}">${child}</a></li>`)}</ul>`
    }</li>`,
)}</ul>`

const contents = (
  headings: readonly Heading[],
): Html => html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents">On this page</h2>
<ul>${headings.map(({ id, text, depth }) => html`<li class="d${depth}"><a href="#${id}">${text}</a></li>`)}</ul>
</nav>`

/** Links between pages, with what they end with on this kind of server. */
export const withExtension = (markup: string, names: ReadonlySet<string>, extension: string): string =>
  extension === ''
    ? markup
    : markup.replace(/ href="([^"#]+)(#[^"]*)?"/g, (link, name: string, fragment = '') =>
        names.has(name) ? ` href="${escapeHtml(name)}${extension}${fragment}"` : link,
      )
