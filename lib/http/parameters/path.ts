import { isSlug, isUuid } from '../../domain/identifiers.ts'
import { apiKeyNotFound } from '../problems/other-problems.ts'
import { notFound } from '../problems/problem.ts'

/** The product id in a path, in lower case. Throws `product_not_found`: what is no id is nobody's. */
export function readProductId(value: string | undefined): string {
  if (value === undefined || !isUuid(value)) throw notFound('product')
  return value.toLowerCase()
}

/** The id of an API key in a path, in lower case. Throws `api_key_not_found`. */
export function readApiKeyId(value: string | undefined): string {
  if (value === undefined || !isUuid(value)) throw apiKeyNotFound()
  return value.toLowerCase()
}

/** The category id in a path. Throws `category_not_found`. */
export function readCategoryId(value: string | undefined): string {
  if (value === undefined || !isSlug(value)) throw notFound('category')
  return value
}
