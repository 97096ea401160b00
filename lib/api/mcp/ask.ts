import * as v from 'valibot'
import { refusalOf } from './refusal.ts'
import { fits } from './shown.ts'
import type { CallApi, Outcome, ToolRefused } from './tool.ts'

/** A call of the API: its method, its path, and its query or body. */
type Call = Parameters<CallApi>

/** A response without success. */
export type Refused = Awaited<ReturnType<CallApi>>

const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * Calls the API and reads as much of its response as `schema` has; nothing else of it reaches a result. Throws `ToolRefused`
 * with the reason of a refusal, as `reasonOf` says it.
 */
export async function ask<S extends v.GenericSchema>(
  api: CallApi,
  call: Call,
  schema: S,
  reasonOf: (refused: Refused) => ToolRefused = refusalOf,
): Promise<v.InferOutput<S>> {
  return readIn(await api(...call), schema, reasonOf)
}

/** The same of a response that is there. */
export function readIn<S extends v.GenericSchema>(
  response: Awaited<ReturnType<CallApi>>,
  schema: S,
  reasonOf: (refused: Refused) => ToolRefused,
): v.InferOutput<S> {
  if (!isSuccess(response.status)) throw reasonOf(response)
  return v.parse(schema, response.body)
}

/** The query of those values that are defined. */
export function queryOf(values: Record<string, string | number | boolean | undefined>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, `${value}`)
  return query
}

/** A list of the API: its path, its query, and the most rows that are useful at once. */
interface ListCall {
  path: string
  query: Parameters<typeof queryOf>[0]
  most: number
}

/** As much of a page of a list as is read: rows like this one, and more members. */
export const pageOf = <R extends v.GenericSchema, M extends v.ObjectEntries>(row: R, more: M) =>
  v.object({ ...more, data: v.array(row), next_cursor: v.nullable(v.string()) })

/**
 * Reads a page of a list and makes a result of it: of half as many rows, again and again, if it is too long to be read. It says
 * whether there are more.
 */
export async function listed<P extends { next_cursor: string | null }>(
  api: CallApi,
  { path, query, most }: ListCall,
  schema: v.GenericSchema<unknown, P>,
  make: (page: P) => object | Promise<object>,
): Promise<Outcome> {
  const page = await ask(api, ['GET', path, { query: queryOf({ ...query, limit: most }) }], schema)
  const { next_cursor } = page
  const result = {
    ...(await make(page)),
    more: next_cursor !== null,
    ...(next_cursor !== null && { next_cursor }),
  }
  if (fits(result) || most === 1) return { result }
  return listed(api, { path, query, most: Math.ceil(most / 2) }, schema, make)
}
