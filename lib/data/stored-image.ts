import type { Image } from '../domain/products/image.ts'

/** An image with its members in the order of their schema: DynamoDB keeps the members of a map in an order of its own. */
export const imageOf = ({ url, alt, width, height }: Image): Image => ({
  url,
  alt,
  ...(width !== undefined && { width, height }),
})
