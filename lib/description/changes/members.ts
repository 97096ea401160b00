import type { JsonSchema } from '../openapi.ts'
import { type Compare, type Finding, nested, type Pair } from './findings.ts'

/**
 * Members whose list of values is released as one that grows, known by what stands beside them: codes of problems
 * and of their faults, types of events.
 */
const OPEN_MEMBERS = [
  { name: 'code', beside: ['detail'] },
  { name: 'type', beside: ['timestamp', 'data'] },
]

/** What two objects differ in. New members are additions, in answers too: clients ignore what they do not know. */
export function objectChanges(pair: Pair, compare: Compare): Finding[] {
  const { released, current, direction } = pair
  return [
    ...requiredChanges(pair),
    ...memberChanges(pair, compare),
    ...newMembers(pair, compare),
    ...patternChanges(pair, compare),
    ...nested(compare(text(released.propertyNames), text(current.propertyNames), direction), '{name}'),
    ...otherChanges(pair, compare),
  ]
}

/** A name is text, whether or not that is said of it. */
const text = (schema: JsonSchema): JsonSchema => ({ allOf: [{ type: 'string' }, schema] })

/** A caller must send no more than before, and the API leaves out no more. */
function requiredChanges({ inner, outer, released, current, direction }: Pair): Finding[] {
  const missing = outer.required.filter((name) => !inner.required.includes(name))
  if (direction === 'request')
    return missing.map((name) => ({
      rule: 'request-member-required',
      path: `.${name}`,
      what: 'it must be sent now',
    }))
  // One that is gone altogether is reported as that, if it was more than a name.
  const optional = missing.filter(
    (name) => member(current.properties, name) ?? !member(released.properties, name),
  )
  return optional.map((name) => ({
    rule: 'answer-member-optional',
    path: `.${name}`,
    what: 'it can be missing now',
  }))
}

function memberChanges({ released, current, direction }: Pair, compare: Compare): Finding[] {
  return Object.entries(released.properties).flatMap(([name, schema]) => {
    const now = member(current.properties, name)
    if (!now) return [gone(`.${name}`, direction)]
    return nested(compare(schema, now, direction, isOpenMember(name, released.properties)), `.${name}`)
  })
}

const isOpenMember = (name: string, members: Record<string, JsonSchema>) =>
  OPEN_MEMBERS.some((open) => open.name === name && open.beside.every((other) => member(members, other)))

/** A new name may have been in use already where any name was. */
function newMembers({ released, current, direction }: Pair, compare: Compare): Finding[] {
  const { others } = released
  // In an answer, what a client does not know is nothing to it.
  if (!others || (direction === 'answer' && isAny(others))) return []
  const added = Object.entries(current.properties).filter(([name]) => !member(released.properties, name))
  return added.flatMap(([name, schema]) => nested(compare(others, schema, direction), `.${name}`))
}

function patternChanges({ released, current, direction }: Pair, compare: Compare): Finding[] {
  const now = current.patternProperties
  const kept = Object.entries(released.patternProperties).flatMap(([pattern, schema]) => {
    const same = member(now, pattern)
    return same ? nested(compare(schema, same, direction), `{${pattern}}`) : [gone(`{${pattern}}`, direction)]
  })
  // Callers may have sent such members for something else, if they might send any.
  const added = Object.keys(now).filter((pattern) => !member(released.patternProperties, pattern))
  const isNarrower = direction === 'request' && released.others !== false
  const what = 'it says what members of such names are'
  return [
    ...kept,
    ...(isNarrower ? added : []).map(
      (pattern): Finding => ({ rule: 'incomparable', path: `{${pattern}}`, what }),
    ),
  ]
}

/** Members of names that are not listed. */
function otherChanges({ released, current, direction }: Pair, compare: Compare): Finding[] {
  if (released.others === false) return []
  if (direction === 'answer' && isAny(released.others)) return []
  if (current.others !== false) return nested(compare(released.others, current.others, direction), '{}')
  if (direction === 'answer') return [gone('{}', direction)]
  return [{ rule: 'request-object-closed', path: '', what: 'it takes no members but its own now' }]
}

const gone = (path: string, direction: Pair['direction']): Finding => ({
  rule: direction === 'request' ? 'request-member-removed' : 'answer-member-removed',
  path,
  what: 'it is gone',
})

const isAny = (schema: JsonSchema) => Object.keys(schema).length === 0

const member = (members: Record<string, JsonSchema>, name: string): JsonSchema | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined
