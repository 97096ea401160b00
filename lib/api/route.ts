import type { Access } from './routes/access.ts'
import type { QueueName } from './routes/queues.ts'

/** Every path of the route table is relative to this prefix; `{base_url}` ends here. */
export const BASE_PATH = '/api/v1'

/** The pages of all shops, for people: `<slug>` and `<slug>/p/<product>`. */
export const SHOP_PATH = '/shop/{page+}'

/** A method and a path of the API, with its function. HEAD is there wherever GET is. */
export interface PlainRoute extends FunctionNeeds {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Its limits at the gateway are settings of their own. */
  readonly throttle?: 'search' | 'feed'
  /** It exists only in a deployment with this setting. */
  readonly setting?: 'media'
  /** Its memory in MB, if it needs more than others. */
  readonly memoryMb?: number
}

/** A route with its entry in the table of rights. */
export interface Route extends PlainRoute {
  readonly access: Access
}

/** A function and what it needs. */
export interface FunctionNeeds {
  /** The file under `functions/`, without `.ts`. */
  readonly function: string
  readonly table: TableNeeds
  /** It puts messages into these queues: its environment has their URLs. */
  readonly sends?: readonly QueueName[]
  /** It asks these queues how many messages they have. */
  readonly counts?: readonly QueueName[]
  /** It reads or writes the secrets of webhooks, which every other role is denied. */
  readonly secrets?: true
  /** It looks for the imports under way of all businesses, of which every other role is denied to read. */
  readonly everyImport?: true
  /** It looks for what is due of all businesses, which every other role is denied to read. */
  readonly everyDue?: true
  /** It does this to the objects of pictures in the bucket. */
  readonly objects?: readonly ObjectAction[]
}

/** A function that no client waits for, and what invokes it. */
export interface BackgroundFunction extends FunctionNeeds {
  readonly trigger: Trigger
  /** It also runs while the deployment is read-only: it changes nothing that a client or a merchant has. */
  readonly runsReadOnly?: true
  /** The longest that it runs, in seconds. */
  readonly timeoutS: number
  /** Its memory in MB, if it needs more than others. */
  readonly memoryMb?: number
}

/** The source of a background function's invocations: the table's stream, the clock, or a queue. */
export type Trigger = 'stream' | ClockTrigger | QueueTrigger

export interface ClockTrigger {
  readonly everyMinutes: number
  /** The work of the function: the description of the rule. */
  readonly does: string
}

export interface QueueTrigger {
  readonly queue: QueueName
  /** The most invocations at once: a number from 2, or the name of a setting. */
  readonly mostAtOnce: number | 'webhookConcurrency' | 'importConcurrency'
}

/**
 * DynamoDB actions a function's role allows: on the table itself, and `Query` on these indexes. A transaction
 * needs the action of each of its writes. Everything under `/admin` updates the item that holds the key's rate limit.
 */
export interface TableNeeds {
  readonly actions?: readonly TableAction[]
  /** Its actions are for the stored search indexes alone. */
  readonly only?: 'search'
  readonly queries?: readonly string[]
}

export type ObjectAction = 'PutObject' | 'DeleteObject'

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
