import { isJsonObject } from '../../domain/body/json-object.ts'
import type { publicProduct, publicVariants } from '../../domain/public-view.ts'
import type { SearchedCategory, SearchedProduct } from '../../domain/search/search-index.ts'
import { logLine } from '../../log.ts'
import { queryOne } from '../storefront/card-pages.ts'
import { readCatalogue } from '../storefront/catalogue.ts'
import { cardOf, listedCard } from '../storefront/readable-card.ts'
import type { Entry } from '../storefront/reader.ts'
import { fits, hasVariants } from '../storefront/variants.ts'
import * as keys from '../table/keys.ts'

/** The public views of a product and of its variants, as JSON. */
export interface Cards {
  product: string
  variants: string | undefined
}

/** A product as its cards show it. */
export interface ReadProduct {
  cards: Cards
  searched: SearchedProduct
  /** False if the product and its variants were read as they were at different times. */
  isWhole: boolean
}

/** Everything that is searched in a shop, and the bytes of the table that were read for it. */
export interface ReadShop {
  products: ReadProduct[]
  categories: SearchedCategory[]
  bytes: number
}

/** A search reads no more of the table at once, in bytes: 2,000 units. */
export const MOST_BYTES = 16 * 1024 * 1024

/** Reads all public products of a business, and its categories. Throws `CatalogueTooLarge`. */
export async function readShop(businessId: string, mostBytes = MOST_BYTES): Promise<ReadShop> {
  const { products, sheets, categories, bytes } = await readCatalogue(businessId, { bytes: mostBytes })
  return {
    products: products.flatMap((entry) => readProduct(entry, sheets.get(entry.position)) ?? []),
    categories: categories.flatMap((entry) => readCategory(entry) ?? []),
    bytes,
  }
}

/** Products that are read one by one at the same time. */
const AT_ONCE = 50

/** The public products among these ids as they are now. */
export async function readProducts(businessId: string, ids: readonly string[]): Promise<ReadProduct[]> {
  const read: ReadProduct[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE).map((id) => findProduct(businessId, id))
    for (const product of await Promise.all(some)) if (product) read.push(product)
  }
  return read
}

async function findProduct(businessId: string, id: string): Promise<ReadProduct | undefined> {
  const [product, variants] = await Promise.all([
    queryOne(keys.storePartition(businessId), keys.byCreated(id)),
    queryOne(keys.variantsPartition(businessId), keys.byCreated(id)),
  ])
  const [entry] = product.entries
  return entry && readProduct(entry, variants.entries[0])
}

/** The public views of those of these products that are public, as JSON, by their ids. */
export async function readCards(businessId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const partition = keys.storePartition(businessId)
  const pages = await Promise.all(ids.map((id) => queryOne(partition, keys.byCreated(id))))
  const entries = pages.flatMap((page) => page.entries)
  return new Map(
    entries.flatMap((entry) => {
      const card = listedCard(entry)
      return card === undefined ? [] : [[entry.position, card]]
    }),
  )
}

/** A category of this id, or undefined. */
export async function findCategory(businessId: string, id: string): Promise<SearchedCategory | undefined> {
  const { entries } = await queryOne(keys.categoriesPartition(businessId), keys.byCreated(id))
  return entries[0] && readCategory(entries[0])
}

function readCategory(entry: Entry): SearchedCategory | undefined {
  const json = parsed(entry)
  if (!isJsonObject(json) || typeof json.name !== 'string') return undefined
  const { name, parent_id, is_listed } = json
  return {
    id: entry.position,
    name,
    parent_id: typeof parent_id === 'string' ? parent_id : null,
    is_listed: is_listed !== false,
  }
}

/**
 * A product counts by its own price while its variants do not fit: one of the two was read before a change. Undefined if its
 * card cannot be read: one broken item must not end the searches of a shop.
 */
function readProduct(entry: Entry, variantsEntry: Entry | undefined): ReadProduct | undefined {
  const product = parsed(entry)
  if (!isSearchable(product))
    return void logLine('error', 'search', { error: 'a card cannot be read', id: entry.position })
  const cards = { product: cardOf(entry), variants: variantsEntry?.card && cardOf(variantsEntry) }
  if (!hasVariants(product)) return { cards, searched: product, isWhole: true }
  const sheet = variantsEntry && parsed(variantsEntry)
  const isWhole = isSheet(sheet) && fits(product, sheet)
  return { cards, searched: { ...product, variants: isWhole ? sheet.variants : undefined }, isWhole }
}

/** The JSON of a card; undefined if there is none. */
function parsed(entry: Entry): unknown {
  try {
    return JSON.parse(cardOf(entry))
  } catch {
    return undefined
  }
}

const isSearchable = (json: unknown): json is ReturnType<typeof publicProduct> =>
  isJsonObject(json) &&
  ['id', 'name', 'description', 'category_id'].every((name) => typeof json[name] === 'string') &&
  ['price', 'position', 'variant_count'].every((name) => typeof json[name] === 'number') &&
  areTexts(json.tags) &&
  areTexts(json.additional_category_ids)

const areTexts = (json: unknown) => Array.isArray(json) && json.every((text) => typeof text === 'string')

const isSheet = (json: unknown): json is ReturnType<typeof publicVariants> =>
  isJsonObject(json) &&
  Array.isArray(json.variants) &&
  json.variants.every((variant) => isJsonObject(variant) && isJsonObject(variant.option_values))
