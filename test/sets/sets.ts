import { relative, resolve } from 'node:path'
import { parseCLI } from 'vitest/node'
import { JUDGES_THE_RUN, type Needs } from '../support/needs.ts'
import { partOfRest } from './eighth.ts'
import { isWide } from './wide.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The set of files that this run runs. */
    set: TestSet
  }
}

const SETS = ['fast', 'wide', 'all', 'eighth', 'named'] as const

/**
 * Files of tests that run together: `fast` is what `npm test` runs, `wide` the rest of `all`, `eighth` what `.ci/run`
 * runs beside `npm test`, and `named` what the command line names.
 */
export type TestSet = (typeof SETS)[number]

/**
 * The set of a run of `vitest`: what the command line names, also in `npm test -- test/faults`, else the chosen one, else
 * everything. Throws if there is no such set.
 *
 * @param args what follows `vitest run`
 */
export function setOf(args: readonly string[], files: Iterable<string>, chosen = 'all'): TestSet {
  if (namesIn(args, [...files]).length > 0) return 'named'
  const set = SETS.find((name) => name === chosen)
  if (set) return set
  throw new Error(`STOREFRONT_TESTS must be one of ${SETS.join(', ')}, not "${chosen}".`)
}

/** The files of a set, among those of all tests with their needs. */
export function filesOfSet(set: TestSet, all: ReadonlyMap<string, Needs>): Set<string> {
  const files = [...all.keys()]
  if (set === 'all' || set === 'named') return new Set(files)
  const judges = files.filter((path) => JUDGES_THE_RUN.test(path))
  if (set === 'eighth') return new Set([...partOfRest(all).files, ...judges])
  return new Set([...files.filter((path) => isWide(path) === (set === 'wide')), ...judges])
}

/** The arguments that are files or folders of tests, or a part of their paths, as vitest finds them. */
function namesIn(args: readonly string[], files: readonly string[]): string[] {
  const { filter } = parseCLI(['vitest', 'run', ...args], { allowUnknownOptions: true })
  return filter.filter((name) => {
    const path = relative('', resolve(name.replace(/:\d+$/, ''))).toLowerCase()
    return files.some((file) => file.toLowerCase().includes(path))
  })
}
