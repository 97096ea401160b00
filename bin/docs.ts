/**
 * `npm run docs`: builds the documentation as a folder of static files, `dist/docs`, for any web server.
 *
 * `npm run docs -- <base URL>` makes the pages speak of that API; without it, of `/api/v1` beside the folder.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSite } from '../lib/docs/site/site.ts'

const [apiUrl] = process.argv.slice(2)
const outDir = fileURLToPath(new URL('../dist/docs/', import.meta.url))

if (apiUrl !== undefined && !URL.canParse(apiUrl)) {
  console.error(
    `"${apiUrl}" is not a URL. Give the base URL of the API, such as https://api.example/api/v1, or leave it out.`,
  )
  process.exit(1)
}
rmSync(outDir, { recursive: true, force: true })
mkdirSync(outDir, { recursive: true })
const api = apiUrl === undefined ? '../api/v1/' : `${apiUrl.replace(/\/+$/, '')}/`
const files = Object.entries(makeSite({ api, extension: '.html' }))
for (const [name, { content, type }] of files)
  writeFileSync(join(outDir, type.startsWith('text/html') ? `${name}.html` : name), content)
console.log(
  `${files.length} files in dist/docs; any web server can serve them, and a browser opens index.html from there.`,
)
