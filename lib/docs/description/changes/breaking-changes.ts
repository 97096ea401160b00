import { isDeepStrictEqual } from 'node:util'
import type { OpenApi, SecurityRequirement } from '../openapi.ts'
import { keyOf, type Position, positionsOf } from './positions.ts'
import { type BreakingChange, KINDS, type KindRules } from './rules.ts'
import { type Compare, type Finding, nested, schemaComparison } from './schemas.ts'

/**
 * Everything in `current` that would break a client written against `released`. Only the two descriptions are
 * compared, each in the direction in which a thing is sent: callers may send all that they could, and responses have
 * nothing that they could not have, new members apart. What cannot be compared and differs is in the list too.
 */
export function breakingChanges(released: OpenApi, current: OpenApi): BreakingChange[] {
  const [before, now] = [positionsOf(released), positionsOf(current)]
  const compare = schemaComparison(released, current)
  const kept = [...before].flatMap(([key, was]) => {
    const is = now.get(key)
    return is ? changes(was, is, compare) : []
  })
  const gone = onlyIn(before, now).flatMap((was) => breach(was, 'removed', 'it is gone'))
  const added = onlyIn(now, before).flatMap((is) => [
    ...breach(is, 'added', 'it is new'),
    ...(is.isRequired ? breach(is, 'required', 'it must be sent now') : []),
  ])
  return gathered([...gone, ...added, ...kept])
}

type Positions = Map<string, Position>

/** The positions that only one description has. Parts come and go with what they are within. */
const onlyIn = (one: Positions, other: Positions): Position[] =>
  [...one].flatMap(([key, position]) => {
    const { within } = position
    return other.has(key) || (within !== undefined && !other.has(keyOf(within))) ? [] : [position]
  })

function changes(was: Position, is: Position, compare: Compare): Finding[] {
  const isAnother = !isDeepStrictEqual(was.fixed, is.fixed)
  const { direction = 'request' }: KindRules = KINDS[was.kind]
  return [
    ...(is.isRequired && !was.isRequired ? breach(was, 'required', 'it must be sent now') : []),
    ...(was.isRequired && !is.isRequired ? breach(was, 'optional', 'it can be missing now') : []),
    ...(isAnother ? breach(was, 'changed', `it is ${JSON.stringify(is.fixed)} now`) : []),
    ...(was.security && is.security ? securityChanges(was.where, was.security, is.security) : []),
    ...(was.schema && is.schema ? nested(compare(was.schema, is.schema, direction), was.where) : []),
  ]
}

function breach(
  { kind, where }: Position,
  event: Exclude<keyof KindRules, 'direction'>,
  what: string,
): Finding[] {
  const { [event]: rule }: KindRules = KINDS[kind]
  return rule ? [{ rule, path: where, what }] : []
}

/** Each way to be let in that there was must be enough still. An empty list demands nothing. */
const securityChanges = (where: string, was: SecurityRequirement[], is: SecurityRequirement[]): Finding[] =>
  (was.length > 0 ? was : [{}])
    .filter((given) => is.length > 0 && !is.some((demand) => isMetBy(demand, given)))
    .map((given) => ({
      rule: 'security-tightened',
      path: where,
      what: `${JSON.stringify(given)} was enough, and ${JSON.stringify(is)} is demanded`,
    }))

const isMetBy = (demand: SecurityRequirement, given: SecurityRequirement) =>
  Object.entries(demand).every(
    ([scheme, scopes]) => given[scheme] && scopes.every((scope) => given[scheme]?.includes(scope)),
  )

/** One change for all the places that show it because they share a component; the shortest place comes first. */
function gathered(findings: readonly Finding[]): BreakingChange[] {
  const places = Map.groupBy(findings, ({ rule, what, path, inComponent = path }) =>
    JSON.stringify([rule, what, inComponent]),
  )
  return [...places.values()].flatMap((same) => {
    const [first] = same
    const paths = new Set(same.map(({ path }) => path.replace(' application/json', ' body')))
    const [where = '', ...alsoAt] = [...paths].sort((a, b) => a.length - b.length)
    return first ? [{ rule: first.rule, what: first.what, where, alsoAt }] : []
  })
}
