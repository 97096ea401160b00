import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

/** The ids of the five levels from the top, with their names. */
export const LEVELS = ['Drinks', 'Tea', 'Green tea', 'Japan', 'Shizuoka']

/** Products of the category `coffee`, so many that they need a second page. */
const COFFEES = 30

/**
 * Five levels from `drinks` down to `shizuoka`; next to them `coffee`, of which the merchant chose the places of two gifts;
 * and `front`, which is not listed and has `season` below it, with `winter` below that.
 */
export async function makeMenuShop(): Promise<Business> {
  const business = await makeBusiness({ name: 'Branches' })
  let parent_id: string | null = null
  for (const name of LEVELS) {
    const { id } = await makeCategory(business, { name, parent_id })
    await makeProduct(business, { category_id: id, name: `Of ${name}`, slug: `of-${id}`, position: 500 })
    parent_id = id
  }
  await makeCategory(business, { id: 'coffee', name: 'Coffee', parent_id: 'drinks', position: 5 })
  await makeCategory(business, { id: 'gifts', name: 'Gifts and boxes', position: 10 })
  await makeCategory(business, {
    id: 'front',
    name: 'Front page',
    description: 'New here.',
    is_listed: false,
  })
  await makeCategory(business, { id: 'season', name: 'Season', parent_id: 'front', position: 20 })
  await makeCategory(business, { id: 'winter', name: 'Winter', parent_id: 'season' })
  for (let n = 1; n <= COFFEES; n++)
    await makeProduct(business, {
      category_id: 'coffee',
      name: `Coffee ${String(n).padStart(2, '0')}`,
      position: 10 * n,
    })
  const makeGift = (name: string, position: number, ids: string[] = []) =>
    makeProduct(business, {
      category_id: 'gifts',
      name,
      slug: name.toLowerCase(),
      position: 900,
      additional_categories: ['coffee', ...ids].map((id) => ({ id, position })),
    })
  await makeGift('Cup', 1, ['front'])
  await makeGift('Spoon', 275)
  await makeProduct(business, { category_id: 'season', name: 'Lantern', position: 800 })
  return business
}
