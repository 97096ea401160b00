import * as v from 'valibot'
import { changeApiKey } from '../data/api-keys/api-key-changes.ts'
import { issueApiKey } from '../data/api-keys/api-key-issue.ts'
import { listApiKeys } from '../data/api-keys/api-keys.ts'
import { createBusiness, findBusiness } from '../data/businesses.ts'
import { createCategory, getCategory } from '../data/categories.ts'
import { findIdByExternalId } from '../data/products/product-reads.ts'
import { createProduct } from '../data/products/products.ts'
import { Refusal } from '../data/table/commit.ts'
import { SCOPES } from '../domain/api-keys/scopes.ts'
import { type Business, newBusiness } from '../domain/business.ts'
import { newCategory } from '../domain/category.ts'
import { newWholeProduct } from '../domain/products/product-body.ts'
import { type TableTarget, useTable } from '../environment.ts'
import catalogue from './demo-catalogue.json' with { type: 'json' }

/** An empty category, written when everything else is there: a shop that has it was seeded completely. */
const lastCategory = catalogue.last_category

/**
 * Makes the demo shop if it is not there, and completes it if an earlier run was ended half-way. A complete shop is
 * left as its owner has changed it.
 *
 * `apiKey` is the token of a new key with every scope, or null if the shop was complete.
 */
export async function seedDemoShop(
  table: TableTarget,
): Promise<{ id: string; slug: string; apiKey: string | null }> {
  useTable(table)
  const business = (await findBusiness(catalogue.business.slug)) ?? (await createDemoBusiness())
  const { id, slug } = business
  if (await getCategory(id, lastCategory.id)) return { id, slug, apiKey: null }
  // In this order: each comes after its parent.
  for (const category of catalogue.categories) await ensureCategory(id, category)
  for (const body of [...catalogue.products, ...catalogue.whole_products]) await ensureProduct(business, body)
  const { token } = await issueApiKey(id, { name: 'Demo', scopes: [...SCOPES], expires_at: null })
  await ensureCategory(id, lastCategory)
  return { id, slug, apiKey: token }
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

const createDemoBusiness = (): Promise<Business> => createBusiness(v.parse(newBusiness, catalogue.business))

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
