import { isDeepStrictEqual } from 'node:util'
import type { Method, OpenApi, PathItem } from '../openapi.ts'
import { answerChanges } from './answers.ts'
import { type Compare, type Finding, nested } from './findings.ts'
import { requestChanges, type Side } from './requests.ts'
import type { BreakingChange, VersioningRule } from './rules.ts'
import { schemaComparison } from './schema.ts'
import { webhookChanges } from './webhooks.ts'

const METHODS: Method[] = ['get', 'head', 'post', 'put', 'patch', 'delete']

/**
 * Everything in `current` that would break a client written against `released`. Only the two descriptions are
 * compared, each in the direction in which a thing is sent: callers may send all that they could, and are answered
 * nothing that they could not be, new members apart. What cannot be compared and differs is in the list too.
 */
export function breakingChanges(released: OpenApi, current: OpenApi): BreakingChange[] {
  const compare = schemaComparison(released, current)
  return gathered([
    ...basePathChanges(released, current),
    ...pathChanges({ released, current }, compare),
    ...webhooksChanges({ released, current }, compare),
    ...componentChanges(released, current),
  ])
}

function basePathChanges(released: OpenApi, current: OpenApi): Finding[] {
  const now = current.servers.map(({ url }) => basePathOf(url))
  const gone = released.servers.map(({ url }) => basePathOf(url)).filter((path) => !now.includes(path))
  return gone.map((path) => ({ rule: 'base-path-changed', path, what: `it is ${now.join(', ')} now` }))
}

const basePathOf = (url: string) => url.replace(/^[^/]*\/\/[^/]*/, '').replace(/\/$/, '')

interface Both {
  released: OpenApi
  current: OpenApi
}

/** Paths are the same if they differ in nothing but the names of their variables. */
function pathChanges({ released, current }: Both, compare: Compare): Finding[] {
  const now = new Map(Object.keys(current.paths).map((path) => [unnamed(path), path]))
  return Object.entries(released.paths).flatMap(([path, item]) => {
    const pathNow = now.get(unnamed(path)) ?? path
    const sideOf = (document: OpenApi, name: string, its: PathItem, method: Method): Side | undefined => {
      const operation = its[method]
      return operation && { document, item: its, operation, variables: variablesOf(name) }
    }
    return METHODS.flatMap((method): Finding[] => {
      const before = sideOf(released, path, item, method)
      if (!before) return []
      const after = sideOf(current, pathNow, current.paths[pathNow] ?? {}, method)
      const place = `${method.toUpperCase()} ${path}`
      if (!after) return [{ rule: 'endpoint-removed', path: place, what: 'it is gone' }]
      return nested(operationChanges(before, after, compare), place)
    })
  })
}

const unnamed = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}')

const variablesOf = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)

function operationChanges(released: Side, current: Side, compare: Compare): Finding[] {
  const inside = [...requestChanges(released, current, compare), ...answerChanges(released, current, compare)]
  return [...nameChanges(released, current), ...nested(inside, ' ')]
}

function nameChanges(
  { operation: { operationId: was } }: Side,
  { operation: { operationId: is } }: Side,
): Finding[] {
  return was === is ? [] : [{ rule: 'operation-renamed', path: '', what: `${was} is called ${is} now` }]
}

function webhooksChanges({ released, current }: Both, compare: Compare): Finding[] {
  return Object.entries(released.webhooks).flatMap(([name, item]) =>
    METHODS.flatMap((method): Finding[] => {
      const operation = item[method]
      if (!operation) return []
      const itemNow = current.webhooks[name]
      const now = itemNow?.[method]
      const place = `webhook ${name}`
      if (!itemNow || !now) return [{ rule: 'webhook-removed', path: place, what: 'it is gone' }]
      const before: Side = { document: released, item, operation, variables: [] }
      const after: Side = { document: current, item: itemNow, operation: now, variables: [] }
      return nested([...nameChanges(before, after), ...webhookChanges(before, after, compare)], `${place} `)
    }),
  )
}

/** Names that generated clients know, and how callers authenticate. */
function componentChanges(released: OpenApi, current: OpenApi): Finding[] {
  const finding = (rule: VersioningRule, path: string, what: string): Finding => ({ rule, path, what })
  const schemas = Object.keys(released.components.schemas)
    .filter((name) => !Object.hasOwn(current.components.schemas, name))
    .map((name) => finding('component-removed', `#/components/schemas/${name}`, 'it is gone'))
  const schemes = Object.entries(released.components.securitySchemes)
    .filter(([name, scheme]) => {
      const now = current.components.securitySchemes[name]
      return !now || !isDeepStrictEqual(undescribed(scheme), undescribed(now))
    })
    .map(([name]) =>
      finding('security-scheme-changed', `#/components/securitySchemes/${name}`, 'it is another'),
    )
  return [...schemas, ...schemes]
}

const undescribed = (scheme: object) => ({ ...scheme, description: undefined })

/** One change for all the places that show it because they share a component; the nearest to it comes first. */
function gathered(findings: readonly Finding[]): BreakingChange[] {
  const changes = new Map<string, Pick<Finding, 'rule' | 'what'> & { places: Set<string> }>()
  for (const { rule, path, what, inComponent = path } of findings) {
    const key = JSON.stringify([rule, what, inComponent])
    const { places } = changes.get(key) ?? { places: new Set() }
    changes.set(key, { rule, what, places: places.add(path.replaceAll(' .', ' ').trim()) })
  }
  return [...changes.values()].map(({ rule, what, places }) => {
    const [where = '', ...alsoAt] = [...places].sort((a, b) => a.length - b.length)
    return { rule, where, what, alsoAt }
  })
}
