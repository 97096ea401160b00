import { isDeepStrictEqual } from 'node:util'
import { isVaried } from '../../../data/products/product-item.ts'
import { isOf } from '../../../data/table/item-pages.ts'
import * as keys from '../../../data/table/keys.ts'
import { nameOf, pagesOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { plural } from '../../../domain/text/plural.ts'
import { objectAt } from '../reindex/rendering.ts'
import { isSheet, productIdIn } from '../reindex/variants.ts'
import { type Finding, finding } from './findings.ts'

/**
 * The numbers of a count: products (`n`), variants of those with options (`v`), categories below it (`c`), and products that
 * have it for an additional category (`p`).
 */
interface Numbers {
  n: number
  v: number
  c: number
  p: number
}

/** The sums of a walk through a business's own partition. It grows with the categories, not with the products. */
export interface Tally {
  /** The parent of each category. */
  categories: Map<string, string | null>
  /** The stored counts, and the sums of this walk, both by the sort key of the count. */
  stored: Map<string, Record<keyof Numbers, unknown>>
  counted: Map<string, Numbers>
}

export const newTally = (): Tally => ({ categories: new Map(), stored: new Map(), counted: new Map() })

/** Adds a page of items to what was counted. The products of variants are read again for their categories. */
export async function tallyPage(
  tally: Tally,
  businessId: string,
  page: readonly StoredItem[],
): Promise<void> {
  for (const item of page) tallyItem(tally, businessId, item)
  const sheets = page.filter(isSheet)
  const keyOf = (sheet: StoredItem) => keys.productKey(businessId, productIdIn(sheet))
  const products = await readItems(sheets.map(keyOf), [
    'pk',
    'sk',
    'category_id',
    'price_range',
    'variant_count',
  ])
  for (const sheet of sheets) {
    const product = products.get(nameOf(keyOf(sheet)))
    const { variants } = sheet
    if (product && isVaried(product) && Array.isArray(variants))
      add(tally, businessId, product, { v: variants.length })
  }
}

function tallyItem(tally: Tally, businessId: string, item: StoredItem): void {
  const type = objectAt(businessId, item)?.type
  if (type === 'category') tallyCategory(tally, businessId, item)
  else if (isCount(item)) tally.stored.set(item.sk, saidBy(item))
  else if (type === 'product') {
    add(tally, businessId, item, { n: 1 })
    for (const id of additionalIn(item)) add(tally, businessId, { sk: item.sk, category_id: id }, { p: 1 })
  }
}

const isCount = (item: StoredItem): boolean =>
  item.sk.startsWith(keys.COUNT_PREFIX) && isOf('category_count', item)

/** The additional categories of a product, which may be broken. */
const additionalIn = ({ additional_categories: all }: StoredItem): unknown[] =>
  Array.isArray(all) ? all.map((one) => Object(one).id) : []

function tallyCategory(tally: Tally, businessId: string, { sk, parent_id }: StoredItem): void {
  const id = sk.slice(keys.CATEGORY_PREFIX.length)
  tally.categories.set(id, typeof parent_id === 'string' ? parent_id : null)
  if (typeof parent_id !== 'string') return
  addTo(tally, keys.categoryCountKey(businessId, parent_id, keys.shardOfText(id)), { c: 1 })
}

/** Counts of categories say nothing of what they have never had, except products. */
const saidBy = ({ n, v = 0, c = 0, p = 0 }: StoredItem) => ({ n, v, c, p })

const add = (
  tally: Tally,
  businessId: string,
  { sk, category_id }: { sk: string; category_id?: unknown },
  numbers: Partial<Numbers>,
): void => addTo(tally, keys.categoryCountKey(businessId, String(category_id), keys.shardOf(sk)), numbers)

function addTo({ counted }: Tally, { sk }: keys.Key, more: Partial<Numbers>): void {
  const { n, v, c, p } = counted.get(sk) ?? NONE
  const sum = { ...NONE, ...more }
  counted.set(sk, { n: n + sum.n, v: v + sum.v, c: c + sum.c, p: p + sum.p })
}

const NONE: Numbers = { n: 0, v: 0, c: 0, p: 0 }

/** The numbers that a count should have, by its sort key. */
export const dueIn = ({ counted }: Pick<Tally, 'counted'>, sk: string): Numbers => counted.get(sk) ?? NONE

/** The findings from a comparison of counts and products, if nobody has written meanwhile. */
export function countFindings(businessId: string, { categories, stored, counted }: Tally): Finding[] {
  const expected = [...categories.keys()].flatMap((category) => countKeys(businessId, category))
  const known = new Set(expected.map(({ sk }) => sk))
  const left = [...stored.keys()].filter((sk) => !known.has(sk))
  return [
    ...expected.flatMap((key) => {
      const due = dueIn({ counted }, key.sk)
      const said = stored.get(key.sk)
      if (!said) return [finding('count_missing', key, `should count ${due.n} ${plural(due.n, 'product')}`)]
      const wrong = [
        ...(said.n === due.n ? [] : [`counts ${JSON.stringify(said.n)}, but there are ${due.n}`]),
        ...(said.v === due.v ? [] : [`counts ${JSON.stringify(said.v)} variants, but there are ${due.v}`]),
        ...(said.c === due.c
          ? []
          : [`counts ${JSON.stringify(said.c)} categories below it, but there are ${due.c}`]),
        ...(said.p === due.p
          ? []
          : [`counts ${JSON.stringify(said.p)} products placed in it, but there are ${due.p}`]),
      ]
      return wrong.length > 0 ? [finding('count_wrong', key, wrong.join('; '))] : []
    }),
    ...left.map((sk) => finding('count_left', { ...keys.businessKey(businessId), sk }, 'has no category')),
  ]
}

export const countKeys = (businessId: string, category: string) =>
  Array.from({ length: keys.SHARDS }, (_, shard) => keys.categoryCountKey(businessId, category, shard))

/**
 * Counts again what seems to be counted wrongly: a walk takes its time, and products come and go. A finding is what
 * two walks say alike while the counts do not change; `unsettled` is what stays open because they did.
 */
export async function countAgain(
  businessId: string,
  suspicions: readonly Finding[],
  signal: AbortSignal | undefined,
): Promise<{ findings: Finding[]; unsettled: number }> {
  if (suspicions.length === 0) return { findings: [], unsettled: 0 }
  const tally = newTally()
  for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: '' }, signal))
    await tallyPage(tally, businessId, page)
  const after = await readItems(suspicions)
  const again = new Map(countFindings(businessId, tally).map((one) => [one.sk, one]))
  const open = suspicions.filter(({ sk }) => again.has(sk))
  const findings = open.filter(
    ({ pk, sk, detail }) =>
      again.get(sk)?.detail === detail && isAsSaid(after.get(nameOf({ pk, sk })), tally.stored.get(sk)),
  )
  return { findings, unsettled: open.length - findings.length }
}

/** True if a count is unchanged since it was read; also if it was missing and still is. */
const isAsSaid = (item: StoredItem | undefined, said: Record<keyof Numbers, unknown> | undefined): boolean =>
  isDeepStrictEqual(item && saidBy(item), said)

/** The sum of the counts: good enough for a progress bar, even if it is what turns out to be wrong. */
export async function countProducts(businessId: string): Promise<number> {
  let sum = 0
  for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: keys.COUNT_PREFIX }))
    for (const { n } of page) sum += Number(n) || 0
  return sum
}
