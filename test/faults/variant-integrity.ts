import { isDeepStrictEqual } from 'node:util'
import type { SheetItem } from '../../lib/data/products/variant-sheet.ts'
import { restore } from '../../lib/data/storefront/card-text.ts'
import { skuGuardKey, tenantOf, variantSheetKey, variantsPartition } from '../../lib/data/table/keys.ts'
import { STOREFRONT } from '../../lib/data/table/schema.ts'
import { hasOptions, type Product } from '../../lib/domain/products/product.ts'
import type { Variant } from '../../lib/domain/products/variant.ts'
import { publicVariants } from '../../lib/domain/public-view.ts'
import type { Item } from '../support/items.ts'
import type { TableState } from '../support/table-state.ts'
import { isSameJson } from './same-json.ts'

type Sheet = SheetItem & Item

const sheetsIn = (items: readonly Item[]) => items.filter(({ type }) => type === 'variants') as Sheet[]

/** The stored variants of a product; none without options. */
export const variantsOf = (product: Product, items: readonly Item[]): readonly Variant[] =>
  sheetsIn(items).find(({ product_id }) => product_id === product.id)?.variants ?? []

/** The SKUs that a product and its variants have. */
export const skusOf = (product: Product, items: readonly Item[]): string[] =>
  [product, ...variantsOf(product, items)].flatMap(({ sku }) => sku ?? [])

/** Each product with options has a sheet that fits it, and there is no other one. */
export function wrongSheets(
  businessId: string,
  products: readonly Product[],
  items: readonly Item[],
): string[] {
  const sheets = sheetsIn(items)
  const due = products.filter(hasOptions).map(({ id }) => variantSheetKey(businessId, id).sk)
  const found = sheets.map(({ sk }) => sk)
  return [
    ...due.filter((sk) => !found.includes(sk)).map((sk) => `no ${sk}`),
    ...found.filter((sk) => !due.includes(sk)).map((sk) => `a sheet too many: ${sk}`),
    ...sheets.flatMap((sheet) => {
      const product = products.find(({ id }) => id === sheet.product_id)
      return product && !fits(businessId, product, sheet) ? [`${sheet.sk} does not fit its product`] : []
    }),
  ]
}

/** True if a product agrees with its variant sheet, and the sheet is public exactly while the product is. */
function fits(businessId: string, product: Product, sheet: Sheet): boolean {
  const enabled = sheet.variants.filter(({ is_enabled }) => is_enabled)
  const prices = enabled.map(({ price }) => price)
  return (
    sheet.version <= product.version &&
    sheet.created_at === product.created_at &&
    product.variant_count === enabled.length &&
    isDeepStrictEqual(product.price_range, rangeOf(prices)) &&
    sheet.variants.every(({ id }) => id.startsWith(`${product.id}-`)) &&
    isShownWith(businessId, product, sheet)
  )
}

const rangeOf = (prices: readonly number[]) =>
  prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) }

function isShownWith(businessId: string, { id, status }: Product, sheet: Sheet): boolean {
  const { store, byCreated, card, facets } = STOREFRONT
  const backordered = sheet.variants.some((one) => one.is_on_backorder) ? [facets] : []
  const names = Object.values(STOREFRONT).filter((attribute) => attribute in sheet)
  if (status !== 'active') return names.length === 0
  return (
    isDeepStrictEqual(names.sort(), [store, byCreated, card, ...backordered].sort()) &&
    sheet[store] === variantsPartition(businessId) &&
    sheet[byCreated] === id &&
    isSameJson(JSON.parse(restore(String(sheet[card]), id)), publicVariants(id, sheet))
  )
}

/**
 * A state without the guards of SKUs that were there before and that no product has any more, which are harmless:
 * whoever wants such a SKU gets it.
 */
export function withoutLeftovers(state: TableState, before: TableState): TableState {
  const items = [...state.values()]
  const products = items.filter(({ type }) => type === 'product') as unknown as (Product & Item)[]
  const had = new Set(
    products.flatMap((product) =>
      skusOf(product, items).map((sku) => skuGuardKey(tenantOf(product.pk) ?? '', sku).pk),
    ),
  )
  return new Map(
    [...state].filter(
      ([name, item]) =>
        !item.pk.includes('#SKU#') || had.has(item.pk) || !isDeepStrictEqual(item, before.get(name)),
    ),
  )
}
