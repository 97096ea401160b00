/** A sync: how it is called, how far it is, and its outcome. */

import type { components } from '../api.ts'
import type { Methods } from '../calls.ts'
import type { RetryOptions } from '../retry.ts'

type Schemas = components['schemas']
type Problem = Schemas['Problem']

/** One product of a sync. */
export type Operation = Schemas['BulkUpsert'] | Schemas['BulkMerge']

/** A product that replaces the one of its external id. */
export type WholeSyncProduct = Schemas['NewProduct'] & { external_id: string }
/** Fields of a product that change the one of its external id. */
export type PartialSyncProduct = Schemas['ProductPatch'] & { external_id: string }

export type Several<Item> = Iterable<Item> | AsyncIterable<Item>

/** How products are sent. */
export interface SyncOptions {
  /** The most products of one request, 1 to 100. Default 100. */
  chunkSize?: number
  /**
   * The name of this run, part of every `Idempotency-Key`: with the same name within 24 hours nothing is carried out twice, so
   * that a run that was ended half-way can be started again. A new run needs a new one: with an old name a price that was
   * changed and changed back would stay as it is. Those products count as `replayed`. Default: a new one for each call.
   */
  run?: string
  /** How often a product is sent again whose operation failed for a temporary reason. Default 4. */
  repeats?: number
  /** Called after each request, and while an import is carried out. */
  onProgress?: (progress: SyncProgress) => void
  /** Ends it, and cancels an import once a file that is on its way has arrived: it then throws the reason of the signal. */
  signal?: AbortSignal
}

/** How products are sent that change only the fields that they have. */
export interface MergeOptions extends SyncOptions {
  mode?: 'merge'
  /**
   * True sends all products as one import if they fit into it (4,400 KB as gzip, about 24,000 products) and no other import of
   * the business is being carried out, else in bulk requests. An import does not use the rate limit of the key for products,
   * begins within seconds, and needs the scope `categories:write` too. Products that an import would not read as a body is read
   * are sent in bulk requests behind it, such as one with a field that there is not. Default false.
   */
  asImport?: boolean
}

/** How far it is. */
export interface SyncProgress {
  /** Products of which the outcome is known. */
  done: number
  created: number
  /** Products that were there, and are now as they were sent, also if they were so before. */
  updated: number
  /** Products that an earlier request of the same `run` has written: this one wrote nothing, whatever became of them since. */
  replayed: number
  refused: number
  failed: number
}

/** A product that was not written, and why. */
export interface SyncProblem {
  external_id: string
  detail: string
  /** The API's response to it; undefined if the product was not sent, or was sent in an import. */
  problem?: Problem
}

/** The outcome of a sync. */
export interface SyncReport extends Omit<SyncProgress, 'refused' | 'failed'> {
  /** Those that the API does not take as they are; of an import the first 10,000. */
  refused: SyncProblem[]
  /** Those that failed for a temporary reason every time: send them again later. */
  failed: SyncProblem[]
  /** Remarks of an import on values that it took away or left out, such as a `gtin` with a wrong check digit. */
  notices: string[]
}

/** Sends many products. */
export interface Sync {
  /** `merge`, the default, changes the fields that are given, and creates products that are not there. */
  (products: Several<PartialSyncProduct>, options?: MergeOptions): Promise<SyncReport>
  /** `upsert` replaces products: a field that is not given gets its default. */
  (products: Several<WholeSyncProduct>, options: SyncOptions & { mode: 'upsert' }): Promise<SyncReport>
}

/** The client of a sync. */
export interface SyncClient {
  client: Methods
  /** Waits between two requests. */
  wait: NonNullable<RetryOptions['wait']>
  /** Sends a request that may take long, with the retries of the client. */
  upload: (request: Request) => Promise<Response>
}

/** A sync that has begun, with the outcome so far. */
export interface Syncing extends SyncClient {
  /** The name of the run, if it has one of its own. */
  named: string | undefined
  signal: AbortSignal
  report: SyncReport
  /** Shows the caller how far it is. `refused`: the number of refused products that the report does not have yet. */
  show: (refused?: number) => void
}
