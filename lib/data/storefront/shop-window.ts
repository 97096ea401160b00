/** Everything that a shop shows, read at once for a feed. */
import type { Shop, ShownProduct } from '../../domain/channels/goods.ts'
import { getBusinessCard } from './cards.ts'
import { type CatalogueBounds, CatalogueTooLarge, readCatalogue } from './catalogue.ts'
import { cardOf, leaveOut, readable, viewIn } from './readable-card.ts'
import type { Entry } from './reader.ts'
import { areSoundVariants, isSoundCategory, isSoundProduct } from './sound-cards.ts'
import { fits, hasVariants, type ProductWithVariants, readProductWithVariants } from './variants.ts'

/** The largest shop of which a feed is made. */
export const FEED_BOUNDS = { products: 5_000, bytes: 16 * 1024 * 1024 } as const satisfies CatalogueBounds
export const MOST_ROWS = 50_000

/** The public profile of a business, or undefined. */
export async function findProfile(businessId: string): Promise<Shop['business'] | undefined> {
  const card = await getBusinessCard(businessId)
  return card === undefined ? undefined : JSON.parse(card)
}

/**
 * All active products of a shop with their variants, and its categories. A product and its variants that are of different
 * changes are read again: none is there twice, and none is left out but those whose cards cannot be read. Throws
 * `CatalogueTooLarge`, `TableUnavailable` if a product keeps changing, and an error if no card at all can be read.
 */
export async function readShopWindow(
  business: Shop['business'],
): Promise<{ shop: Shop; products: ShownProduct[] }> {
  const { products: entries, sheets, categories } = await readCatalogue(business.id, FEED_BOUNDS)
  const products: ShownProduct[] = []
  let [rows, unreadable] = [0, 0]
  for (const entry of entries) {
    const product = await listedIn(business.id, entry, sheets.get(entry.position))
    if (product === 'unreadable') unreadable++
    if (!product || product === 'unreadable') continue
    rows += product.variants?.variants.length ?? 1
    if (rows > MOST_ROWS) throw new CatalogueTooLarge('a shop has more variants than a feed')
    products.push(product)
  }
  if (products.length === 0 && unreadable > 0) throw new Error('no product of a shop can be read')
  return { shop: { business, categories: namesOf(categories) }, products }
}

/** Undefined if the product is not public any more. */
async function listedIn(businessId: string, entry: Entry, sheet: Entry | undefined) {
  try {
    return shownIn(entry, sheet) ?? (await readAgain(businessId, entry))
  } catch (error) {
    leaveOut(error)
    return 'unreadable'
  }
}

/** Undefined if the product and its variants do not fit together. */
function shownIn(entry: Entry, sheet: Entry | undefined): ShownProduct | undefined {
  const product = viewIn(cardOf(entry), isSoundProduct)
  if (!hasVariants(product)) return { product, onBackorder: entry.onBackorder }
  const variants = sheet && viewIn(cardOf(sheet), areSoundVariants)
  return variants && fits(product, variants)
    ? { product, variants, onBackorder: sheet.onBackorder }
    : undefined
}

/** Undefined if the product is not public any more. */
async function readAgain(businessId: string, { position }: Entry): Promise<ShownProduct | undefined> {
  const { found } = await readProductWithVariants(businessId, position)
  return found && shownProduct(found)
}

/** A product and its variants as JSON, as they are read one by one. Throws an `UnreadableCard`. */
export function shownProduct({ onBackorder, ...found }: ProductWithVariants): ShownProduct {
  const product = viewIn(found.product, isSoundProduct)
  const variants = hasVariants(product) ? viewIn(found.variants, areSoundVariants) : undefined
  return { product, variants, onBackorder }
}

const namesOf = (entries: readonly Entry[]): Shop['categories'] =>
  new Map(
    entries.flatMap((entry) => {
      const category = readable(() => viewIn(cardOf(entry), isSoundCategory))
      return category ? [[entry.position, category]] : []
    }),
  )
