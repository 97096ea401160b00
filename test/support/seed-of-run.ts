import { execFileSync } from 'node:child_process'

/** A number that the hash of the commit chooses, the same in every run of it; without a repository 0. */
export function seedOfRun(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' })
    return Number.parseInt(commit.slice(0, 7), 16)
  } catch {
    return 0
  }
}

/** The quarter of the exhaustive loops that a run tries (`inTurn`); null for the whole loops, if they are asked for. */
export const turnOfRun = (): number | null =>
  process.env.STOREFRONT_SUITE === 'whole' ? null : quarterWith(seedOfRun())

/** The quarter of a commit, from 0. */
export const quarterWith = (seed: number): number => seed % 4

/** The cases of one of four turns, at least one of few; all of them if the turn is null. */
export const quarterOf = <T>(
  cases: readonly T[],
  { turn, shift }: { turn: number | null; shift: number },
): T[] => {
  const turns = Math.min(4, cases.length)
  return cases.filter((_, n) => turn === null || (n + shift) % turns === turn % turns)
}
