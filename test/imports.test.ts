import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { WAITED_FOR } from '../bench/report/budgets.ts'
import { QUEUES } from '../lib/api/routes/queues.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{bin,functions,lib}/**/*.ts', { cwd: root })

/** The modules that each file imports: paths from the root, or package names. */
const imports = new Map(
  files.map((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const names = [...source.matchAll(/(?<!['\w])(?:from|import)\s*\(?'([^'\n]+)'/g)].map(([, name = '']) =>
      name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name,
    )
    return [file, names] as const
  }),
)
const importsOf = (file: string): readonly string[] => imports.get(file) ?? []

/** The room of a file: the folder it is in below `lib`, or `functions`. */
const roomOf = (file: string) => /^(?:lib\/(?=[^/]+\/))?([^/]+)/.exec(file)?.[1]

/** A row of the table of rooms in docs/architecture.md, which is the rule. */
interface Room {
  name: string
  isInLambda: boolean
  imports: string[]
}

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const ROOMS: Room[] = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (yes|) *\| .* \| (.*) *\|$/gm)].map(
  ([, name = '', inLambda, imports = '']) => ({
    name,
    isInLambda: inLambda === 'yes',
    imports: [...imports.matchAll(/`([a-z0-9-]+)`/g)].map(([, room = '']) => room),
  }),
)
const SHARED = ['lib/environment.ts', 'lib/log.ts']

test('every file is in a room', () => {
  const names = ROOMS.map(({ name }) => name)
  const places = files.filter((file) => !file.startsWith('bin/') && !SHARED.includes(file)).map(roomOf)
  expect([...new Set(places)].sort()).toEqual(names.sort())
})

test.each(ROOMS)('$name imports from the rooms that its row names, and they are below it', (room) => {
  const below = ROOMS.slice(ROOMS.indexOf(room) + 1).map(({ name }) => name)
  const imported = files
    .filter((file) => roomOf(file) === room.name)
    .flatMap(importsOf)
    .filter((name) => files.includes(name) && !SHARED.includes(name))
    .map(roomOf)
    .filter((name) => name !== room.name)
  expect([...new Set(imported)].sort()).toEqual([...room.imports].sort())
  expect(below).toEqual(expect.arrayContaining(room.imports))
})

const LAMBDA = ROOMS.filter(({ isInLambda }) => isInLambda)

test('what runs in Lambda imports no room that is only there to deploy, run, operate, update or describe it', () => {
  const names = LAMBDA.map(({ name }) => name)
  for (const { imports } of LAMBDA) expect(names).toEqual(expect.arrayContaining(imports))
})

const inside = (folder: string) => (file: string) => file.startsWith(folder)
const runtime = files.filter((file) => LAMBDA.some(({ name }) => name === roomOf(file)))

/** The packages that a folder may import, but for the folders in it that have a row. All others may import any. */
const PACKAGES: Record<string, RegExp> = {
  functions: /^aws-lambda$/,
  'lib/operator/deploy': /^(node:.*|commander)$/,
  'lib/operator/upgrade': /^(node:.*|commander)$/,
  'lib/operator/smoke': /^(node:.*|commander)$/,
  'lib/operator/upkeep': /^(node:.*|commander|@aws-sdk\/.*)$/,
  'lib/operator/command-line':
    /^(node:.*|commander|cli-progress|@aws-sdk\/client-(apigatewayv2|cloudformation|lambda|sts))$/,
  // The samples have the line that imports the client.
  'lib/docs/site': /^(node:.*|marked|esbuild|minisearch|storehatch)$/,
  'lib/docs/description': /^(node:.*|valibot|@valibot\/.*)$/,
  'lib/api': /^$/,
  'lib/api/http': /^(node:.*|@middy\/.*|aws-lambda)$/,
  'lib/api/mcp': /^(node:.*|valibot)$/,
  'lib/api/media': /^(node:.*|sharp)$/,
  'lib/api/access': /^node:/,
  'lib/import': /^(node:.*|valibot)$/,
  'lib/import/catalogue-files':
    /^(node:(buffer|crypto|stream.*)|csv-parse|csv-stringify\/sync|html-to-text)$/,
  'lib/delivery': /^(node:.*|@aws-sdk\/client-sqs|standardwebhooks|ipaddr\.js)$/,
  'lib/data': /^(node:.*|@aws-sdk\/.*)$/,
  'lib/data/dynamodb': /^$/,
  'lib/data/sqs': /^$/,
  'lib/data/s3': /^$/,
  'lib/data/aws': /^node:/,
  'lib/domain': /^(valibot|node:(util|crypto|net))$/,
}

/** The innermost folder of a list that a file is in. */
const folderOf = (file: string, folders: readonly string[]) =>
  folders
    .filter((folder) => file.startsWith(`${folder}/`))
    .sort((one, other) => other.length - one.length)
    .at(0)

test.each(Object.entries(PACKAGES))('%s imports its own packages only', (folder, allowed) => {
  for (const file of files.filter((one) => folderOf(one, Object.keys(PACKAGES)) === folder))
    for (const name of importsOf(file).filter((one) => !/^(functions|lib)\/|\.json$/.test(one)))
      expect(name, file).toMatch(allowed)
})

/** Folders that stand below the rest of their rooms, and those of the same room that they import. */
const BELOW_THEIR_ROOM: Record<string, readonly string[]> = {
  'lib/api/access': ['lib/api/routes'],
  'lib/api/media': [],
  'lib/docs/description': [],
  'lib/import/catalogue-files': [],
  'lib/data/dynamodb': ['lib/data/aws'],
  'lib/data/sqs': ['lib/data/aws'],
  'lib/data/s3': ['lib/data/aws'],
  'lib/data/aws': [],
  'lib/operator/command-line': [],
  'lib/operator/deploy': ['lib/operator/command-line'],
  'lib/operator/upgrade': ['lib/operator/command-line'],
  'lib/operator/smoke': ['lib/operator/command-line'],
}

test.each(Object.entries(BELOW_THEIR_ROOM))('%s imports little or nothing of its room', (folder, allowed) => {
  const within = files.filter(inside(`${folder}/`))
  expect(within).not.toEqual([])
  const room = folder.slice(0, folder.lastIndexOf('/'))
  const places = [folder, ...allowed, 'lib/api/route.ts']
  const others = within
    .flatMap(importsOf)
    .filter(inside(`${room}/`))
    .filter((name) => !places.some((place) => name === place || name.startsWith(`${place}/`)))
  expect(others).toEqual([])
})

test('pure code imports neither the environment nor the log', () => {
  for (const file of files.filter((one) => /^lib\/(domain|api\/routes?|import\/catalogue-files)\b/.test(one)))
    for (const name of importsOf(file)) expect(SHARED, file).not.toContain(name)
})

test('the route table imports nothing but what a route is', () => {
  const queues = 'lib/api/routes/queues.ts'
  const rights = 'lib/api/routes/access.ts'
  const areas = files.filter(inside('lib/api/routes/')).filter((file) => ![queues, rights].includes(file))
  expect(importsOf('lib/api/routes.ts')).toEqual(['lib/api/route.ts', rights, ...areas])
  for (const area of areas) expect(importsOf(area), area).toEqual(['lib/api/route.ts'])
  expect(importsOf('lib/api/route.ts')).toEqual([rights, queues])
  expect(importsOf(rights)).toEqual(['lib/domain/api-keys/scopes.ts'])
  expect(importsOf(queues)).toEqual([])
})

test('nothing that runs in Lambda imports what is above the rooms, or a client that it has no right to use', () => {
  for (const file of runtime)
    for (const name of importsOf(file))
      expect(name, file).not.toMatch(/^(bench|bin|test|aws-cdk|@aws-sdk\/client-(?!(dynamodb|sqs)$))/)
})

test('no file imports itself through others, not even for a type', () => {
  const reached = (file: string) => importsOf(file).flatMap((name) => [...closureOf(name)])
  expect(files.filter((file) => new Set(reached(file)).has(file))).toEqual([])
})

/** A file and everything that it imports, and that those import. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const name of importsOf(file)) closureOf(name, seen)
  return seen
}

test('middy is loaded by administrative functions only', () => {
  const loading = files
    .filter((file) => file.startsWith('functions/'))
    .filter((file) => [...closureOf(file)].some((name) => name.startsWith('@middy/')))
  expect(loading).toEqual(files.filter((file) => file.startsWith('functions/admin/')))
})

test('the route table is loaded by the function for what matches no route, and by no other', () => {
  const loading = files
    .filter((file) => file.startsWith('functions/'))
    .filter((file) => closureOf(file).has('lib/api/routes.ts'))
  expect(loading).toEqual(['functions/unmatched.ts'])
})

test('the file that makes problems of refusals loads the modules of no resource', () => {
  const loaded = [...closureOf('lib/api/http/problems/refusal-problem.ts')]
  expect(
    loaded.filter((file) => /\/(products|webhooks|inventory|storefront)\/|\/categor/.test(file)),
  ).toEqual([])
})

test('who calls the table with the SDK does not load the small client', () => {
  const loaded = [...closureOf('lib/data/table/commit.ts')]
  expect(loaded).toContain('lib/data/table/calls/writer.ts')
  expect(loaded.filter((file) => file.startsWith('lib/data/dynamodb/'))).toEqual([
    'lib/data/dynamodb/service-error.ts',
  ])
})

test("no function that shoppers wait for loads Node's fetch, which takes longer than everything else", () => {
  const waitedFor = new Set(WAITED_FOR.flatMap((name) => [...closureOf(`functions/${name}.ts`)]))
  expect(waitedFor).toContain('lib/data/aws/connections.ts')
  const loading = [...waitedFor].filter((file) => {
    if (!files.includes(file)) return false
    const source = readFileSync(join(root, file), 'utf8').replace(/^import type .*$/gm, '')
    // So does a module that imports `node:http`: its list of exports has the classes of WebSockets.
    return /\bfetch\(|from 'node:https?'/.test(source)
  })
  expect(loading).toEqual([])
})

test('the operator reads with the SDK: the small client knows no credentials but those of Lambda', () => {
  for (const file of files.filter((one) => /^lib\/(operator|import)\//.test(one)))
    for (const name of importsOf(file))
      expect(name, file).not.toMatch(
        /^lib\/data\/(dynamodb\/|storefront\/(reader|cards|card-pages|identities)\.ts)/,
      )
})

test('imports read no stdin and write to no terminal: they run in Lambda too', () => {
  const rooms = files.filter(inside('lib/import/'))
  expect(rooms.length).toBeGreaterThan(40)
  expect(
    rooms.filter((file) => /process\.std|console\./.test(readFileSync(join(root, file), 'utf8'))),
  ).toEqual([])
})

test('the clients of CloudFormation, Lambda and STS are loaded by the commands that need them, when they need them', () => {
  const isClient = (name: string) => /^@aws-sdk\/client-(?!(dynamodb|sqs)$)/.test(name)
  const users = files.filter((file) => importsOf(file).some(isClient))
  expect(users.length).toBeGreaterThan(0)
  for (const file of users) {
    expect(file).toMatch(/^lib\/operator\/command-line\/aws\//)
    // Types leave nothing to load.
    const source = readFileSync(join(root, file), 'utf8').replace(/^import type .*$/gm, '')
    expect(source, file).not.toMatch(/from '@aws-sdk\/client-(?!dynamodb')/)
  }
})

test('one file of what runs in Lambda sends to each queue', () => {
  const senders = QUEUES.flatMap(({ queue }) =>
    runtime.filter((file) => readFileSync(join(root, file), 'utf8').includes(`queueUrl('${queue}')`)),
  )
  expect(senders).toHaveLength(QUEUES.length)
  // A function that shoppers wait for is too small for the SDK's client.
  const clients = ['@aws-sdk/client-sqs', 'lib/data/sqs/send-message.ts']
  const users = runtime.filter((file) => importsOf(file).some((one) => clients.includes(one)))
  expect(users.toSorted()).toEqual(senders.toSorted())
})

test('process.env is read in one file of what runs in Lambda', () => {
  const readers = [...runtime, 'lib/environment.ts', 'lib/log.ts'].filter((file) =>
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

const written = globSync('{bench,bin,functions,lib,test,clients/*/src}/**/*.ts', { cwd: root })

test('no object is spread only to keep a line short: TypeScript then no longer checks for misspelt members', () => {
  const spreading = written.filter((file) => /\.{3}\{/.test(readFileSync(join(root, file), 'utf8')))
  expect(spreading).toEqual([])
})

/** `['a', 'b']`, also in parentheses and with `as const`. */
function isListOfElements(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isListOfElements(node.expression)
  return ts.isArrayLiteralExpression(node)
}

/** The places where a list is spread whose elements could be written there instead. */
function needlessSpreads(file: string, program: string): string[] {
  const source = ts.createSourceFile(file, program, ts.ScriptTarget.Latest, true)
  const places: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadElement(node) && isListOfElements(node.expression))
      places.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return places
}

test('no list is spread only to keep its elements on one line: the formatter wins', () => {
  const program = "f(\n...['a', 'b'],\n...(['c'] as const),\n...['d'].map(g), ...(is ? ['e'] : []))"
  expect(needlessSpreads('a.ts', program)).toEqual(['a.ts:2', 'a.ts:3'])
  const spreading = written.flatMap((file) => {
    const program = readFileSync(join(root, file), 'utf8')
    return /\.{3}\(*\[/.test(program) ? needlessSpreads(file, program) : []
  })
  expect(spreading).toEqual([])
})

test('every path in a program leads into a folder of this repository', () => {
  const named = written.flatMap((file) => {
    const program = readFileSync(join(root, file), 'utf8')
    const paths = [...program.matchAll(/new URL\('(\.\.?\/[^']+)', import\.meta\.url\)/g)]
    return paths.map(([, path = '']) => ({ file, folder: dirname(join(root, dirname(file), path)) }))
  })
  expect(named.length).toBeGreaterThan(20)
  // The programs make this folder themselves.
  const made = join(root, 'dist')
  expect(named.filter(({ folder }) => folder !== made && !existsSync(folder))).toEqual([])
})
