import * as v from 'valibot'
import { skuChange } from '../../lib/data/products/sku-guards.ts'
import { allowedSize } from '../../lib/data/table/versions.ts'
import { MAX_VARIANTS, MAX_VARIANTS_BYTES } from '../../lib/domain/limits.ts'
import { newVariantSet } from '../../lib/domain/products/variant.ts'
import { costOfVariants } from '../../lib/http/pipeline/cost.ts'
import { type Check, is, long, passes, some, takes } from './limit-check.ts'

const variants = (fields: object) => v.is(newVariantSet, { variants: [{ price: 0 }], ...fields })
const option = (fields: object) => variants({ options: [{ name: 'a', values: ['a'], ...fields }] })

/** The rows of docs/limits.md about products with options, by their first column. */
export const VARIANT_CHECKS: Record<string, Check> = {
  'variants of all products with options of a business': is(() => MAX_VARIANTS),
  'all variants of a product as JSON': takes((bytes) =>
    passes(() => allowedSize({ a: long(bytes - 8) }, MAX_VARIANTS_BYTES)),
  ),
  'options of a product': takes((n) =>
    variants({ options: some(n, (at) => ({ name: `${at}`, values: ['a'] })) }),
  ),
  'values of an option': takes((n) => option({ values: some(n, String) })),
  '`name` of an option': takes((n) => option({ name: long(n) })),
  'a value of an option': takes((n) => option({ values: [long(n)] })),
  'variants of a product': takes((n) => variants({ variants: some(n, () => ({ price: 0 })) })),
  'SKUs that a product did not have before, in one request': takes((n) =>
    passes(() => skuChange(new Set(['old']), new Set(['old', ...some(n, String)]))),
  ),
  'variants of one write that count as one request of the rate limit': takes(
    (n) => costOfVariants({ variants: some(n, () => ({})) }) === 1,
  ),
}
