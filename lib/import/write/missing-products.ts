import { updateProduct } from '../../data/products/products.ts'
import { MOST_FAILURES_IN_A_ROW } from '../../data/table/calls/item-fault.ts'
import type { Step } from '../../data/table/commit.ts'
import * as keys from '../../data/table/keys.ts'
import { pagesOf } from '../../data/table/patient-reads.ts'
import type { Business } from '../../domain/business.ts'
import type { OnMissing } from '../../domain/imports/import-words.ts'
import type { Product } from '../../domain/products/product.ts'
import type { ImportDatabase } from '../import-database.ts'
import { ImportRefused } from '../import-refused.ts'
import { type OptionStyle, onCommandLine } from '../option-style.ts'
import { unforeseenFault } from '../unforeseen-fault.ts'
import { watchBusiness } from './business-watch.ts'

/** The statuses that are changed, and to which one. */
interface Change {
  from: Product['status'][]
  to: Product['status']
}

const CHANGES: Record<Exclude<OnMissing, 'keep'>, Change> = {
  draft: { from: ['active'], to: 'draft' },
  archive: { from: ['active', 'draft'], to: 'archived' },
}

/** A file without more than this part of a source is probably half a file. */
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
  /** Once aborted no further page is read: a large shop takes minutes. */
  signal?: AbortSignal | undefined
}

/**
 * Finds the products whose external id begins with the source and that the planned file does not have. Throws an
 * `ImportRefused` if they are more than a third of those of the source that could change, or that the file has, unless
 * `isSure`: products that are archived already would make room for more and more; and for an error of this program, which
 * the next run would meet as well. Throws the reason of an aborted signal.
 */
export async function findMissing(
  { id }: Business,
  database: ImportDatabase,
  wanted: WantedMissing,
): Promise<Missing> {
  try {
    return await search(id, database, wanted)
  } catch (error) {
    if (wanted.signal?.aborted) throw error
    throw new ImportRefused('crashed', unforeseenFault(error, {}, 'search'), { cause: error })
  }
}

async function search(
  id: string,
  database: ImportDatabase,
  { source, action, isSure, option = onCommandLine, signal }: WantedMissing,
): Promise<Missing> {
  const { from } = CHANGES[action]
  const ids: string[] = []
  let all = 0
  for await (const page of pagesOf(keys.productKey(id, ''), signal)) {
    for (const { sk, external_id, status } of page) {
      if (typeof external_id !== 'string' || !external_id.startsWith(`${source}:`)) continue
      const isMissing = !database.isClaimed('external_id', external_id)
      if (isMissing && !from.some((one) => one === status)) continue
      all++
      if (isMissing) ids.push(sk.slice(keys.PRODUCT_PREFIX.length))
    }
  }
  if (!isSure && ids.length > all * MOST)
    throw new ImportRefused(
      'too_many_missing',
      `${ids.length} of ${all} products of ${source} are not in the file, more than a third: nothing was written. If that is right, add ${option('yes')}`,
    )
  return { ids, action }
}

/** How the missing products are changed. */
interface Changing {
  signal: AbortSignal
  dryRun: boolean
  /** Called after each product, with how many were changed so far. */
  onChanged?: (changed: number) => void
  importId?: string
  /** The step that counts a product in the transaction that changes it. */
  count?: () => Step
}

/** The outcome of the missing products. */
export interface ChangedMissing {
  /** How many were changed, or in a dry run would be. */
  changed: number
  /** The ids of those that an error of this program met. */
  failed: string[]
}

/**
 * Gives the missing products their status. A product whose change throws is logged, and costs no other. Stops when the signal
 * is aborted. Throws an `ImportRefused` when too many in a row throw, and what would meet the next one as well.
 */
export async function changeMissing(
  business: Business,
  { ids, action }: Missing,
  { signal, dryRun, onChanged, importId, count }: Changing,
): Promise<ChangedMissing> {
  const result: ChangedMissing = { changed: 0, failed: [] }
  if (dryRun) return { ...result, changed: ids.length }
  const requireLasting = watchBusiness(business)
  let failures = 0
  for (const productId of ids) {
    if (signal.aborted) break
    await requireLasting()
    try {
      if (await changeOne(business.id, productId, { ...CHANGES[action], count })) result.changed++
      onChanged?.(result.changed)
      failures = 0
    } catch (error) {
      const fault = unforeseenFault(error, { product_id: productId, import_id: importId }, 'written')
      result.failed.push(productId)
      if (++failures === MOST_FAILURES_IN_A_ROW) throw crashed(productId, fault)
    }
  }
  return result
}

const crashed = (productId: string, fault: string) =>
  new ImportRefused(
    'crashed',
    `${MOST_FAILURES_IN_A_ROW} products in a row that are not in the file hit an error in this program. The last: ${productId} ${fault}`,
  )

/** True if the product was changed: others may have changed it since it was found. */
async function changeOne(
  businessId: string,
  productId: string,
  { from, to, count }: Change & Pick<Changing, 'count'>,
): Promise<boolean> {
  let isChanged = false
  const change = (newest: Product): Product => {
    isChanged = from.includes(newest.status)
    return isChanged ? { ...newest, status: to } : newest
  }
  const also = () => (isChanged && count ? [count()] : [])
  await updateProduct(businessId, productId, change, { also })
  return isChanged
}
