import type { JsonSchema } from '../openapi.ts'
import type { Alternative } from './alternatives.ts'
import type { VersioningRule } from './rules.ts'

/** Who sends what a schema describes: callers, who may send no less than before, or the API, which sends no more. */
export type Direction = 'request' | 'answer'

/** A difference of two schemas; `path` leads to it from where they stand. */
export interface Finding {
  rule: VersioningRule
  path: string
  what: string
  /** The same place, from the innermost component that it is in. */
  inComponent?: string
}

/** Compares two schemas. An open one may be given new values by its place, not by itself. */
export type Compare = (
  released: JsonSchema,
  current: JsonSchema,
  direction: Direction,
  isOpen?: boolean,
) => Finding[]

/** What two alternatives are to each other: whatever is `inner` must be `outer` as well. */
export interface Pair {
  released: Alternative
  current: Alternative
  inner: Alternative
  outer: Alternative
  direction: Direction
  isOpen: boolean
}

/** Findings of what is inside, seen from outside. */
export const nested = (findings: readonly Finding[], step: string): Finding[] =>
  findings.map((finding) => ({ ...finding, path: step + finding.path }))
