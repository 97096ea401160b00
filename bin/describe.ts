/**
 * `npm run describe`: writes `openapi.json` from the route table and the schemas, the table of the merchants' command from it, and
 * `docs/settings.md` from the comments of the settings; says what the description would break.
 *
 * `--check` writes nothing and fails if a file is out of date, or if clients of the last release would break.
 * `--release` keeps a copy as that of the last release, for those checks to come; part of publishing a version. Before
 * the first release there is no such copy, and nothing is compared.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { breakingChanges } from '../lib/docs/description/changes/breaking-changes.ts'
import { explain } from '../lib/docs/description/changes/rules.ts'
import { commandTable } from '../lib/docs/description/command-table.ts'
import { describeApi } from '../lib/docs/description/describe.ts'
import { settingsPage } from '../lib/infra/settings/settings-page.ts'

const FILE = new URL('../openapi.json', import.meta.url)
const TABLE = new URL('../clients/typescript/src/command/api/operations.ts', import.meta.url)
const SETTINGS = new URL('../lib/infra/settings/settings.ts', import.meta.url)
const SETTINGS_PAGE = new URL('../docs/settings.md', import.meta.url)
const RELEASED = new URL('../lib/docs/description/released.json', import.meta.url)

const [option] = process.argv.slice(2)
const description = describeApi()
const text = `${JSON.stringify(description, null, 2)}\n`
const made = new Map([
  [FILE, text],
  [TABLE, commandTable(JSON.parse(text))],
  [SETTINGS_PAGE, settingsPage(readFileSync(SETTINGS, 'utf8'))],
])
const changes = existsSync(RELEASED)
  ? breakingChanges(JSON.parse(readFileSync(RELEASED, 'utf8')), JSON.parse(text))
  : []
for (const change of changes) console.error(`breaks v1: ${explain(change)}`)

if (option === '--check') {
  const stale = [...made].filter(([file, content]) => readFileSync(file, 'utf8') !== content)
  for (const [{ pathname }] of stale)
    console.error(`${relative(process.cwd(), pathname)} is out of date: npm run describe`)
  if (!existsSync(RELEASED)) console.log('There is no release yet: openapi.json was compared with none.')
  process.exitCode = stale.length + changes.length === 0 ? 0 : 1
} else if (option === '--release') {
  if (changes.length > 0)
    console.error('Not released: a change that breaks v1 belongs in another version of the API.')
  else writeFileSync(RELEASED, `${JSON.stringify(description)}\n`)
  process.exitCode = changes.length > 0 ? 1 : 0
} else if (option === undefined) {
  for (const [file, content] of made) writeFileSync(file, content)
} else {
  console.error(`There is no option ${option}. Give --check, --release, or nothing.`)
  process.exitCode = 1
}
