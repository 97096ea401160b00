import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, OpenApi } from '../openapi.ts'
import { type Alternative, alternativesOf } from './alternatives.ts'
import { type Compare, type Direction, type Finding, nested, type Pair } from './findings.ts'
import { limitChanges } from './limits.ts'
import { objectChanges } from './members.ts'
import { resolve } from './references.ts'

/** Deeper than any schema is meant to be; one that unfolds without end stops here. */
const MOST_DEPTH = 100

/** A comparison of the schemas of two descriptions. A schema that contains itself is followed once. */
export function schemaComparison(releasedDocument: OpenApi, currentDocument: OpenApi): Compare {
  const known = new Map<string, Finding[]>()
  let depth = 0

  const compare: Compare = (released, current, direction, isOpen = false) => {
    const key = JSON.stringify([direction, isOpen, released, current])
    const before = known.get(key)
    if (before) return before
    if (depth > MOST_DEPTH) return isDeepStrictEqual(released, current) ? [] : [TOO_DEEP]
    // Where a schema comes back to itself, it differs there in nothing that is not found here.
    known.set(key, [])
    depth++
    const findings = [
      ...annotationChanges(released, current, direction),
      ...unionChanges(released, current, direction, isOpen),
    ].map((finding) => placed(finding, released.$ref?.split('/').at(-1)))
    depth--
    known.set(key, findings)
    return findings
  }

  function annotationChanges(released: JsonSchema, current: JsonSchema, direction: Direction): Finding[] {
    if (direction === 'answer') return []
    const [was, is] = [annotationsOf(releasedDocument, released), annotationsOf(currentDocument, current)]
    const findings: Finding[] = []
    if (was.default !== undefined && !isDeepStrictEqual(was.default, is.default)) {
      const what = `its default was ${JSON.stringify(was.default)}, and is ${JSON.stringify(is.default) ?? 'none'}`
      findings.push({ rule: 'request-default-changed', path: '', what })
    }
    if (is.readOnly && !was.readOnly)
      findings.push({ rule: 'request-member-removed', path: '', what: 'it is read-only now' })
    return findings
  }

  function unionChanges(
    releasedSchema: JsonSchema,
    currentSchema: JsonSchema,
    direction: Direction,
    isOpen: boolean,
  ): Finding[] {
    const released = alternativesOf(releasedDocument, releasedSchema)
    const current = alternativesOf(currentDocument, currentSchema)
    const [inners, outers] = direction === 'request' ? [released, current] : [current, released]
    return inners.flatMap((inner) => {
      const found = outers
        .filter((outer) => inner.type === outer.type || (inner.type === 'integer' && outer.type === 'number'))
        .map((outer) => ({ outer, findings: pairChanges(pairOf(inner, outer, direction, isOpen)) }))
        .sort((a, b) => a.findings.length - b.findings.length)
      const [nearest] = found
      if (!nearest) return [typeChange(inner, direction)]
      if (nearest.findings.length === 0) return []
      const namesake = found.find(({ outer }) => outer.name !== undefined && outer.name === inner.name)
      return (namesake ?? nearest).findings
    })
  }

  const pairChanges = (pair: Pair): Finding[] =>
    [
      ...limitChanges(pair),
      ...(pair.inner.type === 'array'
        ? nested(compare(pair.released.items, pair.current.items, pair.direction), '[]')
        : []),
      ...(pair.inner.type === 'object' ? objectChanges(pair, compare) : []),
      ...unknownChanges(pair),
    ].map((finding) => placed(finding, pair.released.name))

  return compare
}

const TOO_DEEP: Finding = { rule: 'incomparable', path: '', what: 'it is nested too deep to be compared' }

const pairOf = (inner: Alternative, outer: Alternative, direction: Direction, isOpen: boolean): Pair => ({
  inner,
  outer,
  direction,
  isOpen,
  ...(direction === 'request' ? { released: inner, current: outer } : { released: outer, current: inner }),
})

function placed(finding: Finding, component: string | undefined): Finding {
  if (component === undefined || finding.inComponent !== undefined) return finding
  return { ...finding, inComponent: `${component} ${finding.path}` }
}

function typeChange({ type, values }: Alternative, direction: Direction): Finding {
  const shown = values && type !== 'null' ? values.map((value) => JSON.stringify(value)).join(', ') : type
  if (direction === 'request')
    return {
      rule: type === 'null' ? 'request-null-refused' : 'request-type-narrowed',
      path: '',
      what: `it could be ${shown}, and can no longer`,
    }
  return {
    rule: type === 'null' ? 'answer-null-added' : 'answer-type-widened',
    path: '',
    what: `it can be ${shown} now`,
  }
}

function unknownChanges({ released, current }: Pair): Finding[] {
  const keywords = new Set([...Object.keys(released.unknown), ...Object.keys(current.unknown)])
  const changed = [...keywords].filter(
    (keyword) => !isDeepStrictEqual(released.unknown[keyword], current.unknown[keyword]),
  )
  return changed.map((keyword) => ({ rule: 'incomparable', path: '', what: `its ${keyword} is another` }))
}

/** What a schema says beside which values it lets through, be it by way of others. */
function annotationsOf(
  document: OpenApi,
  schema: JsonSchema,
  within: readonly string[] = [],
): Pick<JsonSchema, 'default' | 'readOnly'> {
  const { $ref, allOf = [] } = schema
  const follows = $ref !== undefined && !within.includes($ref)
  const others = [...(follows ? [resolve<JsonSchema>(document, { $ref })] : []), ...allOf]
  const inherited = others.map((other) => annotationsOf(document, other, [...within, $ref ?? '']))
  const all = [schema, ...inherited]
  return {
    default: all.find((one) => one.default !== undefined)?.default,
    readOnly: all.some((one) => one.readOnly),
  }
}
