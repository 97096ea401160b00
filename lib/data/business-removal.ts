import { formerSlugsIn } from './business-names.ts'
import { isOwn, isShared, present, type Removing, removeOwn, removeShared } from './business-removal-items.ts'
import { removeAccess, removeCatalogue, removeEvents, removeTokens } from './business-removal-walk.ts'
import { type BusinessItem, updateBusiness } from './businesses.ts'
import * as keys from './keys.ts'
import { nameOf, type StoredItem } from './verify-reads.ts'
import { readItem } from './writer.ts'

/**
 * The stages of a deletion, in their order. First nobody can use the business any more, then nobody still does, then
 * everything goes. The profile is last: as long as it is there, the deletion can be taken up again.
 */
export type RemovalStage = 'status' | 'tokens' | 'slugs' | 'calls' | 'contents' | 'remains' | 'profile'

export interface RemovalOptions {
  /** Lets this many milliseconds pass. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
  /** Pages of everything in the table that has to do with the business, read consistently. */
  everything: (signal: AbortSignal | undefined) => AsyncIterable<StoredItem[]>
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
  /** Items of others that name the business, or stand in its indexes. They are not its own and stay. */
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

/** A late writer is swept up after; what writes on and on has to be stopped by somebody. */
const SWEEPS = 3

/** Somebody still writes to a business that is being deleted. */
export class StillWritten extends Error {
  override name = 'StillWritten'
}

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
  const stages: Record<RemovalStage, () => Promise<unknown>> = {
    status: () => updateBusiness(businessId, (business) => ({ ...business, status: 'deleting' })),
    tokens: () => removeTokens(removing),
    slugs: () => removeSlugs(removing),
    calls: () => options.wait(CALLS_END_MS, signal),
    contents: () => removeContents(removing),
    remains: () => removeRemains(removing, options, result),
    profile: async () => removeOwn(removing, await present([keys.businessKey(businessId)])),
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

async function removeContents(removing: Removing): Promise<void> {
  await removeCatalogue(removing)
  await removeAccess(removing)
  await removeEvents(removing)
}

/** Looks through the whole table for what no Query leads to and for what was written late, until nothing is found. */
async function removeRemains(
  removing: Removing,
  { everything, signal }: RemovalOptions,
  result: Removal,
): Promise<void> {
  const profile = nameOf(keys.businessKey(removing.businessId))
  let found = 0
  for (let sweep = 1; sweep <= SWEEPS; sweep++) {
    found = 0
    result.left = []
    for await (const page of everything(signal)) {
      const items = page.filter((item) => nameOf(item) !== profile)
      const own = items.filter((item) => isOwn(removing, item))
      const shared = items.filter((item) => isShared(removing, item))
      await removeOwn(removing, own)
      await removeShared(removing, shared)
      found += own.length + shared.length
      const foreign = items.filter((item) => !isOwn(removing, item) && !isShared(removing, item))
      result.left.push(...foreign.map(({ pk, sk }) => ({ pk, sk })))
    }
    if (found === 0) return
  }
  throw new StillWritten(`${found} items were found in the last of ${SWEEPS} sweeps`)
}
