import type { Scope } from './domain/api-keys/scopes.ts'

/**
 * Who may call: `none` asks for no identification, `public` for any that resolves to a business,
 * `any_key` for an API key, and anything else is the scope that this key must hold. HEAD is answered wherever GET is.
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
