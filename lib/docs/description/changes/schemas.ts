import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, OpenApi } from '../openapi.ts'
import type { VersioningRule } from './rules.ts'
import { DEMANDS, isAny, keepsTo, RANGES, schemaAt, sizeOf, type Variant, variantsOf } from './variants.ts'

/** Callers may send no less than before, the API sends no more. */
type Direction = 'request' | 'answer'

/** A difference of two schemas; `path` leads to it from their position. */
export interface Finding {
  rule: VersioningRule
  path: string
  what: string
  /** The same place, from the innermost component that it is in. */
  inComponent?: string
}

export type Compare = (released: JsonSchema, current: JsonSchema, direction: Direction) => Finding[]

/** Two variants to be compared: whatever is `inner` must be `outer` as well. */
interface Pair {
  released: Variant
  current: Variant
  inner: Variant
  outer: Variant
  direction: Direction
}

/** Findings of what is inside, seen from outside. */
export const nested = (findings: readonly Finding[], step: string): Finding[] =>
  findings.map((finding) => ({ ...finding, path: step + finding.path }))

/** A comparison of the schemas of two descriptions. A schema that contains itself is followed once. */
export function schemaComparison(releasedDescription: OpenApi, currentDescription: OpenApi): Compare {
  const known = new Map<string, Finding[]>()
  const compare: Compare = (released, current, direction) => {
    // In a response, a value without a known type can become anything.
    if (direction === 'answer' && isAny(released)) return []
    const key = JSON.stringify([direction, released, current])
    const before = known.get(key)
    if (before) return before
    // If a schema comes back to itself, it differs there in nothing that is not found here.
    known.set(key, [])
    const [was, is] = [variantsOf(releasedDescription, released), variantsOf(currentDescription, current)]
    const [inners, outers] = direction === 'request' ? [was, is] : [is, was]
    const changes = inners.flatMap((inner) => nearest(inner, outers, direction, compare))
    const findings = placed(changes, released.$ref)
    known.set(key, findings)
    return findings
  }
  return compare
}

const placed = (findings: Finding[], component: string | undefined): Finding[] =>
  component === undefined
    ? findings
    : findings.map((one) => ({ ...one, inComponent: one.inComponent ?? component + one.path }))

const change = (rule: VersioningRule, what: string, path = ''): Finding => ({ rule, path, what })

/** The differences between a sender's variant and the receiver's closest variant. */
function nearest(inner: Variant, outers: Variant[], direction: Direction, compare: Compare): Finding[] {
  const found = outers
    .filter((outer) => inner.type === outer.type || (inner.type === 'integer' && outer.type === 'number'))
    .map((outer) => ({ outer, findings: pairChanges(pairOf(inner, outer, direction), compare) }))
    .sort((a, b) => a.findings.length - b.findings.length)
  const [first] = found
  if (!first) return [typeChange(inner, direction)]
  const namesake = found.find(({ outer: { component } }) => component && component === inner.component)
  return first.findings.length === 0 ? [] : (namesake ?? first).findings
}

const pairOf = (inner: Variant, outer: Variant, direction: Direction): Pair =>
  direction === 'request'
    ? { inner, outer, direction, released: inner, current: outer }
    : { inner, outer, direction, released: outer, current: inner }

const shown = ({ type, value }: Variant) => (value === undefined ? `any ${type}` : JSON.stringify(value))

function typeChange(inner: Variant, direction: Direction): Finding {
  const isNull = inner.type === 'null'
  return direction === 'request'
    ? change(isNull ? 'request-null-refused' : 'request-type-narrowed', `it can no longer be ${shown(inner)}`)
    : change(isNull ? 'answer-null-added' : 'answer-type-widened', `it can be ${shown(inner)} now`)
}

const pairChanges = (pair: Pair, compare: Compare): Finding[] =>
  placed(
    [
      ...valueChanges(pair),
      ...rangeChanges(pair),
      ...demandChanges(pair),
      ...requiredChanges(pair),
      ...annotationChanges(pair),
      ...insideChanges(pair, compare),
    ],
    pair.released.component,
  )

