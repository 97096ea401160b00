import { sendImport } from '../../data/imports/import-message.ts'
import { MAX_KEPT_FAULTS } from '../../domain/imports/import-job.ts'
import { importPace } from '../../environment.ts'

/** The limits of a run, and how the next one begins. */
export interface RunLimits {
  /** No product is started after this many milliseconds: then the next run continues. */
  workMs: number
  /** A run writes its progress, and checks that it may continue, after this many milliseconds, and after this many products. */
  checkpointMs: number
  checkpointProducts: number
  /** Stop after this many products if each was refused: the rest of the file will fail too. */
  hopelessAfter: number
  /** The most products that are written in a second. */
  perSecond: number
  /** In milliseconds since the epoch. */
  now: () => number
  /** Has the next run begin. Throws if the queue does not take the message. */
  send: (businessId: string, importId: string) => Promise<void>
}

/**
 * The world of a function. A key that ends stops its import within 5 s. Throws if the process has no setting of products per second.
 */
export const limitsHere = (): RunLimits => ({
  workMs: 240_000,
  checkpointMs: 4_000,
  checkpointProducts: 500,
  hopelessAfter: MAX_KEPT_FAULTS,
  perSecond: importPace(),
  now: Date.now,
  send: sendImport,
})
