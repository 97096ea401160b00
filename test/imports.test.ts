import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('{bin,functions,lib}/**/*.ts', { cwd: root })

/** The modules a file imports: paths from the root, or package names. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/(?:from|import)\s*\(?'([^'\n]+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name,
  )
}

const inside = (folder: string) => (file: string) => file.startsWith(folder)
const runtime = files.filter((file) =>
  /^(functions|lib\/(http|access|data|delivery|dynamodb|domain))\//.test(file),
)

test.each([
  ['lib/domain/', /^(lib\/domain\/|valibot$|node:(util|crypto|net)$)/],
  [
    'lib/catalogue-files/',
    /^(lib\/(catalogue-files|domain)\/|csv-parse$|csv-stringify\/sync$|html-to-text$|node:crypto$|node:stream(\/|$))/,
  ],
  [
    'lib/import/',
    /^(lib\/(import|catalogue-files|data|domain)\/|lib\/command-line\/failure\.ts$|node:|valibot$)/,
  ],
  ['lib/dynamodb/', /^(lib\/dynamodb\/|lib\/environment\.ts$|node:)/],
  ['lib/data/', /^(lib\/(data|dynamodb|domain)\/|lib\/environment\.ts$|node:|@aws-sdk\/)/],
  ['lib/upkeep/', /^(lib\/(upkeep|data|domain)\/|node:|@aws-sdk\/)/],
  ['lib/access/', /^(lib\/(access|data|domain)\/|lib\/routes\.ts$|node:)/],
  [
    'lib/delivery/',
    /^(lib\/(delivery|data|domain)\/|lib\/(environment|log)\.ts$|node:|@aws-sdk\/client-sqs$|standardwebhooks$|ipaddr\.js$)/,
  ],
  [
    'lib/http/',
    /^(lib\/(http|access|data|domain)\/|lib\/(environment|log|routes)\.ts$|node:|@middy\/|aws-lambda$)/,
  ],
  [
    'lib/description/',
    /^(lib\/(description|http|data|domain)\/|lib\/routes?\.ts$|node:|valibot$|@valibot\/)/,
  ],
  [
    'lib/command-line/',
    /^(lib\/(command-line|domain)\/|lib\/data\/table\/calls\/table-fault\.ts$|node:|commander$|cli-progress$|@aws-sdk\/client-(cloudformation|lambda|sts)$)/,
  ],
  ['lib/deploy/', /^(lib\/(deploy|infra|command-line)\/|lib\/routes\.ts$|node:|commander$)/],
  [
    'lib/upgrade/',
    /^(lib\/(upgrade|domain|command-line)\/|lib\/local\/template\/assembly\.ts$|node:|commander$)/,
  ],
  // The samples have the line that imports the client.
  ['lib/site/', /^(lib\/(site|description)\/|node:|(marked|esbuild|minisearch|storefront-client)$)/],
  ['lib/smoke/', /^(lib\/(smoke|domain|command-line)\/|lib\/routes\.ts$|node:|commander$|package\.json$)/],
  [
    'functions/',
    /^(lib\/(http|access|data|delivery|domain)\/|lib\/(routes|log)\.ts$|aws-lambda$|openapi\.json$)/,
  ],
])('%s imports only what stands below it', (folder, allowed) => {
  for (const file of files.filter(inside(folder)))
    for (const name of importsOf(file)) expect(name, file).toMatch(allowed)
})

test('the route table imports nothing but what a route is', () => {
  const areas = files.filter(inside('lib/routes/'))
  expect(importsOf('lib/routes.ts')).toEqual(['lib/route.ts', ...areas])
  for (const area of areas) expect(importsOf(area), area).toEqual(['lib/route.ts'])
  expect(importsOf('lib/route.ts')).toEqual(['lib/domain/api-keys/scopes.ts'])
})

test('nothing that runs in Lambda imports what is only there to deploy, run, operate, update or describe it', () => {
  for (const file of runtime)
    for (const name of importsOf(file))
      expect(name, file).not.toMatch(
        /^(lib\/(infra|local|deploy|command-line|import|operator|smoke|upgrade|upkeep|description|site)|bench|bin|test|aws-cdk|@aws-sdk\/client-(?!(dynamodb|sqs)$))/,
      )
})

/** A file and everything that it imports, and that those import. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const name of files.includes(file) ? importsOf(file) : []) closureOf(name, seen)
  return seen
}

test('middy is loaded by administrative functions only', () => {
  const loading = files
    .filter((file) => file.startsWith('functions/'))
    .filter((file) => [...closureOf(file)].some((name) => name.startsWith('@middy/')))
  expect(loading).toEqual(files.filter((file) => file.startsWith('functions/admin/')))
})

test('the operator reads with the SDK: the small client knows no credentials but those of Lambda', () => {
  for (const file of files.filter(inside('lib/operator/')))
    for (const name of importsOf(file))
      expect(name, file).not.toMatch(
        /^lib\/(dynamodb\/|data\/storefront\/(reader|cards|card-pages|identities)\.ts)/,
      )
})

test('the clients of CloudFormation, Lambda and STS are loaded by the commands that need them, when they need them', () => {
  const isClient = (name: string) => /^@aws-sdk\/client-(?!(dynamodb|sqs)$)/.test(name)
  const users = files.filter((file) => importsOf(file).some(isClient))
  expect(users.length).toBeGreaterThan(0)
  for (const file of users) {
    expect(file).toMatch(/^lib\/command-line\/aws\//)
    // Types leave nothing to load.
    const source = readFileSync(join(root, file), 'utf8').replace(/^import type .*$/gm, '')
    expect(source, file).not.toMatch(/from '@aws-sdk\/client-(?!dynamodb')/)
  }
})

test('one file of what runs in Lambda sends to the queue', () => {
  const users = runtime.filter((file) => importsOf(file).includes('@aws-sdk/client-sqs'))
  expect(users).toEqual(['lib/delivery/wake-ups.ts'])
})

test('process.env is read in one file of what runs in Lambda', () => {
  const readers = [...runtime, 'lib/environment.ts', 'lib/log.ts', 'lib/routes.ts'].filter((file) =>
    /process\.env/.test(readFileSync(join(root, file), 'utf8').replace(/^\s*(\*|\/\/).*$/gm, '')),
  )
  expect(readers).toEqual(['lib/environment.ts'])
})

test('key strings are made in one file, and named in the records of the resources', () => {
  const source = readFileSync(join(root, 'lib/data/table/keys.ts'), 'utf8')
  const words = [...source.matchAll(/['`]([A-Z]{3,})(?=[#'`])/g)].map(([, word]) => word)
  expect(words.length).toBeGreaterThan(15)
  const aKey = new RegExp(`['"\`](${words.join('|')})[#'"\`]`)
  const makers = files.filter((file) => aKey.test(readFileSync(join(root, file), 'utf8')))
  expect(makers.sort()).toEqual(['lib/data/table/keys.ts', 'lib/domain/resources.ts'])
})

test('the table is scanned in one file of the operator only', () => {
  const scanning = files.filter((file) =>
    /\b(ScanCommand|paginateScan)\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(scanning).toEqual(['lib/operator/upkeep/table-scan.ts'])
})

test('no object is spread only to keep a line short: TypeScript then no longer checks for misspelt members', () => {
  const all = globSync('{bench,bin,functions,lib,test,clients/*/src}/**/*.ts', { cwd: root })
  const spreading = all.filter((file) => /\.{3}\{/.test(readFileSync(join(root, file), 'utf8')))
  expect(spreading).toEqual([])
})
