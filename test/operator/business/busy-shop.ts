/** A shop with a history, and what `verify` says of it. */
import { randomUUID } from 'node:crypto'
import { updateBusiness } from '../../../lib/data/businesses.ts'
import { deleteCategory, updateCategory } from '../../../lib/data/categories.ts'
import { deleteProduct, updateProduct } from '../../../lib/data/products/products.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import type { Finding } from '../../../lib/operator/upkeep/verify/findings.ts'
import { call, makeBusiness, makeCategory, makeProduct, makeToken } from '../../support/shop.ts'
import { operate } from '../operate.ts'

export interface BusyShop {
  business: Business
  token: string
  /** Active, with SKU and external id; it had another slug, SKU and external id before. */
  sencha: Product
  /** Active, in the category `pots`, and additionally in `tea`. */
  pot: Product
  draft: Product
}

/** Products were created, changed, moved, published, unpublished and deleted, by the data layer and by the API. */
export async function makeBusyShop(): Promise<BusyShop> {
  const business = await makeBusiness()
  const token = await makeToken(business)
  for (const id of ['tea', 'pots', 'gone']) await makeCategory(business, { id, name: id })
  const change = async (product: Product, changes: Partial<Product>) => {
    const changed = await updateProduct(business.id, product.id, (before) => ({ ...before, ...changes }))
    if (!changed) throw new Error('no product')
    return changed
  }
  const make = (input: Parameters<typeof makeProduct>[1]) => makeProduct(business, input)
  const old = { slug: 'old-slug', sku: 'old sku', external_id: 'old:1' }
  const sencha = await change(await make({ category_id: 'tea', ...old }), {
    slug: 'sencha',
    sku: 'S#1',
    external_id: 'erp:1',
    tags: ['grün', '茶'],
    price: 900,
    images: [{ url: 'https://img.example/1.jpg', alt: 'Ein „Bild“' }],
  })
  const pot = await change(await make({ category_id: 'tea', name: 'Teapot' }), {
    category_id: 'pots',
    additional_categories: [{ id: 'tea', position: 2 }],
  })
  const draft = await change(await make({ category_id: 'tea', name: 'Draft' }), { status: 'draft' })
  const lost = await make({ category_id: 'gone', name: 'Lost', sku: 'lost' })
  await deleteProduct(business.id, lost.id)
  await deleteCategory(business.id, 'gone')
  await updateCategory(business.id, 'tea', (category) => ({ ...category, name: 'Tée', position: 7 }))
  await updateBusiness(business.id, (before) => ({
    ...before,
    name: 'Renamed',
    metadata: { b: '1', a: '2' },
  }))
  await writeOverTheApi(token)
  return { business, token, sencha, pot, draft }
}

async function writeOverTheApi(token: string): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    }
    const answer = await call(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? {} : ((await answer.json()) as { id: string })
  }
  const cup = { name: 'Cup', price: 1, category_id: 'pots', sku: 'C1', status: 'active' }
  const { id } = (await ask('POST', '/admin/products', cup)) as { id: string }
  await ask('PATCH', `/admin/products/${id}`, { sku: 'C2', status: 'archived', category_id: 'tea' })
  await ask('PATCH', `/admin/products/${id}`, { status: 'active', metadata: { a: 'b' } })
  await ask('PUT', '/admin/products/by-external-id/erp:2', { name: 'Bowl', price: 2, category_id: 'pots' })
  await ask('PUT', '/admin/products/by-external-id/erp:2', { name: 'Bowl', price: 3, category_id: 'tea' })
  const other = (await ask('POST', '/admin/products', { ...cup, sku: 'C1' })) as { id: string }
  await ask('DELETE', `/admin/products/${other.id}`)
  await ask('PATCH', '/admin/categories/pots', { description: 'Pots' })
  await ask('PATCH', '/admin/business', { description: 'A shop' })
}

/** The result of `verify --json`: its exit code and its findings. */
export async function verify(business: Business, ...options: string[]) {
  const { code, stdout, notes } = await operate('verify', '--business', business.id, '--json', ...options)
  if (!stdout) throw new Error(notes.join('\n'))
  const { findings, ...rest } = JSON.parse(stdout) as { findings: Finding[]; is_complete: boolean }
  return { code, findings, notes, ...rest }
}
