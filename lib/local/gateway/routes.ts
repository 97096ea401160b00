import type { Route } from '../template/api-definition.ts'

/** The route for a request, with its path variables percent-decoded. */
export interface RouteMatch {
  route: Route
  pathParameters: { [name: string]: string } | undefined
}

/**
 * Selects routes as an HTTP API does: the most specific match wins (a full match before a path variable, a variable
 * before a greedy one), then the method before `ANY`, and `$default` takes the rest.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 *
 * The result is a function of method and percent-encoded path; undefined means that no route matches. It throws a
 * URIError when the path cannot be decoded.
 */
export function createRouter(routes: Route[]): (method: string, path: string) => RouteMatch | undefined {
  const patterns = routes.filter(({ routeKey }) => routeKey !== '$default').map(readPattern)
  patterns.sort((a, b) => compareRanks(a.ranks, b.ranks) || a.methodRank - b.methodRank)
  const fallback = routes.find(({ routeKey }) => routeKey === '$default')

  return (method, path) => {
    const segments = path.slice(1).split('/').map(decodeURIComponent)
    for (const pattern of patterns) {
      if (pattern.method !== 'ANY' && pattern.method !== method) continue
      const variables = matchSegments(pattern.segments, segments)
      if (variables) return { route: pattern.route, pathParameters: named(variables) }
    }
    return fallback && { route: fallback, pathParameters: undefined }
  }
}

interface Pattern {
  route: Route
  method: string
  segments: string[]
  /** Of each segment; the lower one is more specific. */
  ranks: number[]
  methodRank: number
}

function readPattern(route: Route): Pattern {
  const [method = '', path = ''] = route.routeKey.split(' ')
  const segments = path.slice(1).split('/')
  const ranks = segments.map((segment) => (isGreedy(segment) ? 2 : isVariable(segment) ? 1 : 0))
  return { route, method, segments, ranks, methodRank: method === 'ANY' ? 1 : 0 }
}

/** Segment by segment from the left, the lower rank first, and of two that begin alike the shorter one. */
function compareRanks(a: number[], b: number[]): number {
  const first = a.findIndex((rank, index) => rank !== b[index])
  return first < 0 ? a.length - b.length : (a[first] ?? 0) - (b[first] ?? -1)
}

/** Name and value of every variable, or undefined when the path does not match. */
function matchSegments(pattern: string[], segments: string[]): [string, string][] | undefined {
  const variables: [string, string][] = []
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]
    if (segment === undefined) return undefined
    if (isGreedy(part)) {
      const rest = segments.slice(index).join('/')
      return rest === '' ? undefined : [...variables, [part.slice(1, -2), rest]]
    }
    if (!isVariable(part) && part !== segment) return undefined
    if (isVariable(part)) {
      if (segment === '') return undefined
      variables.push([part.slice(1, -1), segment])
    }
  }
  return segments.length === pattern.length ? variables : undefined
}

function named(variables: [string, string][]): RouteMatch['pathParameters'] {
  if (variables.length === 0) return undefined
  return Object.fromEntries(variables.map(([name, value]) => [name, cutAtQuestionMark(value)]))
}

/**
 * A percent-encoded `?` is decoded and then ends the path, as was seen on the service itself: the payloads captured
 * in https://github.com/hotsock/voker/pull/8.
 */
export function cutAtQuestionMark(decoded: string): string {
  const end = decoded.indexOf('?')
  return end < 0 ? decoded : decoded.slice(0, end)
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}')
}

function isGreedy(segment: string): boolean {
  return isVariable(segment) && segment.endsWith('+}')
}
