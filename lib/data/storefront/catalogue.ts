import { TableUnavailable } from '../table/calls/table-fault.ts'
import * as keys from '../table/keys.ts'
import { bytesRead } from '../table/pages.ts'
import { type Entry, query } from './reader.ts'

/** Everything that a shop shows, as stored in the index, and the bytes of the table that were read for it. */
export interface Catalogue {
  products: Entry[]
  /** The variants of products with options, by the position of the product. */
  sheets: ReadonlyMap<string, Entry>
  categories: Entry[]
  bytes: number
}

/** The most that may be read of a catalogue at once. */
export interface CatalogueBounds {
  bytes: number
  products?: number
}

/** A shop has more than may be read at once. */
export class CatalogueTooLarge extends TableUnavailable {
  override name = 'CatalogueTooLarge'
}

/**
 * Reads the cards of all public products of a business with their variants, and of its categories. By the id of the
 * product, which never changes: by any other order a product that changes meanwhile could be read twice, or not at all.
 * Throws `CatalogueTooLarge`.
 */
export async function readCatalogue(businessId: string, most: CatalogueBounds): Promise<Catalogue> {
  const read = { bytes: 0 }
  const readAll = async (partition: string, mostEntries = Number.POSITIVE_INFINITY) => {
    const all: Entry[] = []
    for (let lower: string | undefined; ; ) {
      const { entries, stoppedAt, consumed } = await query({ index: 'store-created', partition, lower })
      for (const entry of entries) all.push(entry)
      read.bytes += bytesRead(consumed)
      if (read.bytes > most.bytes || all.length > mostEntries)
        throw new CatalogueTooLarge('a shop has more than may be read at once')
      if (stoppedAt === null) return all
      lower = keys.justAbove(stoppedAt)
    }
  }
  const [products, variants, categories] = await Promise.all([
    readAll(keys.storePartition(businessId), most.products),
    readAll(keys.variantsPartition(businessId)),
    readAll(keys.categoriesPartition(businessId)),
  ])
  const sheets = new Map(variants.map((entry) => [entry.position, entry]))
  return { products, sheets, categories, bytes: read.bytes }
}
