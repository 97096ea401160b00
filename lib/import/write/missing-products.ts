import { updateProduct } from '../../data/products/products.ts'
import * as keys from '../../data/table/keys.ts'
import { pagesOf } from '../../data/table/patient-reads.ts'
import type { Business } from '../../domain/business.ts'
import type { OnMissing } from '../../domain/imports/import-words.ts'
import type { Product } from '../../domain/products/product.ts'
import type { ImportDatabase } from '../import-database.ts'
import { ImportRefused } from '../import-refused.ts'
import { type OptionStyle, onCommandLine } from '../option-style.ts'
import { watchBusiness } from './business-watch.ts'

/** Which statuses each of them changes, and to which one. */
const CHANGES: Record<Exclude<OnMissing, 'keep'>, { from: Product['status'][]; to: Product['status'] }> = {
  draft: { from: ['active'], to: 'draft' },
  archive: { from: ['active', 'draft'], to: 'archived' },
}

/** A file that lacks more of a source than this is more likely half a file. */
const MOST = 1 / 3

/** The products of a source that are to change because its file does not have them. */
export interface Missing {
  ids: string[]
  action: Exclude<OnMissing, 'keep'>
}

/** The source whose products are looked through, and what becomes of those that are missing. */
interface WantedMissing {
  source: string
  action: Missing['action']
  isSure: boolean
  option?: OptionStyle
}

/**
 * Finds the products whose external id begins with the source and that the planned file does not have. Throws an
 * `ImportRefused` if they are more than a third of all of the source, unless `isSure`.
 */
export async function findMissing(
  { id }: Business,
  database: ImportDatabase,
  { source, action, isSure, option = onCommandLine }: WantedMissing,
): Promise<Missing> {
  const { from } = CHANGES[action]
  const ids: string[] = []
  let all = 0
  for await (const page of pagesOf(keys.productKey(id, ''))) {
    for (const { sk, external_id, status } of page) {
      if (typeof external_id !== 'string' || !external_id.startsWith(`${source}:`)) continue
      all++
      const isMissing = !database.isClaimed('external_id', external_id)
      if (isMissing && from.some((one) => one === status)) ids.push(sk.slice(keys.PRODUCT_PREFIX.length))
    }
  }
  if (!isSure && ids.length > all * MOST)
    throw new ImportRefused(
      'too_many_missing',
      `${ids.length} of ${all} products of ${source} are not in the file, more than a third: nothing was written. If that is right, add ${option('yes')}`,
    )
  return { ids, action }
}

/**
 * Gives the missing products their status; returns how many were changed, or would be. Stops when the signal is aborted.
 */
export async function changeMissing(
  business: Business,
  { ids, action }: Missing,
  { signal, dryRun }: { signal: AbortSignal; dryRun: boolean },
): Promise<number> {
  const { from, to } = CHANGES[action]
  if (dryRun) return ids.length
  const requireLasting = watchBusiness(business)
  let changed = 0
  for (const productId of ids) {
    if (signal.aborted) break
    await requireLasting()
    let isChanged = false
    await updateProduct(business.id, productId, (newest) => {
      isChanged = from.includes(newest.status)
      return isChanged ? { ...newest, status: to } : newest
    })
    if (isChanged) changed++
  }
  return changed
}
