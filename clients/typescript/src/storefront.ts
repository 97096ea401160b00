import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.ts'
import { type EachItem, itemsOf, type ListPath, type PageOf, pagesOf, type QueryOf } from './pages.ts'
import { type RetryOptions, retrying } from './retry.ts'

export interface StorefrontOptions extends RetryOptions {
  /** Where the API is; ends in `/api/v1`. */
  baseUrl: string
  /** Slug or UUID of a business: enough for everything public. */
  business?: string
  /** An API key, for servers and scripts. Never put one into a page. */
  apiKey?: string
}

/**
 * A client of the API: `GET`, `POST`, … take a path of the description and answer `{ data, error, response }`.
 * `pages` and `each` go through a list.
 */
export interface Storefront extends Client<paths> {
  /** Every page of a list, one after the other. Throws `StorefrontError`. */
  pages<Path extends ListPath>(
    path: Path,
    query?: QueryOf<Path>,
    options?: { signal?: AbortSignal },
  ): AsyncGenerator<PageOf<Path>, void, undefined>
  /** Every item of a list, page after page. Throws `StorefrontError`. */
  each<Path extends ListPath, const Query extends QueryOf<Path>>(
    path: Path,
    query?: Query,
    options?: { signal?: AbortSignal },
  ): AsyncGenerator<EachItem<Path, Query>, void, undefined>
}

/** Makes a client. With `business` it reads what is public, with `apiKey` it does what the key may. */
export function createStorefront({ baseUrl, business, apiKey, ...retry }: StorefrontOptions): Storefront {
  const fetch = retrying(retry)
  const client = createClient<paths>({
    baseUrl,
    // A list in one parameter, with commas.
    querySerializer: { array: { style: 'form', explode: false } },
    headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    fetch: (request) => fetch(business === undefined ? request : named(request, business)),
  })
  return {
    ...client,
    pages: (path, query, { signal } = {}) => pagesOf(client, path, query, signal),
    each: (path, query, { signal } = {}) =>
      itemsOf(client, path, query, signal) as AsyncGenerator<
        EachItem<typeof path, NonNullable<typeof query>>,
        void,
        undefined
      >,
  }
}

/** As a parameter, not as a header: no preflight in browsers, and one URL per shop for any cache. */
function named(request: Request, business: string): Request {
  const url = new URL(request.url)
  url.searchParams.set('business', business)
  return new Request(url, request)
}
