import { findIds } from '../../data/products/product-batches.ts'
import * as keys from '../../data/table/keys.ts'
import { pagesOf } from '../../data/table/patient-reads.ts'
import type { Business } from '../../domain/business.ts'
import type { ImportDatabase } from '../import-database.ts'

/** So many products of a file are looked up, and so many sources. */
const MOST_PRODUCTS = 50
const MOST_SOURCES = 3

/** Products of a file whose external ids are there, but behind the name of a source. */
export interface UnderSource {
  source: string
  count: number
  /** How many products of the file were looked up. */
  of: number
}

/**
 * The source under which the first products of a file are there although their own external ids are not: whoever imports
 * them without its name makes all products a second time. Undefined if there is none.
 */
export async function findUnderSource(
  { id }: Business,
  database: ImportDatabase,
): Promise<UnderSource | undefined> {
  const external = [...firstExternalIds(database)]
  const sources = external.length > 0 ? await sourcesIn(id) : []
  if (sources.length === 0) return undefined
  const isThere = async (begin: string) =>
    (
      await findIds(
        id,
        external.map((name) => ({ externalId: `${begin}${name}` })),
      )
    ).map(({ externalId }) => externalId !== undefined)
  const own = await isThere('')
  for (const source of sources) {
    const found = await isThere(`${source}:`)
    const count = found.filter((is, n) => is && !own[n]).length
    if (count > 0) return { source, count, of: external.length }
  }
  return undefined
}

function* firstExternalIds(database: ImportDatabase): Generator<string> {
  let count = 0
  for (const { fields } of database.planned()) {
    if (typeof fields.external_id !== 'string' || fields.external_id.includes(':')) continue
    yield fields.external_id
    if (++count === MOST_PRODUCTS) return
  }
}

/** The names of sources before the external ids of the first products of a business. */
async function sourcesIn(businessId: string): Promise<string[]> {
  for await (const page of pagesOf(keys.productKey(businessId, ''))) {
    const named = page.flatMap(({ external_id }) =>
      typeof external_id === 'string' ? (/^([^:]+):/.exec(external_id)?.[1] ?? []) : [],
    )
    return [...new Set(named)].slice(0, MOST_SOURCES)
  }
  return []
}
