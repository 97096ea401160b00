import { pause } from '../../../data/table/calls/pause.ts'
import * as keys from '../../../data/table/keys.ts'
import {
  differences,
  eachOf,
  indexPagesOf,
  nameOf,
  pagesOf,
  readItems,
  type StoredItem,
} from '../../../data/table/patient-reads.ts'
import { INDEXES, type IndexName, STOREFRONT } from '../../../data/table/schema.ts'
import { confirmed, type Finding, finding } from './findings.ts'

/** One partition of one index, and what the sort keys of its items can begin with. */
interface Stretch {
  index: IndexName
  partition: string
  prefixes: readonly string[]
}

const ALL = Object.keys(INDEXES) as IndexName[]
const STORE = ALL.filter((index) => INDEXES[index].partition === STOREFRONT.store)
const SHELF = ALL.filter((index) => INDEXES[index].partition === STOREFRONT.shelf)

/** Every key range of the storefront indexes that belongs to a business, except those of single slugs. */
function stretchesOf(businessId: string, categories: Iterable<string>): Stretch[] {
  const all = (indexes: IndexName[], partition: string, ...prefixes: string[]) =>
    indexes.map((index) => ({ index, partition, prefixes }))
  return [
    ...all(STORE, keys.storePartition(businessId), keys.PRODUCT_PREFIX),
    ...all(STORE, keys.categoriesPartition(businessId), keys.CATEGORY_PREFIX),
    ...all(STORE, keys.variantsPartition(businessId), keys.VARIANTS_PREFIX),
    ...all(STORE, keys.profilePartition(businessId), keys.businessKey(businessId).sk),
    ...[...categories].flatMap((id) =>
      all(SHELF, keys.shelfPartition(businessId, id), keys.PRODUCT_PREFIX, keys.PLACEMENT_PREFIX),
    ),
  ]
}

/** Counts the rows that items must have, by index and partition. */
export type RowCount = Map<string, number>

const rowCountName = (index: IndexName, partition: unknown) => `${index} ${partition}`

/** Adds the rows that an item, as it is stored, has in the indexes. */
export function countRows(rows: RowCount, item: StoredItem): void {
  for (const index of ALL) {
    const partition = placeIn(index, item)
    if (partition === undefined) continue
    const name = rowCountName(index, partition)
    rows.set(name, (rows.get(name) ?? 0) + 1)
  }
}

/** The partition of an index that contains an item; undefined if it is not in that index. */
function placeIn(index: IndexName, item: StoredItem): unknown {
  const { partition, sort } = INDEXES[index]
  return item[sort] === undefined ? undefined : item[partition]
}

/** How long an index may be behind its table; usually it is milliseconds. */
const LAG_MS = 1_000

export interface IndexWalk {
  businessId: string
  categories: Iterable<string>
  /** How many rows the items must have. */
  expected: RowCount
  signal: AbortSignal | undefined
  onRows: (count: number) => void
}

/**
 * Compares every row of the storefront indexes with its item, and where there are fewer rows than items looks for
 * those that are missing. What looks broken is looked at again when an index has had time to follow its table.
 */
export async function checkIndexes(walk: IndexWalk): Promise<Finding[]> {
  const findings: Finding[] = []
  const short: Stretch[] = []
  await eachOf(stretchesOf(walk.businessId, walk.categories), async (stretch) => {
    let rows = 0
    for await (const page of indexPagesOf(stretch.index, stretch.partition, walk.signal)) {
      findings.push(...(await lookTwice(() => rowFindings(walk.businessId, stretch, page))))
      rows += page.length
      walk.onRows(page.length)
    }
    if (rows < (walk.expected.get(rowCountName(stretch.index, stretch.partition)) ?? 0)) short.push(stretch)
  })
  return [...findings, ...(short.length > 0 ? await missingRows(walk, short) : [])]
}

async function lookTwice(look: () => Promise<Finding[]>): Promise<Finding[]> {
  const first = await look()
  if (first.length === 0) return []
  await pause(LAG_MS)
  return confirmed(first, await look())
}

async function rowFindings(businessId: string, stretch: Stretch, rows: StoredItem[]): Promise<Finding[]> {
  const isOwn = ({ pk, sk }: keys.Key) =>
    pk === keys.businessKey(businessId).pk && stretch.prefixes.some((prefix) => sk.startsWith(prefix))
  const where = `in ${stretch.index} under ${stretch.partition}`
  const items = await readItems(rows)
  const isKnown = (row: keys.Key) =>
    row.pk !== keys.businessKey(businessId).pk || hasKnownKey(businessId, row)
  const known = rows.filter(isKnown)
  const suspects = known.filter(
    (row) => !isOwn(row) || !isShownBy(row, items.get(nameOf(row)), stretch.index),
  )
  const findings: Finding[] = []
  await eachOf(suspects, async (suspect) => {
    const row = await rowOf(stretch, suspect)
    // Gone by now, or moved to where another page shows it.
    if (!row) return
    if (!isOwn(row)) return void findings.push(finding('index_foreign', row, `is ${where}`))
    const item = items.get(nameOf(row))
    if (!item || placeIn(stretch.index, item) !== stretch.partition)
      return void findings.push(finding('index_row_left', row, `is still ${where}`))
    if (!isShownBy(row, item, stretch.index))
      findings.push(finding('index_row_differs', row, `differs from its item ${where}`))
  })
  return findings
}

/** False for an item of the business's own partition whose key this version does not write: it is a finding of its own. */
const hasKnownKey = (businessId: string, { sk }: keys.Key): boolean =>
  stretchesOf(businessId, ['']).some(({ prefixes }) => prefixes.some((prefix) => sk.startsWith(prefix)))

/** A row shows the place, card and facets of its item. */
function isShownBy(row: StoredItem, item: StoredItem | undefined, index: IndexName): boolean {
  const { partition, sort } = INDEXES[index]
  return !!item && differences([partition, sort, STOREFRONT.card, STOREFRONT.facets], row, item).length === 0
}

/** The row that an item or an earlier row has at its place in an index, as it is now. */
async function rowOf({ index, partition }: Stretch, item: StoredItem): Promise<StoredItem | undefined> {
  const sortKey = item[INDEXES[index].sort]
  if (typeof sortKey !== 'string') return undefined
  for await (const page of indexPagesOf(index, partition, undefined, sortKey))
    for (const row of page) if (nameOf(row) === nameOf(item)) return row
  return undefined
}

/** Looks for the row of each item that must be in one of these key ranges: slow, and only done where rows are missing. */
async function missingRows({ businessId, signal }: IndexWalk, short: Stretch[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: '' }, signal))
    findings.push(
      ...(await lookTwice(async () => {
        const found: Finding[] = []
        const items = [...(await readItems(page)).values()]
        await eachOf(items, async (item) => {
          for (const stretch of short) {
            if (placeIn(stretch.index, item) !== stretch.partition || (await rowOf(stretch, item))) continue
            found.push(
              finding('index_row_missing', item, `is not in ${stretch.index} under ${stretch.partition}`),
            )
          }
        })
        return found
      })),
    )
  return findings
}
