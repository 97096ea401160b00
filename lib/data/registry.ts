/** Which businesses there are: their ids in one partition, so that nobody must read the whole table to list them. */
import { commit, type Step } from './table/commit.ts'
import { isOf } from './table/item-pages.ts'
import * as keys from './table/keys.ts'
import { differences, nameOf, pagesOf, readItems, type StoredItem } from './table/patient-reads.ts'
import { againstNewest } from './table/versions.ts'

/** The item that lists a business in the registry. */
export const registryRow = (businessId: string) => ({
  ...keys.registryKey(businessId),
  type: 'registration',
  business_id: businessId,
})

/** The step that registers a business, in the transaction that makes it. */
export const registration = (businessId: string): Step => ({
  write: { Put: { Item: registryRow(businessId) } },
})

/** True if an item of the registry is exactly the one that `registration` writes for this business. */
export const isRegistered = (businessId: string, row: StoredItem | undefined) =>
  row !== undefined && differences(['type', 'business_id'], row, registryRow(businessId)).length === 0

/**
 * Registers a business whose row is lost or wrong. True if something was to be written. One that is
 * deleted meanwhile stays deleted: the row is written on condition of the profile, which goes in one transaction with it.
 */
export const registerBusiness = (businessId: string): Promise<boolean> =>
  againstNewest(async () => {
    const [profile, row] = [keys.businessKey(businessId), keys.registryKey(businessId)]
    const found = await readItems([profile, row])
    if (!found.has(nameOf(profile)) || isRegistered(businessId, found.get(nameOf(row)))) return false
    const exists = { Key: profile, ConditionExpression: 'attribute_exists(pk)' }
    await commit([
      { write: { ConditionCheck: exists }, refusal: 'version_changed' },
      registration(businessId),
    ])
    return true
  })

/** The fields in a list of businesses, in the order of its columns. */
export const LISTED = ['slug', 'id', 'name', 'status', 'currency', 'created_at'] as const

export interface Listing {
  /** The attributes in `LISTED` of each business, as they are stored. */
  businesses: StoredItem[]
  /** Rows of the registry that lead to no business. */
  nowhere: keys.Key[]
}

interface ListingOptions {
  /** Once aborted nothing further is read, and its reason is thrown. */
  signal?: AbortSignal | undefined
  /** Called with how many businesses have just been read. */
  onRead?: (count: number) => void
}

/** Several batches that are read at a time; Ctrl-C is heard between them. */
const AT_A_TIME = 800

/** Every registered business as it is now, in no order. Throws a `TableUnavailable` when DynamoDB does not respond for long. */
export async function listRegistered({ signal, onRead }: ListingOptions = {}): Promise<Listing> {
  const listing: Listing = { businesses: [], nowhere: [] }
  for await (const page of pagesOf({ ...keys.registryKey(''), sk: '' }, signal))
    for (let start = 0; start < page.length; start += AT_A_TIME) {
      signal?.throwIfAborted()
      const rows = page.slice(start, start + AT_A_TIME).filter((item) => isOf('registration', item))
      const found = await readBusinesses(rows.map(({ sk }) => keys.businessKey(sk)))
      listing.businesses.push(...found.values())
      const lost = rows.filter(({ sk }) => !found.has(nameOf(keys.businessKey(sk))))
      // One that has been deleted since the registry was read has taken its row with it.
      listing.nowhere.push(...(await readItems(lost)).values())
      onRead?.(found.size)
    }
  return listing
}

/** The attributes in `LISTED` of these businesses, by the names of their profiles; those that are not there are left out. */
const readBusinesses = (profiles: readonly keys.Key[]): Promise<Map<string, StoredItem>> =>
  readItems(profiles, ['pk', 'sk', ...LISTED])
