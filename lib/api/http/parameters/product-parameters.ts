import { listOf, oneOf, skuText } from './parameters.ts'

/** The values of `expand`: members that a product has only on request. */
export const EXPANSIONS = ['variants'] as const

/** The query parameters of `GET /products/{product}`. */
export const productParameters = { expand: /* @__PURE__ */ listOf(oneOf(EXPANSIONS), EXPANSIONS.length) }

/** The query parameters of `GET /admin/variants`. */
export const variantParameters = { sku: skuText }
