/**
 * `npm run docs`: builds the documentation as a folder of static files, `dist/docs`, for any web server.
 *
 * `npm run docs -- <base URL>` makes the reference speak of that API.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSite } from '../lib/site/site.ts'

const [apiUrl] = process.argv.slice(2)
const outDir = fileURLToPath(new URL('../dist/docs/', import.meta.url))

if (apiUrl !== undefined && !URL.canParse(apiUrl)) {
  console.error(
    `"${apiUrl}" is not a URL. Give the base URL of the API, such as https://api.example/api/v1, or leave it out.`,
  )
  process.exit(1)
}
rmSync(outDir, { recursive: true, force: true })
const files = Object.entries(makeSite(apiUrl))
for (const [place, file] of files) {
  const target = join(outDir, place)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, file.content)
}
console.log(
  `${files.length} files in dist/docs; any web server can serve them, and a browser opens index.html from there.`,
)
