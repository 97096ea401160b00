import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Image } from '../../domain/products/image.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import type { PlannedRow } from '../row.ts'

/**
 * The row with the sizes that are stored for its pictures, by their URLs, where it says nothing of them: most files have URLs
 * alone, and one that comes every night must not take away what was put in by hand.
 */
export function withKnownSizes({ product, set }: WholeProduct, row: PlannedRow): PlannedRow {
  const { images, variants } = row.fields
  const own = set.variants.flatMap(({ image }) => image ?? [])
  const ofProduct = sizesOf([...own, ...product.images])
  if (ofProduct.size === 0) return row
  const ofVariants = sizesOf([...product.images, ...own])
  const sized = (one: unknown) =>
    isJsonObject(one) ? { ...one, ...('image' in one && { image: withSize(one.image, ofVariants) }) } : one
  return {
    ...row,
    fields: {
      ...row.fields,
      ...(Array.isArray(images) && { images: images.map((one) => withSize(one, ofProduct)) }),
      ...(Array.isArray(variants) && { variants: variants.map(sized) }),
    },
  }
}

type Sizes = ReadonlyMap<unknown, Pick<Image, 'width' | 'height'>>

/** Of one URL the last counts. */
const sizesOf = (images: readonly Image[]): Sizes =>
  new Map(images.flatMap(({ url, width, height }) => (width === undefined ? [] : [[url, { width, height }]])))

const withSize = (picture: unknown, sizes: Sizes): unknown =>
  isJsonObject(picture) ? { ...sizes.get(picture.url), ...picture } : picture
