import * as v from 'valibot'
import { changeApiKey } from '../data/api-keys/api-key-changes.ts'
import { issueApiKey } from '../data/api-keys/api-key-issue.ts'
import { listApiKeys } from '../data/api-keys/api-keys.ts'
import { createBusiness, findBusiness, getBusiness } from '../data/businesses.ts'
import { createCategory } from '../data/categories.ts'
import { findIdByExternalId } from '../data/products/product-reads.ts'
import { createProduct } from '../data/products/products.ts'
import { Refusal } from '../data/table/commit.ts'
import { SCOPES } from '../domain/api-keys/scopes.ts'
import { type Business, newBusiness } from '../domain/business.ts'
import { newCategory } from '../domain/category.ts'
import { newWholeProduct } from '../domain/products/product-body.ts'
import { type TableTarget, useTable } from '../environment.ts'
import catalogue from './demo-catalogue.json' with { type: 'json' }
import { slugTaken } from './shop.ts'

/** The demo shop as it was found or made. */
interface DemoShop {
  id: string
  slug: string
  /** The token of a new key with every scope; null if the shop had been seeded before, or can have no more keys. */
  apiKey: string | null
  /** The parts that could not be made, each with the code of the reason: what the shop has already is in their way. */
  refused: string[]
}

/**
 * Makes the demo shop, and completes one of which an earlier run made a part. `seeded` is the id of the shop that the caller
 * has noted when it was complete: that one is left as its owner has changed it, whatever its slug is now.
 */
export async function seedDemoShop(table: TableTarget, seeded?: string): Promise<DemoShop> {
  useTable(table)
  const known = seeded === undefined ? undefined : await getBusiness(seeded)
  if (known) return { id: known.id, slug: known.slug, apiKey: null, refused: [] }
  const business = (await findBusiness(catalogue.business.slug)) ?? (await createDemoBusiness())
  const { id, slug } = business
  const refused: string[] = []
  const unlessRefused = <T>(what: string, task: Promise<T>) =>
    task.catch((error) => {
      if (!(error instanceof Refusal)) throw error
      refused.push(`${what}: ${error.message}`)
    })
  // In this order: each comes after its parent.
  for (const category of catalogue.categories)
    await unlessRefused(`the category ${category.id}`, ensureCategory(id, category))
  for (const body of [...catalogue.products, ...catalogue.whole_products])
    await unlessRefused(`the product ${body.external_id}`, ensureProduct(business, body))
  const key = { name: 'Demo', scopes: [...SCOPES], expires_at: null }
  const issued = await unlessRefused('its API key', issueApiKey(id, key))
  return { id, slug, apiKey: issued?.token ?? null, refused }
}

/**
 * Gives the key of a shop that was kept from an earlier run the scopes that have come since. Does nothing for a key that is
 * revoked, or of another shop.
 */
export async function completeDemoKey(businessId: string, token: string): Promise<void> {
  const { items } = await listApiKeys(businessId, { limit: 200 })
  const own = items.find(({ prefix, last4 }) => token.startsWith(prefix) && token.endsWith(last4))
  if (!own || own.revoked_at !== null || SCOPES.every((scope) => own.scopes.includes(scope))) return
  await changeApiKey(businessId, own.id, (before) => ({ ...before, scopes: [...SCOPES] }))
}

const createDemoBusiness = (): Promise<Business> =>
  createBusiness(v.parse(newBusiness, catalogue.business)).catch(async (error) => {
    throw error instanceof Refusal ? await slugTaken(catalogue.business.slug, error) : error
  })

async function ensureCategory(businessId: string, category: object): Promise<void> {
  try {
    await createCategory(businessId, v.parse(newCategory, category))
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'category_exists')) throw error
  }
}

/** As a request creates it: an import has no columns for some of its members. */
async function ensureProduct(
  { id, currency }: Business,
  body: (typeof catalogue.products | typeof catalogue.whole_products)[number],
): Promise<void> {
  if (await findIdByExternalId(id, body.external_id)) return
  const { input, set } = newWholeProduct(body)
  await createProduct(id, input, currency, { set })
}
