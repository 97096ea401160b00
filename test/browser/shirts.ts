import { createProduct } from '../../lib/data/products/products.ts'
import type { JsonObject } from '../../lib/domain/body/json-object.ts'
import type { Business } from '../../lib/domain/business.ts'
import { newWholeProduct } from '../../lib/domain/products/product-body.ts'
import { makeBusiness, makeCategory } from '../support/shop.ts'

/** The pictures of the shirts are under this address, which answers only if a test lets it. */
export const PICTURES = 'https://pictures.test/'

const picture = (name: string) => ({ url: `${PICTURES}${name.replaceAll(' ', '-')}.png`, alt: name })

const shirt = (Size: string, Colour: string, price: number, more: JsonObject = {}) => ({
  option_values: { Size, Colour },
  price,
  ...more,
})

/** The first available one is the second; there is no blue one in L, and the last one is hidden. */
const SHIRT = {
  name: 'Shirt',
  slug: 'shirt',
  images: [picture('Both shirts')],
  options: [
    { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
    { name: 'Colour', values: ['Red', 'Blue'] },
  ],
  variants: [
    shirt('S', 'Red', 1200, { is_available: false }),
    shirt('S', 'Blue', 1200),
    shirt('M', 'Red', 1400, { compare_at_price: 1800, image: picture('A red shirt') }),
    shirt('M', 'Blue', 1400, { is_available: false }),
    shirt('L', 'Red', 1500),
    shirt('XL', 'Red', 9900, { is_enabled: false }),
  ],
}

const SOCKS = {
  name: 'Socks',
  slug: 'socks',
  options: [
    { name: 'Donaudampfschifffahrtsgesellschaft', values: ['Wide '.repeat(9).trim(), 'W'.repeat(50)] },
  ],
}

/** A shop with a shirt in two options, and socks of one price with the longest names, all sold out. */
export async function makeShirtShop(): Promise<Business> {
  const business = await makeBusiness({
    name: 'Shirts',
    contact: { email: 'hi@shop.example', phone: null, website: null, address: null },
  })
  await makeCategory(business, { id: 'clothes', name: 'Clothes' })
  const [option] = SOCKS.options
  const pairs = (option?.values ?? []).map((value) => ({
    option_values: { [option?.name ?? '']: value },
    price: 500,
    is_available: false,
  }))
  for (const body of [SHIRT, { ...SOCKS, variants: pairs }]) {
    const { input, set } = newWholeProduct({ category_id: 'clothes', status: 'active', ...body })
    await createProduct(business.id, input, business.currency, { set })
  }
  return business
}
