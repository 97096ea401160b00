import { createRequire } from 'node:module'
import { escapeHtml, Html, html } from './html.ts'

/** As much of highlight.js as is used: its own types bring those of a browser into the whole program. */
interface Highlighter {
  registerLanguage(name: string, definition: unknown): void
  highlight(text: string, options: { language: string; ignoreIllegals: true }): { value: string }
}

/** The words behind a fence, and the grammar that colours the block. A block in another language stays plain. */
const GRAMMARS: Record<string, string> = {
  sh: 'bash',
  console: 'bash',
  json: 'json',
  http: 'http',
  html: 'xml',
  python: 'python',
  ts: 'typescript',
  js: 'typescript',
}
const load = createRequire(import.meta.url)
const highlighter: Highlighter = load('highlight.js/lib/core')
for (const grammar of new Set(Object.values(GRAMMARS)))
  highlighter.registerLanguage(grammar, load(`highlight.js/lib/languages/${grammar}`))

/** The base URL in samples until a script puts that of the API in its place. */
export const EXAMPLE_BASE = 'https://api.example.com/api/v1'
/** The guides are tried on the local stack (test/docs), and name its address. */
const GUIDES_BASE = 'http://localhost:3000/api/v1'

interface CodeOptions {
  language: string
  /** Names the block among others. */
  label?: string
}

/** A block of code with colours and a button that copies it. */
export function codeBlock(text: string, { language, label }: CodeOptions): Html {
  const grammar = GRAMMARS[language]
  const coloured = grammar
    ? highlighter.highlight(text, { language: grammar, ignoreIllegals: true }).value
    : escapeHtml(text)
  return html`<div class="code"><pre tabindex="0"${label !== undefined && html` role="region" aria-label="${label}"`}><code>${withPlaces(coloured)}</code></pre><button type="button" class="copy scripted">Copy<span class="hidden"> the code</span></button></div>`
}

/** Marks what the page's script fills in: the base URL, and on the local stack the key. */
const withPlaces = (coloured: string) =>
  new Html(
    coloured
      .replaceAll(GUIDES_BASE, EXAMPLE_BASE)
      .replaceAll(EXAMPLE_BASE, `<span data-base>${EXAMPLE_BASE}</span>`)
      .replace(/(?<=KEY=|apiKey.{1,60}|Bearer )sfk_…/g, '<span data-key>sfk_…</span>'),
  )
