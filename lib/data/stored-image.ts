import { withUnknown } from '../domain/newer-members.ts'
import type { Image } from '../domain/products/image.ts'

/** An image with its members in the order of their schema: DynamoDB keeps the members of a map in an order of its own. */
export function imageOf(image: Image): Image {
  const { url, alt, width, height } = image
  return withUnknown({ url, alt, ...(width !== undefined && { width, height }) }, image, ['width', 'height'])
}
