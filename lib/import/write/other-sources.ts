import { findIds } from '../../data/products/product-batches.ts'
import * as keys from '../../data/table/keys.ts'
import { pagesOf } from '../../data/table/patient-reads.ts'
import type { Business } from '../../domain/business.ts'
import { isExternalId } from '../../domain/products/product.ts'
import type { ImportPlan } from '../import-plan.ts'

/** About the number of products of a file, and of sources, that are looked up. */
const MOST_PRODUCTS = 50
const MOST_SOURCES = 3

/** Products of a file that are there, but behind the name of another source. */
export interface UnderSource {
  /** Empty for products whose external ids have none. */
  source: string
  count: number
  /** How many products of the file were looked up. */
  of: number
}

/**
 * The source under which products of a file are there although none of them is under its own: an import would make all
 * of them a second time. Products from all parts of the file are looked up. `own` is empty for ids without a source.
 * Undefined if no source has them.
 */
export async function findUnderSource(
  { id }: Business,
  plan: ImportPlan,
  own: string,
): Promise<UnderSource | undefined> {
  const names = [...someNames(plan, own)]
  const countUnder = async (source: string) =>
    (
      await findIds(
        id,
        names.map((name) => ({ externalId: idOf(source, name) })),
      )
    ).filter(({ externalId }) => externalId !== undefined).length
  if (names.length === 0 || (await countUnder(own)) > 0) return undefined
  for (const source of await sourcesIn(id)) {
    const count = source === own ? 0 : await countUnder(source)
    if (count > 0) return { source, count, of: names.length }
  }
  return undefined
}

const idOf = (source: string, name: string) => (source === '' ? name : `${source}:${name}`)

/** The external ids of products of this source, without its name. */
function* someNames({ count, database }: ImportPlan, own: string): Generator<string> {
  const step = Math.max(1, Math.floor(count / MOST_PRODUCTS))
  let n = 0
  for (const { fields } of database.planned()) {
    const { external_id } = fields
    if (n++ % step !== 0 || typeof external_id !== 'string' || !isExternalId(external_id)) continue
    const begin = idOf(own, '')
    if (own === '' ? !external_id.includes(':') : external_id.startsWith(begin))
      yield external_id.slice(begin.length)
  }
}

/** The names of sources before the external ids of the first products of a business; empty for those without. */
async function sourcesIn(businessId: string): Promise<string[]> {
  for await (const page of pagesOf(keys.productKey(businessId, ''))) {
    const named = page.flatMap(({ external_id }) =>
      typeof external_id === 'string' ? (/^([^:]+):/.exec(external_id)?.[1] ?? '') : [],
    )
    return [...new Set(named)].slice(0, MOST_SOURCES)
  }
  return []
}
