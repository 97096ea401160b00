import { readFileSync } from 'node:fs'

/** The style of every page. */
export const STYLE = [
  'site.css',
  'text.css',
  'code.css',
  'reference.css',
  'samples.css',
  'search.css',
  'media.css',
]
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n')
