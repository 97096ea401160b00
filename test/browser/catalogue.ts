import type { Business } from '../../lib/domain/business.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

/** A name that would be a script if any page took it for markup. */
export const HOSTILE = '<img src=x onerror=alert(1)>'
/** The name of the category `cups`. */
export const CUPS = '"><script>alert(2)</script>'
export const ARABIC = 'كركديه – hibiscus'

const contact = {
  email: "a&b'c@shop.example",
  phone: '+49 30 12',
  website: 'https://shop.example',
  address: 'At the harbour',
}

/**
 * `tea` has plain products, `cups` what is special, `empty` none: 6 + `teas` are public, and a page holds 24.
 *
 * @param teas how many plain ones
 */
export async function makeCatalogue(teas = 26): Promise<Business> {
  const business = await makeBusiness({
    name: 'Tea & <b>Cups</b>',
    contact,
    description: '<i>Fine</i> things',
  })
  await makeCategory(business, { id: 'tea', name: 'Tea', position: 1 })
  await makeCategory(business, { id: 'cups', name: CUPS, position: 2 })
  await makeCategory(business, { id: 'empty', name: 'Empty', position: 3 })
  for (let n = 1; n <= teas; n++)
    await makeProduct(business, {
      category_id: 'tea',
      name: `Tea ${String(n).padStart(2, '0')}`,
      // Neither in the order of the names nor against it.
      price: 1000 + ((n * 37) % 101),
      position: n,
    })
  await makeSpecialProducts(business)
  return business
}

async function makeSpecialProducts(business: Business): Promise<void> {
  const make = (input: Partial<Product> & { name: string }) =>
    makeProduct(business, { category_id: 'cups', position: 900, ...input })
  await make({ name: HOSTILE, description: '<script>alert(3)</script>', tags: ['<b>tag</b>'] })
  await make({ name: ARABIC, price: 520 })
  await make({ name: 'Gone cup', slug: 'gone-cup', is_available: false })
  await make({
    name: 'Cheaper cup',
    slug: 'cheaper-cup',
    description: 'Good\nand cheap.',
    price: 990,
    compare_at_price: 1250,
  })
  await make({ name: 'Same cup', price: 990, compare_at_price: 990 })
  await make({ name: 'Café cup', images: [{ url: 'https://images.example/cup.jpg', alt: 'A cup' }] })
  await make({ name: 'Draft cup', slug: 'draft-cup', status: 'draft' })
  await make({ name: 'Old cup', status: 'archived' })
}
