/** The forms of ids. They are apart from their schemas, because a public function loads only these. */

/** Lower-case letters, digits and inner hyphens, 1 to 63 of them: what fits a DNS label. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** The same of a product, up to 255: as long as the addresses that shops bring with them. */
export const PRODUCT_SLUG = /^[a-z0-9](?:[a-z0-9-]{0,253}[a-z0-9])?$/
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for any UUID, in either case. */
export const isUuid = (value: string) => UUID.test(value)

/** True for a string that could name a shop or a category. A UUID-shaped string never can. */
export const isSlug = (value: string) => SLUG.test(value) && !UUID.test(value)

/** True for a string that could name a product. */
export const isProductSlug = (value: string) => PRODUCT_SLUG.test(value) && !UUID.test(value)
