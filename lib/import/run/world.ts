import { sendImport } from '../../data/imports/import-message.ts'
import { MAX_KEPT_FAULTS } from '../../domain/imports/import-job.ts'
import { importPace } from '../../environment.ts'

/** The limits of a run, and how the next one begins. */
export interface RunWorld {
  /** No product is begun after so many milliseconds: then the next run continues. */
  workMs: number
  /** A run writes how far it is, and finds out whether it may continue, so often in milliseconds, and after so many products. */
  checkpointMs: number
  checkpointProducts: number
  /** After so many products, if each of them was refused, an import ends: the rest of its file is no better. */
  hopelessAfter: number
  /** The most products that are written in a second. */
  perSecond: number
  /** In milliseconds since the epoch. */
  now: () => number
  /** Has the next run begin. Throws if the queue does not take the message. */
  send: (businessId: string, importId: string) => Promise<void>
}

/**
 * The world of a function. A key that ends stops its import within 5 s. Throws if the process was started without a pace.
 */
export const worldHere = (): RunWorld => ({
  workMs: 240_000,
  checkpointMs: 4_000,
  checkpointProducts: 500,
  hopelessAfter: MAX_KEPT_FAULTS,
  perSecond: importPace(),
  now: Date.now,
  send: sendImport,
})
