import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { inject } from 'vitest'
import { issueApiKey } from '../../lib/data/api-keys/api-key-issue.ts'
import { createProduct } from '../../lib/data/products/products.ts'
import { newApiKey } from '../../lib/domain/api-keys/api-key.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import type { Business } from '../../lib/domain/business.ts'
import { newWholeProduct } from '../../lib/domain/products/product-body.ts'
import catalogue from '../../lib/operator/demo-catalogue.json' with { type: 'json' }
import { uploadDemoPictures } from '../../lib/operator/upload-demo-pictures.ts'
import { keep } from '../afterwards/records.ts'
import { ageEvents } from '../support/feed.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

/** The business and the key that `npm run dev` gives a reader. */
export interface PageShop {
  business: Business
  /** The token of a key with every scope and the pace of any key. */
  token: string
}

const { categories } = catalogue
const CATEGORIES = categories.map(({ id }) => id)

type ProductInput = Parameters<typeof makeProduct>[1]

/**
 * The demo shop once more, as its seeding leaves it but for its slug: there is one `demo` in a table. A page that looks
 * at no more than some categories needs no more than these, and one whose parent is not among them is at the top.
 */
export async function makePageShop(shelves: readonly string[] = CATEGORIES): Promise<PageShop> {
  const business = await makeBusiness({ ...catalogue.business, slug: `docs-${randomUUID().slice(0, 13)}` })
  // One after the other: a slow machine has ten seconds for each write, and not for all of them at once.
  for (const category of categories) {
    if (!shelves.includes(category.id)) continue
    const parent_id = shelves.find((id) => id === category.parent_id)
    await makeCategory(business, { ...category, parent_id })
    for (const product of catalogue.products.filter(({ category_id }) => category_id === category.id))
      await makeProduct(business, product as ProductInput)
  }
  for (const body of catalogue.whole_products.filter(({ category_id }) => shelves.includes(category_id))) {
    const { input, set } = newWholeProduct(body)
    await createProduct(business.id, input, business.currency, { set })
  }
  const key = v.parse(newApiKey, { name: 'Demo', scopes: [...SCOPES], expires_at: null })
  const { token } = await issueApiKey(business.id, key)
  keep('tokens', token)
  await ageEvents(business.id)
  return { business, token }
}

/** The whole demo shop, as it is when its pictures have been uploaded. */
export async function makePicturedShop(): Promise<PageShop> {
  const shop = await makePageShop()
  await uploadDemoPictures({ base_url: inject('baseUrl'), api_key: shop.token })
  return shop
}
