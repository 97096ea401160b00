import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.ts'
import type { Methods } from './calls.ts'
import { type EventFeed, type FollowOptions, follow } from './follow.ts'
import { UPLOAD_MS } from './imports.ts'
import { type UploadPicture, uploadWith } from './media.ts'
import { type EachItem, itemsOf, type ListPath, type PageOf, pagesOf, type QueryOf } from './pages.ts'
import { NOT_MODIFIED } from './problem.ts'
import { querySerializer } from './query.ts'
import { type RetryOptions, retrying, waitFor } from './retry.ts'
import { type SearchProducts, searchWith } from './search.ts'
import { syncWith } from './sync/sync.ts'
import type { Sync } from './sync/syncing.ts'

export interface StorefrontOptions extends RetryOptions {
  /** The base URL of the API; ends in `/api/v1`. */
  baseUrl: string
  /** Slug or UUID of a business: enough for public reads. */
  business?: string | undefined
  /** The token of an API key, for servers and scripts. Never put it into a page. */
  apiKey?: string | undefined
}

/**
 * A client of the API: `GET`, `POST`, … take a path of the API and resolve to `{ data, error, response }`.
 * `pages` and `each` iterate over a list, and `events.follow` over the changes; `products.sync` sends many products, `media.upload` a picture.
 */
export interface Storefront extends Omit<Client<paths>, keyof Methods>, Methods {
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
  products: {
    /** A page of the products that words and filters find, with counts. Throws `StorefrontError`. */
    search: SearchProducts
    /** Creates and changes many products, by their external ids, in bulk requests or as one import. Throws `StorefrontError`. */
    sync: Sync
  }
  media: {
    /** Keeps a picture of at most 4,400 KB in the deployment. The same one again has the same addresses. Throws `StorefrontError`. */
    upload: UploadPicture
  }
  events: {
    /** The changes of the business, from the oldest on and without an end. Its `after` is what to store. */
    follow(options?: FollowOptions): EventFeed
  }
}

/**
 * Makes a client. With `business` it can read public data, with `apiKey` it has the rights of the key. Throws a `TypeError`
 * for a key that is empty, or that no header can have.
 */
export function createStorefront(options: StorefrontOptions): Storefront {
  const { baseUrl, business, apiKey, ...retry } = options
  if ('apiKey' in options) checkKey(options)
  const sending = (options: RetryOptions) => {
    const fetch = retrying(options)
    return async (request: Request) =>
      withoutError(await fetch(business === undefined ? request : named(request, business)))
  }
  const { wait = waitFor } = retry
  const upload = sending({ ...retry, timeoutMs: UPLOAD_MS })
  const client = createClient<paths>({
    baseUrl,
    querySerializer,
    headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    fetch: sending(retry),
  })
  // The methods are the client's own; their types say more.
  const methods = { ...client, GET: textOfFiles(client.GET) } as Methods & typeof client
  return {
    ...methods,
    pages: (path, query, { signal } = {}) => pagesOf(client, path, query, signal),
    each: (path, query, { signal } = {}) =>
      itemsOf(client, path, query, signal) as AsyncGenerator<
        EachItem<typeof path, NonNullable<typeof query>>,
        void,
        undefined
      >,
    products: { search: searchWith(client), sync: syncWith({ client: methods, wait, upload }) },
    media: { upload: uploadWith(methods, upload) },
    events: { follow: (options = {}) => follow(client, options, wait) },
  }
}

/** A variable that is not set, or a key as a page shows it, would be a 401 or an error of `fetch` much later. */
function checkKey({ business, apiKey }: StorefrontOptions): void {
  // Of a header, `fetch` drops spaces and line breaks at the end.
  const isKey = apiKey === undefined ? business !== undefined : /^ *[!-~]+[ \t\r\n]*$/.test(apiKey)
  if (isKey) return
  throw new TypeError('apiKey must be the token of an API key, which begins with sfk_; is its variable set?')
}

/** The paths of files. */
const FILES = ['/feeds/{feed}', '/admin/export']

/** A file is a text, unless `parseAs` says otherwise: `parseAs: 'arrayBuffer'` for a compressed feed. */
const textOfFiles = (get: Client<paths>['GET']): Client<paths>['GET'] =>
  ((path: Parameters<typeof get>[0], init: object = {}) =>
    (get as (path: string, init: object) => unknown)(
      path,
      FILES.includes(path) ? { parseAs: 'text', ...init } : init,
    )) as Client<paths>['GET']

/** A 304 says that there is no body, so that nothing is taken for the body of an error. */
function withoutError(response: Response): Response {
  if (response.status !== NOT_MODIFIED) return response
  const headers = new Headers(response.headers)
  headers.delete('transfer-encoding')
  headers.set('content-length', '0')
  return new Response(null, { status: NOT_MODIFIED, statusText: response.statusText, headers })
}

/** As a parameter, not as a header: no preflight in browsers, and one URL per shop for any cache. */
function named(request: Request, business: string): Request {
  const url = new URL(request.url)
  url.searchParams.set('business', business)
  return new Request(url, request)
}
