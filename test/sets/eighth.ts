/**
 * The part of all tests that `.ci/run` runs beside `npm test`, in wire mode: an eighth of the wide set and an eighth of
 * the files that use the stack, by the commit, or all of both when something has changed that all of them stand on.
 */
import { JUDGES_THE_RUN, type Needs, needsOfTests } from '../support/needs.ts'
import { seedOfRun } from '../support/seed-of-run.ts'
import { lastWholeRun, wholeRunDigest } from './whole-run.ts'
import { isWide } from './wide.ts'

export const EIGHTHS = 8

/**
 * The eighth of a commit, from 0. It depends on other bits of the seed than the quarter of the exhaustive loops (`turnOfRun`),
 * or each file would try the same quarter whenever its eighth comes.
 */
export const eighthWith = (seed: number): number => Math.floor(seed / 4) % EIGHTHS

interface Part {
  files: string[]
  /** One line, for people. */
  why: string
}

/** The part that a commit runs, whose hash says which turn it has. */
export function partOfRest(
  all: ReadonlyMap<string, Needs>,
  { passed, seconds } = lastWholeRun(),
  turn = eighthWith(seedOfRun()),
): Part {
  const wide = [...all.keys()].filter(isWide)
  const wired = [...all].flatMap(([path, { stack }]) =>
    stack && !isWide(path) && !JUDGES_THE_RUN.test(path) ? [path] : [],
  )
  if (passed !== wholeRunDigest())
    return {
      files: [...wide, ...wired].sort(),
      why: 'All of the wide set and of the files that use the stack, in wire mode: lib/local, lib/infra, clients, lib/data/table, test/support or package-lock.json has changed since `npm run test:all` last passed, which notes that.',
    }
  return {
    files: [wide, wired].flatMap((files) => eighthOf(files, seconds, turn)).sort(),
    why: `By the hash of the commit, eighth ${turn + 1} of ${EIGHTHS} of the wide set and of the files that use the stack, in wire mode.`,
  }
}

/** One of eight parts of these files, which take about as long as each other. A file without seconds counts one. */
export function eighthOf(
  files: readonly string[],
  seconds: Readonly<Record<string, number>>,
  turn: number,
): string[] {
  const secondsOf = (path: string) => seconds[path] ?? 1
  const longestFirst = [...files].sort(
    (one, other) => secondsOf(other) - secondsOf(one) || (one < other ? -1 : 1),
  )
  const parts = Array.from({ length: EIGHTHS }, () => ({ seconds: 0, files: [] as string[] }))
  for (const path of longestFirst) {
    const shortest = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least))
    shortest.files.push(path)
    shortest.seconds += secondsOf(path)
  }
  return parts[turn]?.files ?? []
}

// .ci/run asks, for its last lines.
if (import.meta.main) {
  const { files, why } = partOfRest(needsOfTests())
  console.log(`${why}\n${files.map((path) => `  ${path}`).join('\n')}`)
}
