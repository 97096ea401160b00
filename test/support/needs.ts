import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The needs of a test file, by its source and that of the tests' own modules that it imports. */
export interface Needs {
  /** The running stack, which `inject` leads to, or its table, which a client finds in the environment. */
  stack: boolean
  /** Modules that no other file uses: it replaces some, or has some run again. */
  modules: boolean
  /** A process that no other file uses: it changes certificates or settings of the SDK, which nothing can change back. */
  process: boolean
}

/** These judge what a run has left behind, whichever files it ran. */
export const JUDGES_THE_RUN = /^test\/afterwards\//

const root = join(import.meta.dirname, '../..')

/** Imports that leave something to run: a type is gone by then. */
const IMPORTS = /(?:^(?:import|export)(?! type\b)[^'"]*|\bimport\()'(\.[^']+)'/gm

/** All that is provided is the stack's, except what a run begins with. */
const LEADS_TO_STACK =
  /\binject\((?!'(seed|turn|set|processorTimesPath)'\))|\bnew DynamoDBClient\(|\/lib\/data\/table\/calls\/writer\.ts'/

/** The clock, globals, the environment and the table are as they were for the next file (test/support/each-file.ts). */
const CHANGES_PROCESS = [
  /\btls\.setDefault\w+\(/,
  // The SDK remembers what it has read; what Lambda says of a function it does not read.
  /\bvi\.stubEnv\('AWS_(?!LAMBDA_)/,
]

const CHANGES_MODULES = /\bvi\.((mock|doMock|hoisted|resetModules)\(|stubEnv\('AWS_LAMBDA_)/

/** A spy lasts until the end of a file, and a module that several files import runs in the first of them only. */
const SPIES_ONCE = /^(catchLog|vi\.spyOn)\(/m

/** Every test file by its path from the root, with what it needs. */
export function needsOfTests(): Map<string, Needs> {
  const sources = new Map(
    globSync('test/**/*.ts', { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  const files = [...sources.keys()].filter((path) => path.endsWith('.test.ts')).sort()
  return new Map(files.map((file) => [file, needsOf(file, sources)]))
}

/** The needs of a file among these sources. */
export function needsOf(file: string, sources: ReadonlyMap<string, string>): Needs {
  const reached = [...reachOf(file, sources)].map((path) => [path, sources.get(path) ?? ''] as const)
  const process = reached.some(([, source]) => CHANGES_PROCESS.some((change) => change.test(source)))
  return {
    stack: reached.some(([, source]) => LEADS_TO_STACK.test(source)),
    // In a process of its own they are.
    modules:
      !process &&
      reached.some(
        ([path, source]) => CHANGES_MODULES.test(source) || (path !== file && SPIES_ONCE.test(source)),
      ),
    process,
  }
}

/** A file of the tests and all others that it imports, or that those import. */
function reachOf(
  file: string,
  sources: ReadonlyMap<string, string>,
  reached = new Set<string>(),
): Set<string> {
  const source = sources.get(file)
  if (source === undefined || reached.has(file)) return reached
  reached.add(file)
  for (const [, name = ''] of source.matchAll(IMPORTS)) reachOf(join(dirname(file), name), sources, reached)
  return reached
}
