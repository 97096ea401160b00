import * as keys from '../../../data/table/keys.ts'
import { type Removing, removeShared } from './items.ts'
import { removeLast } from './last-items.ts'
import { closeBusiness, removeTombstones } from './names.ts'
import { removePictures } from './pictures.ts'
import { removeInRounds, removeOnce, type Walk } from './rounds.ts'
import { type Everything, sweep } from './sweep.ts'
import { removeTokens } from './walk.ts'
import { stopDeliveries } from './webhooks.ts'

/**
 * The stages of a deletion, in their order. First nobody can use the business any more, then nobody still does, then
 * everything goes. The profile is last: as long as it is there, the deletion can be taken up again.
 */
export type RemovalStage = 'status' | 'tokens' | 'calls' | 'late_tokens' | 'contents' | 'remains' | 'profile'

export interface RemovalOptions {
  /** Lets this many milliseconds pass. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  /** Reads the whole table, for what no Query leads to; without it, that is not looked for. */
  everything?: Everything
  /** Once aborted nothing further is begun. */
  signal?: AbortSignal
  /** Called at the beginning of each stage. */
  onStage?: (stage: RemovalStage) => void
  /** Called with how many items have just been deleted. */
  onDeleted?: (count: number) => void
}

export interface Removal {
  /** Items that this run deleted. */
  deleted: number
  /** Items of others that name the business, or are in its indexes, as the whole table shows. They stay. */
  left: keys.Key[]
  /** False if it ended before everything was gone. */
  is_complete: boolean
  /** The error that ended it, if there was one. */
  fault?: unknown
}

/** For this long an authorizer may believe in the status that a name's row had; in a token that is gone, for 5 s. */
const REMEMBERED_MS = 60_000
/** Timeouts of the authorizer and of a function (lib/infra/endpoint-function.ts). */
const AUTHORIZER_MS = 10_000
const FUNCTION_MS = 28_000

/** Timeout of the function that delivers to webhooks. */
const DELIVERY_MS = 70_000

/** When the last call has ended that was let in by what was remembered, and the last delivery that had begun. */
export const CALLS_END_MS = Math.max(REMEMBERED_MS + AUTHORIZER_MS + FUNCTION_MS, DELIVERY_MS)

/**
 * Deletes a business with everything it has, for good. Ended at any point, it can be called again and continues.
 * Never rejects because of the table: the fault is in the result, when the writes in flight are done.
 */
export async function removeBusiness(businessId: string, options: RemovalOptions): Promise<Removal> {
  const { signal, onStage, onDeleted } = options
  const result: Removal = { deleted: 0, left: [], is_complete: false }
  const removing: Removing = {
    businessId,
    signal,
    onDeleted(count) {
      result.deleted += count
      onDeleted?.(count)
    },
  }
  const walk: Walk = { removing, keyIds: new Set(), webhookIds: new Set() }
  const stages: Record<RemovalStage, () => Promise<unknown>> = {
    status: () => closeBusiness(businessId),
    tokens: () => endUse(walk),
    calls: () => options.wait(CALLS_END_MS, signal),
    // No key and no webhook was made since, if every writer holds to the roster. If one did not, its key must not outlive
    // the business.
    late_tokens: () => endUse(walk),
    contents: () => removeContents(walk),
    remains: () => removeRemains(walk, options, result),
    profile: () => removeProfile(removing),
  }
  try {
    for (const [stage, run] of Object.entries(stages)) {
      signal?.throwIfAborted()
      onStage?.(stage as RemovalStage)
      await run()
    }
    result.is_complete = true
  } catch (error) {
    if (!signal?.aborted) result.fault = error
  }
  return result
}

/** From now on no request is accepted, and nothing is sent to a webhook any more. */
async function endUse({ removing, webhookIds }: Walk): Promise<void> {
  await removeTokens(removing)
  await stopDeliveries(removing, webhookIds)
}

/** Whatever Queries lead to, once. Who wrote meanwhile is walked after in the stage `remains`. */
async function removeContents(walk: Walk): Promise<void> {
  const { removing } = walk
  await removePictures(removing)
  await removeOnce(walk)
  // From now on it is the profile that says to whom asks by the UUID that nobody is let in.
  await removeShared(removing, [keys.shopKey(removing.businessId)])
}

async function removeProfile(removing: Removing): Promise<void> {
  await removeTombstones(removing)
  await removeLast(removing)
}

async function removeRemains(walk: Walk, { everything }: RemovalOptions, result: Removal): Promise<void> {
  await removeInRounds(walk)
  if (everything) result.left = await sweep(walk.removing, everything)
}