function valueChanges({ inner, outer, released, direction }: Pair): Finding[] {
  if (outer.value === undefined || isDeepStrictEqual(inner.value, outer.value)) return []
  if (direction === 'request')
    return [change('request-values-narrowed', `it can no longer be ${shown(inner)}`)]
  return released.isOpen ? [] : [change('answer-values-widened', `it can be ${shown(inner)} now`)]
}

function rangeChanges({ inner, outer, released, current, direction }: Pair): Finding[] {
  const [least, most] = RANGES[inner.type]
  const size = inner.value === undefined ? undefined : sizeOf(inner.value)
  const [lower, upper] = [size ?? inner.least, size ?? inner.most]
  return [
    ...(lower < outer.least ? [`its ${least} was ${released.least}, and is ${current.least}`] : []),
    ...(upper > outer.most ? [`its ${most} was ${released.most}, and is ${current.most}`] : []),
  ].map((what) => change(LIMIT_RULES[direction], what))
}

const LIMIT_RULES = { request: 'request-limit-narrowed', answer: 'answer-limit-widened' } as const

/** A demand that is known must not be added for callers or dropped by the API; another must not change. */
function demandChanges({ inner, outer, direction }: Pair): Finding[] {
  const isKnown = (demand: string) => DEMANDS[demand.split(' ', 1)[0] ?? ''] !== undefined
  const missing = outer.demands.filter(
    (demand) => !inner.demands.includes(demand) && !keepsTo(inner.value, demand),
  )
  const more = inner.demands.filter((demand) => !outer.demands.includes(demand))
  const what = direction === 'request' ? 'it must keep to' : 'it no longer keeps to'
  return [
    ...missing.filter(isKnown).map((demand) => change(LIMIT_RULES[direction], `${what} ${demand}`)),
    ...[...missing, ...more]
      .filter((demand) => !isKnown(demand))
      .map((demand) => change('incomparable', `it came or went: ${demand}`)),
  ]
}

/** In responses, a member that is removed is reported as that, if it was more than a name. */
function requiredChanges({ inner, outer, direction }: Pair): Finding[] {
  const missing = outer.required.filter((name) => !inner.required.includes(name))
  if (direction === 'request')
    return missing.map((name) => change('request-member-required', 'it must be sent now', `.${name}`))
  return missing
    .filter((name) => inner.inside.has(`.${name}`) || !outer.inside.has(`.${name}`))
    .map((name) => change('answer-member-optional', 'it can be missing now', `.${name}`))
}

function annotationChanges({ released: was, current: is, direction }: Pair): Finding[] {
  if (direction === 'answer') return []
  const isAnother = was.default !== undefined && !isDeepStrictEqual(was.default, is.default)
  const what = `its default was ${JSON.stringify(was.default)}, and is ${JSON.stringify(is.default) ?? 'none'}`
  return [
    ...(isAnother ? [change('request-default-changed', what)] : []),
    ...(is.isReadOnly && !was.isReadOnly ? [change('request-member-removed', 'it is read-only now')] : []),
  ]
}

/** Items and members. New members are additions, in responses too: clients ignore what they do not know. */
function insideChanges({ released, current, direction }: Pair, compare: Compare): Finding[] {
  const steps = new Set([...released.inside.keys(), ...current.inside.keys()])
  return [...steps].flatMap((step) => {
    const [was, is] = [schemaAt(released, step), schemaAt(current, step)]
    const isOpen = step === '{}' && direction === 'answer' && was && isAny(was)
    if (!was || isOpen) return []
    if (is && (current.inside.has(step) || !released.inside.has(step)))
      return nested(compare(was, is, direction), step)
    if (direction === 'answer') return [change('answer-member-removed', 'it is gone', step)]
    if (step === '{}') return [change('request-object-closed', 'it takes no members but its own now')]
    return [change('request-member-removed', 'it is gone', step)]
  })
}
