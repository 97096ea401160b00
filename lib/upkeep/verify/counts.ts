import * as keys from '../../data/table/keys.ts'
import { nameOf, pagesOf, readItems, type StoredItem } from '../../data/table/patient-reads.ts'
import { plural } from '../../domain/plural.ts'
import { type Finding, finding } from './findings.ts'

/** What a walk through a business's own partition adds up. It grows with the categories, not with the products. */
export interface Tally {
  categories: Set<string>
  /** What the counts say, and how many products there are, both by the sort key of the count. */
  stored: Map<string, unknown>
  counted: Map<string, number>
}

export const newTally = (): Tally => ({ categories: new Set(), stored: new Map(), counted: new Map() })

/** Adds an item to what was counted. */
export function tallyItem(tally: Tally, businessId: string, item: StoredItem): void {
  if (item.sk.startsWith(keys.CATEGORY_PREFIX))
    tally.categories.add(item.sk.slice(keys.CATEGORY_PREFIX.length))
  else if (item.sk.startsWith(keys.COUNT_PREFIX)) tally.stored.set(item.sk, item.n)
  else if (item.sk.startsWith(keys.PRODUCT_PREFIX)) {
    const shard = keys.shardOf(item.sk)
    const { sk } = keys.categoryCountKey(businessId, String(item.category_id), shard)
    tally.counted.set(sk, (tally.counted.get(sk) ?? 0) + 1)
  }
}

/** What the counts hold against the products says, should nobody have written meanwhile. */
export function countFindings(businessId: string, { categories, stored, counted }: Tally): Finding[] {
  const expected = [...categories].flatMap((category) => countKeys(businessId, category))
  const known = new Set(expected.map(({ sk }) => sk))
  const left = [...stored.keys()].filter((sk) => !known.has(sk))
  return [
    ...expected.flatMap((key) => {
      const products = counted.get(key.sk) ?? 0
      if (!stored.has(key.sk))
        return [finding('count_missing', key, `should count ${products} ${plural(products, 'product')}`)]
      const n = stored.get(key.sk)
      if (n === products) return []
      return [finding('count_wrong', key, `counts ${JSON.stringify(n)}, but there are ${products}`)]
    }),
    ...left.map((sk) => finding('count_left', { ...keys.businessKey(businessId), sk }, 'has no category')),
  ]
}

const countKeys = (businessId: string, category: string) =>
  Array.from({ length: keys.SHARDS }, (_, shard) => keys.categoryCountKey(businessId, category, shard))

/**
 * Counts again what seems to be counted wrongly: a walk takes its time, and products come and go. A finding is what
 * two walks say alike while the counts stand still; `unsettled` is what stays open because they did not.
 */
export async function countAgain(
  businessId: string,
  suspicions: readonly Finding[],
  signal: AbortSignal | undefined,
): Promise<{ findings: Finding[]; unsettled: number }> {
  if (suspicions.length === 0) return { findings: [], unsettled: 0 }
  const tally = newTally()
  for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: '' }, signal))
    for (const item of page) tallyItem(tally, businessId, item)
  const after = await readItems(suspicions)
  const again = new Map(countFindings(businessId, tally).map((one) => [one.sk, one]))
  const open = suspicions.filter(({ sk }) => again.has(sk))
  const findings = open.filter(
    ({ pk, sk, detail }) =>
      again.get(sk)?.detail === detail && after.get(nameOf({ pk, sk }))?.n === tally.stored.get(sk),
  )
  return { findings, unsettled: open.length - findings.length }
}

/** The sum of the counts: good enough for a progress bar, even if it is what turns out to be wrong. */
export async function countProducts(businessId: string): Promise<number> {
  let sum = 0
  for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: keys.COUNT_PREFIX }))
    for (const { n } of page) sum += Number(n) || 0
  return sum
}
