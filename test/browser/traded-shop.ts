import { createProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { newWholeProduct } from '../../lib/domain/products/product-body.ts'
import { makeBusiness, makeCategory } from '../support/shop.ts'

/** A name that would end the script element of the structured data, if it stood there as it is. */
export const ENDING = '</script><script>alert(1)</script>'

const PRODUCTS = [
  {
    name: 'Kettle',
    slug: 'kettle',
    description: 'Boils\n  water.',
    price: 4990,
    images: [{ url: 'https://images.example/kettle.jpg', alt: 'A kettle' }],
    brand: 'Nordholz',
    condition: 'used',
    gtin: '9520025000010',
    mpn: 'NH-K1',
  },
  { name: ENDING, slug: 'ending', price: 100, description: ENDING, brand: ENDING, mpn: '<b>1</b>' },
  { name: 'Plain pot', slug: 'plain-pot', price: 5, is_available: false },
  {
    name: 'Lid',
    slug: 'lid',
    brand: 'Nordholz',
    condition: 'new',
    options: [{ name: 'Size', values: ['S', 'L'] }],
    variants: [
      { option_values: { Size: 'S' }, price: 900, gtin: '9520025000027', mpn: 'NH-L-S' },
      { option_values: { Size: 'L' }, price: 1100, mpn: 'NH-L-L' },
    ],
  },
]

/** A shop whose products say what trade knows them by, with an address for its pages. */
export async function makeTradedShop(): Promise<Business> {
  const business = await makeBusiness({
    name: 'Pots & pans',
    product_url_template: 'https://pots.example/p/{slug}?variant={variant_id}',
  })
  await makeCategory(business, { id: 'pots', name: 'Pots' })
  for (const body of PRODUCTS) {
    const { input, set } = newWholeProduct({ category_id: 'pots', status: 'active', ...body })
    await createProduct(business.id, input, business.currency, { set })
  }
  return business
}
