import type { components } from '../../api.ts'
import type { Methods } from '../../calls.ts'
import type { Medium } from '../../media.ts'
import { StorefrontError, unwrap } from '../../problem.ts'
import type { AdminBusiness, AdminCategory, AdminProduct, AdminVariant } from '../../resources.ts'

type Image = components['schemas']['Image']

/** An address of a picture, and the words for the object that shows it. */
export interface Place {
  url: string
  where: string
}

/** An object that shows pictures, as it is now. */
export interface Holding {
  places: Place[]
  /**
   * Gives the pictures of these addresses their new ones, and leaves everything else as it is. Throws the `StorefrontError`
   * 412 if the object has changed since it was read.
   */
  adopt(media: ReadonlyMap<string, Medium>): Promise<unknown>
}

/** Reads an object that shows pictures. Undefined if it was deleted. Throws `StorefrontError`. */
export type Holder = () => Promise<Holding | undefined>

/** The business, for its logo. */
export const businessHolder =
  (client: Methods): Holder =>
  async () => {
    const read = await current(client.GET('/admin/business'))
    return (
      read && {
        places: placesOfBusiness(read.object),
        adopt: (media) => {
          const { logo_url: url } = read.object
          const body = { logo_url: (url !== null && media.get(url)?.url) || url }
          return unwrap(client.PATCH('/admin/business', { params: { header: read.ifMatch }, body }))
        },
      }
    )
  }

const placesOfBusiness = ({ logo_url: url }: AdminBusiness): Place[] =>
  url === null ? [] : [{ url, where: 'logo' }]

/** A category, for its picture. */
export const categoryHolder =
  (client: Methods, id: string): Holder =>
  async () => {
    const path = { id }
    const read = await current(client.GET('/admin/categories/{id}', { params: { path } }))
    return (
      read && {
        places: placesOfCategory(read.object),
        adopt: (media) => {
          const params = { path, header: read.ifMatch }
          const body = { image: adoptedImage(read.object.image, media) }
          return unwrap(client.PATCH('/admin/categories/{id}', { params, body }))
        },
      }
    )
  }

export const placesOfCategory = ({ id, image }: AdminCategory): Place[] =>
  image === null ? [] : [{ url: image.url, where: `category ${id}` }]

/** A product, for its pictures without those of its variants. */
export const productHolder =
  (client: Methods, id: string): Holder =>
  async () => {
    const path = { id }
    const read = await current(client.GET('/admin/products/{id}', { params: { path } }))
    return (
      read && {
        places: placesOfProduct(read.object),
        adopt: (media) => {
          const params = { path, header: read.ifMatch }
          // A list is replaced as a whole.
          const body = { images: read.object.images.map((image) => adoptedImage(image, media)) }
          return unwrap(client.PATCH('/admin/products/{id}', { params, body }))
        },
      }
    )
  }

export const placesOfProduct = ({ slug, images }: AdminProduct): Place[] =>
  images.map(({ url }) => ({ url, where: `product ${slug}` }))

/** The variants of a product with options, for the picture of each. */
export const variantsHolder =
  (client: Methods, { id, slug }: Pick<AdminProduct, 'id' | 'slug'>): Holder =>
  async () => {
    const path = { id }
    const read = await current(client.GET('/admin/products/{id}/variants', { params: { path } }))
    return (
      read && {
        places: read.object.variants.flatMap((variant) => placesOfVariant(slug, variant)),
        adopt: (media) => {
          const params = { path, header: read.ifMatch }
          const variants = read.object.variants.flatMap((variant) =>
            variant.image !== null && media.has(variant.image.url)
              ? [{ id: variant.id, image: adoptedImage(variant.image, media) }]
              : [],
          )
          return unwrap(client.PATCH('/admin/products/{id}/variants', { params, body: { variants } }))
        },
      }
    )
  }

const placesOfVariant = (slug: string, { sku, option_values, image }: AdminVariant): Place[] => {
  const name = sku === null ? Object.values(option_values).join(', ') : `SKU ${sku}`
  return image === null ? [] : [{ url: image.url, where: `product ${slug}, ${name}` }]
}

/** A picture at its new address, with its size there; one without a new address as it is. */
function adoptedImage<I extends Image | null>(image: I, media: ReadonlyMap<string, Medium>): I {
  const medium = image === null ? undefined : media.get(image.url)
  if (!medium) return image
  const { url, width, height } = medium
  return { ...image, url, width, height }
}

interface Response<Data> {
  data?: Data
  error?: unknown
  response: globalThis.Response
}

/** An object with the precondition that it is still this version. Undefined if it was deleted. Throws `StorefrontError`. */
async function current<Data>(call: Promise<Response<Data>>) {
  const { data, error, response } = await call
  if (response.status === 404) return undefined
  if (data === undefined) throw new StorefrontError(response, error)
  return { object: data, ifMatch: { 'If-Match': response.headers.get('etag') ?? '' } }
}
