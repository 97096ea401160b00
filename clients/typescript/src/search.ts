import type { Client } from 'openapi-fetch'
import type { paths } from './api.ts'
import type { EachItem, PageOf, QueryOf } from './pages.ts'
import { unwrap } from './problem.ts'

type SearchPath = '/products/search'

/** A page of hits, with only the `fields` of each product that the query has. */
export type SearchPage<Query> = Omit<PageOf<SearchPath>, 'data'> & { data: EachItem<SearchPath, Query>[] }

/** A search: its words are `q`. The next page has its `next_cursor` as `cursor`, and the same words and filters. */
export type SearchProducts = <const Query extends QueryOf<SearchPath> & { cursor?: string }>(
  query?: Query,
  options?: { signal?: AbortSignal },
) => Promise<SearchPage<Query>>

export const searchWith =
  (client: Client<paths>): SearchProducts =>
  <Query>(query?: Query, { signal }: { signal?: AbortSignal } = {}) => {
    // Constant lists are as good as others; only the client's type refuses them.
    const params = { query: query as object }
    return unwrap(client.GET('/products/search', { params, ...(signal && { signal }) })) as Promise<
      SearchPage<Query>
    >
  }
