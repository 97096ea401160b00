import { showRunningCount } from '../../command-line/running-count.ts'
import { type Listing, listRegistered, readBusinesses } from '../../data/registry.ts'
import { nameOf, type StoredItem } from '../../data/table/patient-reads.ts'
import { plural } from '../../domain/text/plural.ts'
import { scanProfiles } from '../upkeep/table-scan.ts'

/** Businesses, sorted by slug. */
export interface TableListing extends Listing {
  /** Those among them that the registry does not have. */
  unregistered: StoredItem[]
}

/** The businesses that the registry has. Throws the signal's reason once it is aborted. */
export async function readListing(signal: AbortSignal): Promise<TableListing> {
  const onRead = showRunningCount((read) => `${read} ${plural(read, 'business', 'businesses')} read`)
  return sorted({ ...(await listRegistered({ signal, onRead })), unregistered: [] })
}

/** The businesses in the table, registered or not. It reads the whole table, and costs as much. */
export async function sweepListing(signal: AbortSignal): Promise<TableListing> {
  let found = 0
  const count = showRunningCount(
    (looked) =>
      `${looked} ${plural(looked, 'item')} read, ${found} ${plural(found, 'business', 'businesses')} found`,
  )
  const profiles = new Map<string, Listing['nowhere'][number]>()
  for await (const { items, looked } of scanProfiles(signal)) {
    for (const key of items) profiles.set(nameOf(key), key)
    found = profiles.size
    count(looked)
  }
  // Read after the scan: what was made meanwhile is in it.
  const { businesses, nowhere } = await listRegistered({ signal })
  for (const business of businesses) profiles.delete(nameOf(business))
  // What was deleted meanwhile is gone.
  const unregistered = [...(await readBusinesses([...profiles.values()])).values()]
  return sorted({ businesses: [...businesses, ...unregistered], nowhere, unregistered })
}

const sorted = (listing: TableListing): TableListing => ({
  ...listing,
  businesses: listing.businesses.toSorted(bySlug),
  unregistered: listing.unregistered.toSorted(bySlug),
})

const bySlug = (a: StoredItem, b: StoredItem) => (`${a.slug}` < `${b.slug}` ? -1 : 1)
