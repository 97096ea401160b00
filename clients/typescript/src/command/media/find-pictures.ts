import type { Storefront } from '../../storefront.ts'
import {
  businessHolder,
  categoryHolder,
  type Holder,
  type Holding,
  type Place,
  placesOfCategory,
  placesOfProduct,
  productHolder,
  variantsHolder,
} from './holders.ts'

/** An object that shows pictures of other systems. */
export interface Found {
  holder: Holder
  /** Those pictures alone. */
  places: Place[]
}

/** The largest page of the API. */
const PAGE = { limit: 200 }

/**
 * The objects of the business that show pictures for which `isForeign` is true, as they are now: the logo, categories, and
 * products of every status with their variants. `show` is called with the number of products that were read. Throws
 * `StorefrontError`, and the reason of the signal.
 */
export async function findPictures(
  client: Storefront,
  isForeign: (url: string) => boolean,
  { signal, show }: { signal: AbortSignal; show: (products: number) => void },
): Promise<Found[]> {
  const found: Found[] = []
  const add = (holder: Holder, places: readonly Place[]) => {
    const foreign = places.filter(({ url }) => isForeign(url))
    if (foreign.length > 0) found.push({ holder, places: foreign })
  }
  const read = async (holder: Holder) => {
    signal.throwIfAborted()
    const holding: Holding | undefined = await holder()
    add(holder, holding?.places ?? [])
  }
  await read(businessHolder(client))
  for await (const category of client.each('/admin/categories', PAGE, { signal }))
    add(categoryHolder(client, category.id), placesOfCategory(category))
  let products = 0
  for await (const product of client.each('/admin/products', PAGE, { signal })) {
    add(productHolder(client, product.id), placesOfProduct(product))
    // A product without options is its own variant, without a picture of its own.
    const hasOptions = product.price_range !== null || product.variant_count === 0
    if (hasOptions) await read(variantsHolder(client, product))
    show(++products)
  }
  return found
}
