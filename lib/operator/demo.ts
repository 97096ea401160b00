import * as v from 'valibot'
import { issueApiKey } from '../data/api-keys/api-key-issue.ts'
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
import { openImportDatabase } from '../import/import-database.ts'
import { planImport } from '../import/import-plan.ts'
import { importProducts } from '../import/import-products.ts'
import { mapFields } from '../import/read/field-mapping.ts'
import { readProductRow } from '../import/read/product-row.ts'
import catalogue from './demo-catalogue.json' with { type: 'json' }
import { refusalLine } from './import/import-report.ts'

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
  await importDemoProducts(business)
  for (const body of catalogue.whole_products) await ensureWholeProduct(business, body)
  const { token } = await issueApiKey(id, { name: 'Demo', scopes: [...SCOPES], expires_at: null })
  await ensureCategory(id, lastCategory)
  return { id, slug, apiKey: token }
}

const createDemoBusiness = (): Promise<Business> => createBusiness(v.parse(newBusiness, catalogue.business))

async function ensureCategory(businessId: string, category: object): Promise<void> {
  try {
    await createCategory(businessId, v.parse(newCategory, category))
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'category_exists')) throw error
  }
}

async function importDemoProducts(business: Business): Promise<void> {
  const { id, currency } = business
  const products = catalogue.products.map((values, n) => ({ number: n + 1, line: null, values, notes: [] }))
  const columns = new Map(
    products.flatMap(({ values }) =>
      Object.entries(values).map(([name, value]) => [name, { hasList: Array.isArray(value) }] as const),
    ),
  )
  const mapping = mapFields({ columns })
  const database = await openImportDatabase()
  try {
    const rows = products.map((product) => readProductRow(product, mapping, { scale: 1n, currency }))
    const plan = planImport(rows, { currency, allowUnkeyed: false }, database)
    const { fault } = await importProducts(business, plan, { status: 'active' })
    if (fault) throw fault
    for (const outcome of database.outcomes())
      if (outcome.outcome === 'refused') throw new Error(`demo catalogue of ${id}: ${refusalLine(outcome)}`)
  } finally {
    await database.close()
  }
}

/** A product with what an import has no columns for: options, variants and stock. */
async function ensureWholeProduct(
  { id, currency }: Business,
  body: (typeof catalogue.whole_products)[number],
): Promise<void> {
  if (await findIdByExternalId(id, body.external_id)) return
  const { input, set } = newWholeProduct(body)
  await createProduct(id, input, currency, { set })
}
