import { NAMED } from '../../../domain/resources.ts'
import type { Kind, Problem } from './problem.ts'
import * as named from './problems.ts'
import { exists, notFound, taken } from './resource-problems.ts'
import { CHOSEN_IDS, UNIQUE } from './resource-rules.ts'

type AnyProblem = ReturnType<
  (typeof named)[keyof typeof named] | typeof notFound | typeof exists | typeof taken
>

export type ProblemCode = AnyProblem['code']

const entriesOf = <K extends string, V>(table: Record<K, V>) => Object.entries(table) as [K, V][]

const ALL: Problem[] = [
  ...Object.values(named).map((make) => make()),
  ...NAMED.map(({ type, name }) => notFound(type, name)),
  ...entriesOf(CHOSEN_IDS).map(([code, name]) => exists(code, name)),
  ...Object.values(UNIQUE).map((rule) => taken(rule, [rule], '')),
]

/** Status and title of every problem of this API, by status and code. `docs/problems.md` explains each; a test compares them. */
export const PROBLEMS = Object.fromEntries(
  ALL.map(({ code, kind }) => [code, kind] as const).sort(
    ([one, [a]], [other, [b]]) => a - b || (one < other ? -1 : 1),
  ),
) as Record<ProblemCode, Kind>
