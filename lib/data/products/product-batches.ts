import { hasOptions } from '../../domain/products/product.ts'
import { onlyVariant, type WholeProduct } from '../../domain/products/variant-set.ts'
import * as keys from '../table/keys.ts'
import { nameOf, readItems } from '../table/patient-reads.ts'
import { type ProductItem, productOf } from './product-item.ts'
import { type SheetItem, variantSetOf } from './variant-sheet.ts'

/** The unique names of a product other than its id. */
interface ProductNames {
  externalId?: string | undefined
  sku?: string | undefined
  slug?: string | undefined
}

/**
 * The ids that the names of many products lead to, in the order of `names` and in their members. Each may be another one a
 * moment later.
 */
export async function findIds(businessId: string, names: readonly ProductNames[]): Promise<ProductNames[]> {
  const guards = names.map(({ externalId, sku, slug }) => ({
    externalId: externalId === undefined ? undefined : keys.externalIdGuardKey(businessId, externalId),
    sku: sku === undefined ? undefined : keys.skuGuardKey(businessId, sku),
    slug: slug === undefined ? undefined : keys.slugGuardKey(businessId, slug),
  }))
  const items = await readItems(
    guards.flatMap((one) => Object.values(one).filter((key) => key !== undefined)),
  )
  const idIn = (key: keys.Key | undefined) => {
    const id = key && items.get(nameOf(key))?.product_id
    return typeof id === 'string' ? id : undefined
  }
  return guards.map(({ externalId, sku, slug }) => ({
    externalId: idIn(externalId),
    sku: idIn(sku),
    slug: idIn(slug),
  }))
}

/**
 * Products in any status and their variants, by their ids, in few requests. Those that are not there are left out, and
 * those whose variants others changed while both were read.
 */
export async function readWholes(
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, WholeProduct>> {
  const items = await readItems(ids.map((id) => keys.productKey(businessId, id)))
  const products = [...items.values()].map((item) => productOf(item as unknown as ProductItem))
  const sheets = await readItems(
    products.filter(hasOptions).map(({ id }) => keys.variantSheetKey(businessId, id)),
  )
  return new Map(
    products.flatMap((product) => {
      if (!hasOptions(product)) return [[product.id, { product, set: onlyVariant(product) }] as const]
      const sheet = sheets.get(nameOf(keys.variantSheetKey(businessId, product.id))) as SheetItem | undefined
      if (!sheet || sheet.version > product.version) return []
      return [[product.id, { product, set: variantSetOf(sheet) }] as const]
    }),
  )
}
