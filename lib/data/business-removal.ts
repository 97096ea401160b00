import { removeOldOutbox } from './business-removal-events.ts'
import { type Removing, removeShared } from './business-removal-items.ts'
import { removeLast } from './business-removal-last.ts'
import { removeInRounds, removeOnce, type Walk } from './business-removal-rounds.ts'
import { type Everything, sweep } from './business-removal-sweep.ts'
import { removeTokens } from './business-removal-walk.ts'
import { type BusinessItem, formerSlugsIn, updateBusiness } from './businesses.ts'
import * as keys from './keys.ts'
import { readItem } from './writer.ts'

/**
 * The stages of a deletion, in their order. First nobody can use the business any more, then nobody still does, then
 * everything goes. The profile is last: as long as it is there, the deletion can be taken up again.
 */
export type RemovalStage = 'status' | 'tokens' | 'slugs' | 'calls' | 'contents' | 'remains' | 'profile'

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
  /** Items of others that name the business, or stand in its indexes, as the whole table shows. They stay. */
  left: keys.Key[]
  /** False if it ended before everything was gone. */
  is_complete: boolean
  /** What ended it, if something did. */
  fault?: unknown
}

/**
 * When the last call has ended that was let in with a token: the authorizer believes in a token for 4 s after it is
 * gone and has 10 s itself, and a function 28 s.
 */
export const CALLS_END_MS = 45_000

/**
 * Deletes a business with everything it has, for good. Ended at any point, it can be called again and goes on.
 * Never rejects because of the table: the fault stands in the result, when the writes in flight are done.
 */
export async function removeBusiness(businessId: string, options: RemovalOptions): Promise<Removal> {
  const { signal, onStage, onDeleted } = options
  const result: Removal = { deleted: 0, left: [], is_complete: false }
  const removing: Removing = {
    ...{ businessId, signal },
    onDeleted(count) {
      result.deleted += count
      onDeleted?.(count)
    },
  }
  const walk: Walk = { removing, keyIds: new Set() }
  const stages: Record<RemovalStage, () => Promise<unknown>> = {
    status: () => updateBusiness(businessId, (business) => ({ ...business, status: 'deleting' })),
    tokens: () => removeTokens(removing),
    slugs: () => removeSlugs(removing),
    calls: () => options.wait(CALLS_END_MS, signal),
    contents: () => removeContents(walk),
    remains: () => removeRemains(walk, options, result),
    profile: () => removeLast(removing),
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

/** Frees the slug and the former ones at once. The profile has them all, and no rename changes it any more. */
async function removeSlugs(removing: Removing): Promise<void> {
  const profile = await readItem<BusinessItem>(keys.businessKey(removing.businessId))
  if (!profile) return
  const slugs = [profile.slug, ...formerSlugsIn(profile.former_slugs).map(({ slug }) => slug)]
  await removeShared(removing, slugs.map(keys.shopKey))
}

/** Whatever Queries lead to, once. Who wrote meanwhile is walked after in the stage `remains`. */
async function removeContents(walk: Walk): Promise<void> {
  await removeOnce(walk)
  await removeOldOutbox(walk.removing)
}

async function removeRemains(walk: Walk, { everything }: RemovalOptions, result: Removal): Promise<void> {
  await removeInRounds(walk)
  if (everything) result.left = await sweep(walk.removing, everything)
}
