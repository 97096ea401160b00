import { idsOf } from '../../domain/products/additional-categories.ts'
import type { Product } from '../../domain/products/product.ts'
import { type CategoryPaths, categoryPaths } from '../category-paths.ts'
import { LARGEST_STOCK_BYTES } from '../inventory/stock-item.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { isOf, queryCollection } from '../table/item-pages.ts'
import * as keys from '../table/keys.ts'
import {
  ADMIN_READ_BYTES,
  consistentBytes,
  consumedBytes,
  gatherPage,
  type Page,
  type PageRequest,
  type Step,
} from '../table/pages.ts'
import { nameOf, type StoredItem } from '../table/patient-reads.ts'
import {
  LARGEST_ITEM_BYTES,
  type ReadBudget,
  readAffordable,
  readWithin,
  type SizedKey,
} from '../table/read-budget.ts'
import { againstNewest } from '../table/versions.ts'
import { type ProductFilter, whereOf } from './product-lists.ts'
import {
  keysBeside,
  productIdOf,
  readStocked,
  type StockedProduct,
  stockedProduct,
} from './stocked-product.ts'

/** A product for a catalogue file, with the paths of its categories by their ids. */
export interface ExportedProduct extends StockedProduct {
  paths: ReadonlyMap<string, readonly string[]>
}

/** Which products are exported. */
export type ExportFilter = Omit<ProductFilter, 'reverse'>

/** The bytes of its response at which a page of an export ends: Lambda takes 6 MB, of which headers need some. */
export const EXPORT_PAGE_BYTES = 4 * 1024 * 1024

/** The number of products that are put together at a time. */
const AT_ONCE = 50

/** The state of the reads for one page. */
interface Reading {
  businessId: string
  filter: ExportFilter
  budget: ReadBudget
  paths: CategoryPaths
}

/**
 * A page of products with variants and stock, by id, as acknowledged writes left them; positions are ids. `render` makes the
 * items of the page, and says how many bytes of the response each is. The page ends before a product with which the request
 * could read more than `ADMIN_READ_BYTES`. A product that others change meanwhile is read again on its own.
 */
export function exportPage<T>(
  businessId: string,
  filter: ExportFilter,
  page: PageRequest,
  render: (product: ExportedProduct) => { item: T; bytes: number },
): Promise<Page<T>> {
  const budget = { left: ADMIN_READ_BYTES }
  const reading = { businessId, filter, budget, paths: categoryPaths(businessId, budget) }
  const where = whereOf(filter)
  const rules = {
    isFiltered: where.length > 0,
    mostBytes: ADMIN_READ_BYTES,
    pageBytes: EXPORT_PAGE_BYTES,
  }
  return gatherPage(page, rules, async (position, limit): Promise<Step<T>> => {
    const before = budget.left
    const collection = { start: keys.productKey(businessId, ''), reverse: false, where, isConsistent: true }
    const { items: all, lastKey, consumed } = await queryCollection<StoredItem>(collection, position, limit)
    const items = all.filter((item) => isOf('product', item))
    budget.left -= consistentBytes(consumed)
    const read = await stockedOf(items, reading)
    const isCut = read.length < items.length
    if (isCut && read.length === 0 && position === (page.after ?? null))
      throw new TableUnavailable('other writes kept changing the first product of a page')
    return {
      found: read.flatMap(({ id, product }) =>
        product ? [{ ...render(withPaths(product, reading)), position: id }] : [],
      ),
      stoppedAt: isCut ? (read.at(-1)?.id ?? position) : lastKey ? productIdOf(lastKey) : null,
      // After a cut nothing is read any more.
      consumed: consumedBytes(consumed.ScannedCount, isCut ? ADMIN_READ_BYTES : before - budget.left),
    }
  })
}

/** A product that was read; without one, it was deleted meanwhile, or changed so that it is not wanted any more. */
interface Read {
  id: string
  product: StockedProduct | undefined
}

/** The products of these items with their other items, in their order, as far as the budget goes. */
async function stockedOf(items: readonly StoredItem[], reading: Reading): Promise<Read[]> {
  const read: Read[] = []
  for (let next = 0; next < items.length; next += AT_ONCE) {
    const some = items.slice(next, next + AT_ONCE)
    const whole = await readTogether(some, reading)
    read.push(...whole)
    if (whole.length < some.length) break
  }
  return read
}

async function readTogether(items: readonly StoredItem[], reading: Reading): Promise<Read[]> {
  const { businessId, budget, paths } = reading
  const beside = await readAffordable(
    items.flatMap((item) => sizedKeysBeside(businessId, item)),
    budget,
  )
  const read: Read[] = []
  for (const item of items) {
    if (!sizedKeysBeside(businessId, item).every(({ key }) => beside.has(nameOf(key)))) break
    const product = stockedProduct(businessId, item, beside) ?? (await readAgain(productIdOf(item), reading))
    read.push({ id: productIdOf(item), product })
  }
  await paths.learn(read.flatMap(({ product }) => (product ? categoriesOf(product) : [])))
  const isNamed = ({ product }: Read) =>
    !product || categoriesOf(product).every((id) => paths.pathOf(id) !== undefined)
  const end = read.findIndex((one) => !isNamed(one))
  return end === -1 ? read : read.slice(0, end)
}

function sizedKeysBeside(businessId: string, item: StoredItem): SizedKey[] {
  const { sheet, stock } = keysBeside(businessId, item)
  return [
    ...(sheet ? [{ key: sheet, most: LARGEST_ITEM_BYTES }] : []),
    ...(stock ? [{ key: stock, most: LARGEST_STOCK_BYTES }] : []),
  ]
}

/** The product as it is now; undefined if it was deleted, or is not wanted any more. */
async function readAgain(
  id: string,
  { businessId, filter, budget }: Reading,
): Promise<StockedProduct | undefined> {
  const stocked = await againstNewest(() =>
    readStocked(businessId, id, (wanted) =>
      readWithin(
        wanted.map((key) => ({ key, most: LARGEST_ITEM_BYTES })),
        budget,
      ),
    ),
  )
  return stocked && isWanted(stocked, filter) ? stocked : undefined
}

const isWanted = ({ product }: StockedProduct, { status, category }: ExportFilter) =>
  (status === undefined || product.status === status) &&
  (category === undefined || idsOfAll(product).includes(category))

const idsOfAll = (product: Product) => [product.category_id, ...idsOf(product)]

const categoriesOf = ({ product }: StockedProduct) => idsOfAll(product)

const withPaths = (stocked: StockedProduct, { paths }: Reading): ExportedProduct => ({
  ...stocked,
  paths: new Map(categoriesOf(stocked).map((id) => [id, paths.pathOf(id) ?? [id]])),
})
