import { PREFLIGHT } from '../lib/http/cors.ts'
import { type ApiEvent, endpoint, isAdminPath } from '../lib/http/endpoint.ts'
import { Problem } from '../lib/http/problem.ts'
import { BASE_PATH, ROUTES } from '../lib/routes.ts'

/** Answers whatever matches no route: the preflight of public paths, 405 on known paths, 404 on all others. */
export const handler = endpoint(async (event: ApiEvent) => {
  const { rawPath } = event
  const { method } = event.requestContext.http
  const allowed = methodsOf(rawPath)
  if (allowed.length === 0 || allowed.includes(method))
    throw new Problem('route_not_found', { detail: 'No route has this path.' })
  if (isAdminPath(rawPath)) throw notAllowed(allowed)
  if (method !== 'OPTIONS') throw notAllowed([...allowed, 'OPTIONS'])
  return { statusCode: 204, headers: { allow: [...allowed, 'OPTIONS'].join(', '), ...PREFLIGHT } }
})

const notAllowed = (methods: readonly string[]) =>
  new Problem('method_not_allowed', {
    detail: `This path answers ${methods.join(', ')}.`,
    headers: { allow: methods.join(', ') },
  })

/** The methods of a path's routes; none if no route has it. A variable stands for one segment, never an empty one. */
function methodsOf(rawPath: string): string[] {
  const segments = rawPath.split('/')
  const methods = ROUTES.filter(({ path }) => {
    const template = (BASE_PATH + path).split('/')
    return template.length === segments.length && template.every((part, n) => fits(part, segments[n]))
  }).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)]
}

const fits = (part: string, segment: string | undefined) =>
  part.startsWith('{') ? segment !== '' : part === segment
