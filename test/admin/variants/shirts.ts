import { call } from '../../support/shop.ts'
import { type Body, create, type Merchant, type Told } from '../merchant.ts'

/** A variant as a response shows it; a test looks at the members it expects. */
export interface Shown {
  id: string
  option_values: Record<string, string>
  price: number
  position: number
  is_available: boolean
  sku: string | null
  is_enabled: boolean
  [member: string]: unknown
}

/** The variants in a body. */
export const variantsIn = ({ body }: Pick<Told, 'body'>): Shown[] => body.variants as Shown[]

export const SIZES = { name: 'Size', values: ['S', 'M', 'L'] }

/** One of each size; the larger, the dearer. */
export const shirts = (skus: (string | null)[] = ['SHIRT-S', 'SHIRT-M', 'SHIRT-L']) => ({
  options: [SIZES],
  variants: SIZES.values.map((size, n) => ({
    option_values: { Size: size },
    price: 1000 * (n + 1),
    sku: skus[n] ?? null,
  })),
})

export const pathOf = (id: string) => `/admin/products/${id}/variants`

/** An active product of the category tea. */
export const makeShirt = (shop: Merchant, more: object = {}): Promise<Body> =>
  create(shop, '/admin/products', {
    name: 'Shirt',
    price: 500,
    category_id: 'tea',
    status: 'active',
    ...more,
  })

/** The same with sizes. */
export async function makeSizes(shop: Merchant, set: object = shirts(), more: object = {}) {
  const product = await makeShirt(shop, more)
  const told = await shop.ask('PUT', pathOf(product.id), set)
  if (told.status !== 200) throw new Error(`${told.status} ${told.text}`)
  return { product, path: pathOf(product.id), set: told.body, variants: variantsIn(told) }
}

/** The public response to a path. */
export async function publicly(shop: Merchant, path: string) {
  const response = await call(path, { headers: { 'x-public-business-slug': shop.business.slug } })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as Body }
}
