import type { Client } from 'openapi-fetch'
import type { components, paths } from './api.ts'
import { unwrap } from './problem.ts'

type Product = components['schemas']['Product']

/** The body of a GET that succeeded. */
type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } }
}
  ? Answer
  : never

/** The paths of lists. */
export type ListPath = {
  [Path in keyof paths]: [AnswerOf<Path>] extends [never]
    ? never
    : AnswerOf<Path> extends { data: unknown[]; next_cursor: string | null }
      ? Path
      : never
}[keyof paths]

/** The query parameters of a list, without the cursor, which the iterator keeps. */
export type QueryOf<Path extends ListPath> = paths[Path] extends {
  get: { parameters: { query?: infer Query } }
}
  ? ReadonlyLists<Omit<NonNullable<Query>, 'cursor'>>
  : never

/** Also accepts constant lists, whose types know their items. */
type ReadonlyLists<Query> = {
  [Name in keyof Query]: Query[Name] extends (infer Item)[] | undefined ? readonly Item[] : Query[Name]
}

/** A page of a list as the API returns it. */
export type PageOf<Path extends ListPath> = AnswerOf<Path>

/** The lists whose items can be narrowed by `fields`. */
export type ProductListPath = '/products' | '/products/search'

/** An item of a list. With `fields` a product has only these members. */
export type EachItem<Path extends ListPath, Query> = Path extends ProductListPath
  ? Query extends { fields: readonly (infer Field)[] }
    ? Pick<Product, 'id' | Extract<Field, keyof Product>>
    : Product
  : PageOf<Path> extends { data: (infer Item)[] }
    ? Item
    : never

/** Every item of a list, page after page. Throws `StorefrontError`. */
export async function* itemsOf<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  query?: object,
  signal?: AbortSignal,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pagesOf(client, path, query, signal)) yield* (page as { data: unknown[] }).data
}

/** The pages of a list, one after the other, until the last. Throws `StorefrontError`. */
export async function* pagesOf<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  query: object = {},
  signal?: AbortSignal,
): AsyncGenerator<PageOf<Path>, void, undefined> {
  let cursor: string | null | undefined
  do {
    const init = { params: { query: { ...query, ...(cursor && { cursor }) } }, ...(signal && { signal }) }
    // A list's path and its query belong together; the caller was held to that.
    const page = await unwrap(client.GET(path as '/products', init))
    yield page as PageOf<Path>
    cursor = page.next_cursor
  } while (cursor)
}
