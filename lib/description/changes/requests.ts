import type { OpenApi, Operation, Parameter, PathItem, Reference, SecurityRequirement } from '../openapi.ts'
import { type Compare, type Finding, nested } from './findings.ts'
import { resolve } from './references.ts'

/** An operation with the description it is read from. */
export interface Side {
  document: OpenApi
  item: PathItem
  operation: Operation
  /** The names of the path's variables, in their order. */
  variables: string[]
}

/** What a caller sends: parameters, body, credentials. */
export function requestChanges(released: Side, current: Side, compare: Compare): Finding[] {
  return [
    ...parameterChanges(released, current, compare),
    ...bodyChanges(released, current, compare),
    ...securityChanges(released, current),
  ]
}

/** The parameters of an operation by place and name; a path's variable is known by its position. */
export function parametersOf({ document, item, operation, variables }: Side): Map<string, Parameter> {
  const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
  return new Map(
    all.map((one: Parameter | Reference) => {
      const parameter = resolve(document, one)
      if (parameter.in === 'path') return [`variable ${variables.indexOf(parameter.name) + 1}`, parameter]
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
      return [`${parameter.in} ${name}`, parameter]
    }),
  )
}

function parameterChanges(released: Side, current: Side, compare: Compare): Finding[] {
  const [before, now] = [parametersOf(released), parametersOf(current)]
  const kept = [...before].flatMap(([key, parameter]): Finding[] => {
    const path = shown(parameter)
    const same = now.get(key)
    if (!same) return [{ rule: 'parameter-removed', path, what: 'it is gone' }]
    return [
      ...renamed(parameter, same),
      ...rewritten(parameter, same),
      ...(same.required && !parameter.required ? [{ ...REQUIRED, path }] : []),
      ...nested(compare(parameter.schema, same.schema, 'request'), path),
    ]
  })
  const added = [...now].filter(([key, { required }]) => required && !before.has(key))
  return [...kept, ...added.map(([, parameter]) => ({ ...REQUIRED, path: shown(parameter) }))]
}

const shown = ({ in: place, name }: Parameter) => (place === 'path' ? `{${name}}` : `${place} ${name}`)

const REQUIRED = { rule: 'parameter-required', what: 'it must be sent now' } as const

function renamed(released: Parameter, current: Parameter): Finding[] {
  if (released.in !== 'path' || released.name === current.name) return []
  const what = `it is {${current.name}} now, and generated clients name it`
  return [{ rule: 'parameter-removed', path: shown(released), what }]
}

function rewritten(released: Parameter, current: Parameter): Finding[] {
  const styleOf = ({ style, explode, in: place }: Parameter) => {
    const usual = place === 'query' ? 'form' : 'simple'
    return `${style ?? usual} ${explode ?? (style ?? usual) === 'form'}`
  }
  if (styleOf(released) === styleOf(current)) return []
  return [
    { rule: 'parameter-rewritten', path: shown(released), what: 'it is written in another style or explode' },
  ]
}

function bodyChanges(
  { operation: released }: Side,
  { operation: current }: Side,
  compare: Compare,
): Finding[] {
  const [before, now] = [released.requestBody, current.requestBody]
  const isRequired = now?.required && !before?.required
  const required: Finding = { rule: 'body-required', path: 'body', what: 'a body must be sent now' }
  const kept = Object.entries(before?.content ?? {}).flatMap(([mediaType, { schema }]): Finding[] => {
    const same = now?.content[mediaType]
    const path = `body ${mediaType}`
    if (!same) return [{ rule: 'request-media-type-removed', path, what: 'it is no longer taken' }]
    return nested(compare(schema, same.schema, 'request'), 'body')
  })
  return [...(isRequired ? [required] : []), ...kept]
}

/** Each way to be let in that there was must be enough still. */
function securityChanges(released: Side, current: Side): Finding[] {
  const now = demandsOf(current)
  return demandsOf(released).flatMap((enough): Finding[] => {
    if (now.some((demand) => isMetBy(demand, enough))) return []
    const what = `${told([enough])} was enough, and ${told(now)} is demanded`
    return [{ rule: 'security-tightened', path: 'security', what }]
  })
}

function demandsOf({ document, operation }: Side): SecurityRequirement[] {
  const demands = operation.security ?? document.security
  return demands.length === 0 ? [{}] : demands
}

const isMetBy = (demand: SecurityRequirement, given: SecurityRequirement) =>
  Object.entries(demand).every(([scheme, scopes]) =>
    scopes.every((scope) => given[scheme]?.includes(scope)) ? given[scheme] !== undefined : false,
  )

const told = (demands: SecurityRequirement[]) =>
  demands
    .map((demand) => Object.entries(demand).map(([scheme, scopes]) => [scheme, ...scopes].join(' ')))
    .map((schemes) => schemes.join(' and ') || 'nothing')
    .join(' or ')
