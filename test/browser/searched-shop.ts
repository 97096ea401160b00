import { createProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { newWholeProduct } from '../../lib/domain/products/product-body.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'
import { HOSTILE } from './catalogue.ts'

/** An option with a colon in its name, and values with a comma and a colon. */
export const OPTION = { name: 'Size: in cm', values: ['30,5 × 40', '50:70'] }

/** Tags that are too many to be seen at once. */
const RARE = ['rare 1', 'rare 2', 'rare 3', 'rare 4', 'rare 5', 'rare 6', 'rare 7']

const poster = (name: string, values: readonly string[]) => ({
  category_id: 'prints',
  status: 'active',
  name,
  options: [OPTION],
  variants: values.map((value) => ({ option_values: { [OPTION.name]: value }, price: 5000 })),
})

/** Nine products with tags, prices and options: three mugs, three teas, and three prints, one with a hostile name and tag. */
export async function makeSearchedShop(): Promise<Business> {
  const business = await makeBusiness({ name: 'Found' })
  for (const [position, name] of ['Mugs', 'Tea', 'Prints'].entries())
    await makeCategory(business, { id: name.toLowerCase(), name, position })
  const make = (category_id: string, name: string, price: number, more = {}) =>
    makeProduct(business, { category_id, name, price, ...more })
  await make('mugs', 'Blue mug', 1500, { tags: ['handmade', 'blue'] })
  await make('mugs', 'Red mug', 2500, { tags: ['handmade'] })
  await make('mugs', 'Tall mug', 4000, { is_available: false, tags: RARE })
  await make('tea', 'Green tea', 800, { tags: ['organic'] })
  await make('tea', 'Black tea', 900)
  await make('tea', 'Peppermint tea', 1000, { tags: ['organic'], compare_at_price: 1300 })
  await make('prints', HOSTILE, 5000, { tags: [HOSTILE] })
  for (const body of [
    poster('Wide print', OPTION.values),
    poster('Small print', OPTION.values.slice(0, 1)),
  ]) {
    const { input, set } = newWholeProduct(body)
    await createProduct(business.id, input, business.currency, { set })
  }
  return business
}
