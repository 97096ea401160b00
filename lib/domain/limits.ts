/** The limits that the problem of a refused write names, except those in the records of the resources. Data only. */

/** The variants of all products of a business together. */
export const MAX_VARIANTS = 500_000

/** The most SKUs that a product can get in one write and did not have before. */
export const MOST_NEW_SKUS = 80

/** All variants of a product are at most this large as JSON: twice that, with their public view, fits an item of 400 KB. */
export const MAX_VARIANTS_BYTES = 128 * 1024

/** An object is at most this large as JSON, so that a page of them, a card and an event all fit their limits. */
export const MAX_OBJECT_BYTES = 32 * 1024
