import type { Scope } from './domain/api-keys/scopes.ts'

/** Every path of the route table is relative to this prefix; `{base_url}` ends here. */
export const BASE_PATH = '/api/v1'

/**
 * A method and a path of the API, with its function. `access` is the identification that a request needs: `none`; for
 * `public` any that identifies a business; for `any_key` an API key; anything else is the scope that the key must have.
 * HEAD is answered wherever GET is.
 */
export interface Route extends FunctionNeeds {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: 'none' | 'public' | 'any_key' | Scope
}

/** A function and what it needs. */
export interface FunctionNeeds {
  /** The file under `functions/`, without `.ts`. */
  readonly function: string
  readonly table: TableNeeds
  /** It puts wake-ups into the queue: it is told the queue's URL. */
  readonly sends?: true
  /** It reads or writes the secrets of webhooks, which every other role is denied. */
  readonly secrets?: true
}

/** A function that no client waits for, and what invokes it. */
export interface BackgroundFunction extends FunctionNeeds {
  readonly trigger: 'stream' | 'queue' | 'clock'
}

/**
 * DynamoDB actions a function's role allows: on the table itself, and `Query` on these indexes. A transaction
 * needs the action of each of its writes. Everything under `/admin` updates the item that holds the key's rate limit.
 */
export interface TableNeeds {
  readonly actions?: readonly TableAction[]
  readonly queries?: readonly string[]
}

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
