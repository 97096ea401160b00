import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { newWholeProduct } from '../../../lib/domain/products/product-body.ts'
import {
  completed,
  draftOf,
  onlyVariant,
  type WholeProduct,
} from '../../../lib/domain/products/variant-set.ts'

/** A product as it is stored after it was created by this body. */
export function storedProduct(body: JsonObject): WholeProduct {
  const { input, set } = newWholeProduct(body)
  const { quantity: _, ...fields } = input
  const product = {
    ...fields,
    id: '01980000-0000-7000-8000-000000000001',
    slug: 'stored',
    currency: 'EUR',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    price_range: null,
    variant_count: 1,
    last_variant: 0,
    version: 1,
  }
  if (!set) return { product, set: onlyVariant(product) }
  const { origins: _origins, ...whole } = completed(product, draftOf(set))
  return whole
}

export const SIZES = ['S', 'M', 'L']

/** Three sizes of one position and one price; their SKUs are SHIRT-S, SHIRT-M and SHIRT-L. */
export const shirt = (): WholeProduct =>
  storedProduct({
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: SIZES }],
    variants: SIZES.map((Size) => ({ option_values: { Size }, price: 5, sku: `SHIRT-${Size}`, position: 0 })),
  })

/** The breaks of rules, each as its path, code and text. */
export const faultsOf = (judging: () => unknown): string[] =>
  breaksOf(judging).map(({ path, code, detail }) => `${path.join('/')} ${code}: ${detail}`)

/** A set of so many variants, told apart by two options. */
export const numbered = (count: number, more: (n: number) => object = () => ({})) => ({
  options: [
    { name: 'A', values: Array.from({ length: 10 }, (_, n) => `a${n}`) },
    { name: 'B', values: Array.from({ length: 11 }, (_, n) => `b${n}`) },
  ],
  variants: Array.from({ length: count }, (_, n) => ({
    option_values: { A: `a${n % 10}`, B: `b${Math.floor(n / 10)}` },
    price: n,
    ...more(n),
  })),
})
