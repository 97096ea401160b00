import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from './api.ts'
import type { EachItem, ProductListPath } from './pages.ts'

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'
/** The paths that have a method. */
type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [Name in M]: object } ? Path : never
}[keyof paths]

/**
 * One method of the client: takes a path of the API and what its request needs, and resolves to `{ data, error,
 * response }`. A path that the API does not have is a type error that names the paths that begin like it.
 */
type Call<M extends Method> = <Path extends PathOf<M> | (string & {}), Init extends InitOf<M, Path>>(
  path: Path extends PathOf<M> ? Path : Nearest<M, Path>,
  ...init: Inits<Init>
) => Path extends PathOf<M> ? Promise<Outcome<M, Path, Init>> : never

/** The methods of the client. */
export interface Methods {
  GET: Call<'get'>
  PUT: Call<'put'>
  POST: Call<'post'>
  PATCH: Call<'patch'>
  DELETE: Call<'delete'>
}

type InitOf<M extends Method, Path> = MaybeOptionalInit<paths[Extract<Path, PathOf<M>>], M>

/** Can be left out where nothing in it is required. */
type Inits<Init> = undefined extends Init ? [(Init & Extensions)?] : [Init & Extensions]
type Extensions = { [option: string]: unknown }

/** The paths that begin as the given one does, as far as any does. */
type Nearest<M extends Method, Given extends string> =
  Extract<PathOf<M>, `${Given}${string}`> extends infer Found
    ? [Found] extends [never]
      ? Nearest<M, WithoutLast<Given>>
      : Found
    : never

type WithoutLast<Text extends string, Before extends string = ''> = Text extends `${infer First}${infer Rest}`
  ? Rest extends ''
    ? Before
    : WithoutLast<Rest, `${Before}${First}`>
  : Before

type ResponseOf<M extends Method, Path extends PathOf<M>, Init> = FetchResponse<
  NonNullable<paths[Path][M]>,
  Init,
  MediaType
>

/** Feeds, structured data and exports have other media types than JSON. */
type MediaType =
  | 'application/json'
  | 'application/ld+json'
  | 'application/xml'
  | 'application/jsonl'
  | 'application/gzip'
  | 'application/x-ndjson'
  | 'text/csv'

/** A listed product has every member, or with `fields` only these, which no schema can say. */
type Outcome<M extends Method, Path extends PathOf<M>, Init> = Path extends ProductListPath
  ? Narrowed<ResponseOf<M, Path, Init>, EachItem<Path, QueryIn<Init>>>
  : ResponseOf<M, Path, Init>

type QueryIn<Init> = Init extends { params: { query: infer Query } } ? Query : unknown

type Narrowed<Response, Item> = Response extends { data: infer Page extends { data: unknown[] } }
  ? Omit<Response, 'data'> & { data: Omit<Page, 'data'> & { data: Item[] } }
  : Response
