import { type Answer, type Preferences, representation } from '../answer/answer.ts'
import { routeNotFound } from '../problems/problems.ts'
import { CONSOLE_HEADERS, isConsole } from './console-headers.ts'
import type { DocumentationPage, Pages } from './pages.ts'

/** The target of `/docs`, relative to itself: the pages link to each other within one folder. */
const FIRST = 'docs/index'
const NOT_FOUND = 'not-found'

/** A page changes with a deployment only. */
const PAGE_CACHE = 'public, max-age=300, stale-while-revalidate=86400'
const ASSET_CACHE = 'public, max-age=31536000, immutable'

/**
 * Everything comes from the site itself, and no page sends a form or is framed by another one. Nothing that a page
 * shows can become a script.
 */
const SECURITY = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The response to a request for a page of the documentation; without a name, a redirect to the first one. An unknown page is
 * 404 as HTML, since people read it. Throws `route_not_found` where there is no documentation at all.
 */
export function documentationAnswer(
  pages: Pages,
  name: string | undefined,
  preferences: Preferences,
): Answer {
  if (name === undefined)
    return { statusCode: 302, headers: { location: FIRST, 'cache-control': PAGE_CACHE, ...SECURITY } }
  const page = name === NOT_FOUND ? undefined : pages(name)
  if (page) {
    const kept: Record<string, string> = page.isAsset ? { 'cache-control': ASSET_CACHE } : {}
    return pageAnswer(page, preferences, isConsole(name) ? { ...kept, ...CONSOLE_HEADERS } : kept)
  }
  const notFound = pages(NOT_FOUND)
  if (!notFound) throw routeNotFound({ detail: 'This deployment has no documentation.' })
  const { 'accept-encoding': accepted } = preferences
  const kept = { 'cache-control': 'no-store' }
  return { ...pageAnswer(notFound, { 'accept-encoding': accepted }, kept), statusCode: 404 }
}

/** A page as a response, with the headers of the documentation's pages unless these say something else. */
export const pageAnswer = (
  { content, type }: DocumentationPage,
  preferences: Preferences,
  headers: Record<string, string>,
): Answer =>
  representation(content, preferences, 'public', {
    'content-type': type,
    'cache-control': PAGE_CACHE,
    vary: 'Accept-Encoding',
    ...SECURITY,
    ...headers,
  })
