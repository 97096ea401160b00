/** The members of a card that feeds and structured data need: one that a newer version rendered in another way may not have them. */
import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Shop, ShownProduct } from '../../domain/channels/goods.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

const isPicture = (image: unknown): boolean => isJsonObject(image) && URL.canParse(`${image.url}`)

const isPriced = ({ price, is_available }: { price: unknown; is_available: unknown }): boolean =>
  typeof price === 'number' && typeof is_available === 'boolean'

/** True for a product with all that goods are made of. */
export const isSoundProduct = (product: ShownProduct['product']): boolean =>
  [product.id, product.name, product.description, product.slug].every(isText) &&
  [product.category_id, product.currency, product.updated_at].every(isText) &&
  [product.brand ?? '', product.mpn ?? ''].every(isText) &&
  Array.isArray(product.images) &&
  product.images.every(isPicture) &&
  isPriced(product)

/** The same for variants. */
export const areSoundVariants = ({ variants }: NonNullable<ShownProduct['variants']>): boolean =>
  Array.isArray(variants) &&
  variants.every(
    (variant) =>
      isJsonObject(variant) &&
      isText(variant.id) &&
      isPriced(variant) &&
      isText(variant.mpn ?? '') &&
      isJsonObject(variant.option_values) &&
      Object.values(variant.option_values).every(isText) &&
      (variant.image === null || isPicture(variant.image)),
  )

type ShownCategory = Shop['categories'] extends ReadonlyMap<string, infer Category> ? Category : never

/** True for a category that has a name and says what it is below. */
export const isSoundCategory = ({ name, parent_id }: ShownCategory): boolean =>
  isText(name) && (parent_id === null || isText(parent_id))
