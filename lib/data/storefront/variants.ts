import { setTimeout as wait } from 'node:timers/promises'
import { pick } from '../../domain/pick.ts'
import { PUBLIC_VARIANT_FIELDS, type SPARSE_OF_VARIANTS } from '../../domain/products/fields.ts'
import type { Variant } from '../../domain/products/variant.ts'
import { isProductSlug, isUuid } from '../../domain/text/identifiers.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import * as keys from '../table/keys.ts'
import { bytesRead } from '../table/pages.ts'
import { queryOne } from './card-pages.ts'
import { findIdBySlug } from './cards.ts'
import { cardOf, viewIn } from './readable-card.ts'
import type { Entry } from './reader.ts'

/** An active product and its enabled variants, each as JSON: `{"id", …}` and `{"id", "options", "variants"}`. */
export interface ProductWithVariants {
  product: string
  variants: string
  /** The numbers of the variants on backorder, as `Entry` has them. */
  onBackorder: string | undefined
}

/** The rows of one change come into an index one after the other, usually within milliseconds. */
const TRIES = 4
const PAUSE_MS = 50

/**
 * An active product by its id or slug, with its variants, or undefined. Throws `TableUnavailable` as
 * `readProductWithVariants` does.
 */
export async function findProductWithVariants(
  businessId: string,
  name: string,
): Promise<ProductWithVariants | undefined> {
  const id = isUuid(name) ? name.toLowerCase() : isProductSlug(name) && (await findIdBySlug(businessId, name))
  return id ? (await readProductWithVariants(businessId, id)).found : undefined
}

/**
 * An active product and its variants, and how many bytes of the table were read for them. The two are rows of their own:
 * what does not fit is read again. Throws `TableUnavailable` if it never fits.
 */
export async function readProductWithVariants(
  businessId: string,
  id: string,
): Promise<{ found: ProductWithVariants | undefined; bytes: number }> {
  let bytes = 0
  for (let tries = 1; ; tries++) {
    const [product, variants] = await Promise.all([
      readCard(keys.storePartition(businessId), id),
      readCard(keys.variantsPartition(businessId), id),
    ])
    bytes += product.bytes + variants.bytes
    const found = fitting(product, variants)
    if (found !== 'parts') return { found, bytes }
    if (tries === TRIES) throw new TableUnavailable('a product and its variants do not fit')
    await wait(PAUSE_MS)
  }
}

async function readCard(partition: string, id: string) {
  const { entries, consumed } = await queryOne(partition, keys.byCreated(id))
  const [entry] = entries
  return { card: entry && cardOf(entry), onBackorder: entry?.onBackorder, bytes: bytesRead(consumed) }
}

/** Both, if they are of one change; undefined if there is no product. */
function fitting(
  product: Row,
  { card: variants, onBackorder }: Row,
): ProductWithVariants | undefined | 'parts' {
  if (product.card === undefined) return undefined
  const shown = viewIn<ShownProduct>(product.card)
  const whole = { product: product.card, onBackorder: product.onBackorder }
  if (!hasVariants(shown)) return { ...whole, variants: onlyVariant(shown) }
  const isWhole = variants !== undefined && fits(shown, viewIn(variants))
  return isWhole ? { ...whole, variants, onBackorder } : 'parts'
}

type Row = Pick<Entry, 'card' | 'onBackorder'>

/** As much of the cards as is compared, or shown of a product without options. */
interface ShownProduct extends Sellable, Partial<Pick<Variant, (typeof SPARSE_OF_VARIANTS)[number]>> {
  id: string
  compare_at_price: number | null
  price_range: { min: number; max: number } | null
  variant_count: number
}
interface Sellable {
  price: number
  is_available: boolean
}

/** True if the variants of a product are a row of their own. */
export const hasVariants = ({
  price_range,
  variant_count,
}: Pick<ShownProduct, 'price_range' | 'variant_count'>): boolean =>
  price_range !== null || variant_count === 0

/** True if a product's card agrees with its variant sheet: it may have been read from an older version. */
export function fits(product: ShownProduct, { variants }: { variants: readonly Sellable[] }): boolean {
  const { price_range: range, variant_count, is_available } = product
  if (variants.length !== variant_count) return false
  const prices = variants.map(({ price }) => price)
  return (
    !range ||
    (Math.min(...prices) === range.min &&
      Math.max(...prices) === range.max &&
      variants.some((variant) => variant.is_available) === is_available)
  )
}

/** A product without options has one variant: itself. */
function onlyVariant(product: ShownProduct): string {
  const own = { ...product, option_values: {}, image: null, position: 0 }
  return JSON.stringify({ id: product.id, options: [], variants: [pick(own, PUBLIC_VARIANT_FIELDS)] })
}

/** A product as JSON with its options and variants as further members. */
export const withVariants = ({ product, variants }: ProductWithVariants): string =>
  `${product.slice(0, -1)},${variants.slice(variants.indexOf('"options":'))}`
