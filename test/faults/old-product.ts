import { changeProduct, updateProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { makeProduct } from '../support/shop.ts'

/** A product with all that must be unique, at version 2. */
export async function makeOld(business: Business, name = 'Old') {
  const { id } = await makeProduct(business, {
    name,
    slug: name.toLowerCase(),
    category_id: 'tea',
    sku: `${name}-sku`,
    external_id: `${name}-id`,
    tags: ['x'],
    cost: 1,
  })
  await updateProduct(business.id, id, (product) => ({ ...product, price: 7 }))
  return id
}

/** As many variants as there are SKUs, one for each value of one option. */
export const sizes = (skus: readonly string[]) => ({
  options: [
    option('Size', Math.min(skus.length, PER_OPTION)),
    option('Cut', Math.ceil(skus.length / PER_OPTION)),
  ],
  variants: skus.map((sku, n) => ({
    option_values: { Size: `Size ${n % PER_OPTION}`, Cut: `Cut ${Math.floor(n / PER_OPTION)}` },
    price: 10 + n,
    sku,
  })),
})

/** An option has 50 values at most. */
const PER_OPTION = 40
const option = (name: string, count: number) => ({
  name,
  values: Array.from({ length: count }, (_, n) => `${name} ${n}`),
})

/** The same with options, at version 3: a variant for each of these SKUs. */
export async function makeSized(business: Business, skus: readonly string[] = ['Old-S', 'Old-M', 'Old-L']) {
  const id = await makeOld(business)
  await changeProduct(business.id, id, (whole) => replaceVariants(whole, sizes(skus)))
  return id
}
