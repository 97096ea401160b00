import { readFileSync } from 'node:fs'

/** The style of every page. */
export const STYLE = ['site.css', 'code.css', 'reference.css', 'search.css', 'media.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n')
