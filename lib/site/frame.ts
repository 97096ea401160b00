import { readFileSync } from 'node:fs'
import { escapeHtml } from './html.ts'

const css = readFileSync(new URL('site.css', import.meta.url), 'utf8')

/** The links at the head of every page. */
const PLACES = [
  ['index.html', 'Reference'],
  ['getting-started.html', 'Getting started'],
  ['public-reads.html', 'Public reads'],
  ['admin-writes.html', 'Admin writes'],
  ['api-keys.html', 'API keys'],
  ['events.html', 'Events'],
  ['problems.html', 'Problems'],
  ['limits.html', 'Limits'],
  ['versioning.html', 'Versioning'],
  ['README.html', 'All pages'],
] as const

interface Page {
  /** Where it is in the site: `decisions/0001-….html`. */
  place: string
  title: string
  main: string
}

/** A page of the site with what all of them share. It loads nothing from elsewhere. */
export function framed({ place, title, main }: Page): string {
  const up = '../'.repeat(place.split('/').length - 1)
  const links = PLACES.map(
    ([target, name]) =>
      `<a href="${up}${target}"${target === place ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – Storefront</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><strong>Storefront</strong><nav aria-label="Documentation">${links.join('')}</nav></header>
<main id="main">
${main}
</main>
</body>
</html>
`
}
