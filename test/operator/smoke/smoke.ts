import { inject, vi } from 'vitest'
import { listCategories } from '../../../lib/data/category-lists.ts'
import { listMedia } from '../../../lib/data/media/media.ts'
import { listProducts } from '../../../lib/data/products/product-lists.ts'
import { listWebhooks } from '../../../lib/data/webhooks/webhooks.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { createClient } from '../../../lib/operator/smoke/client.ts'
import { runSmoke } from '../../../lib/operator/smoke/command-line.ts'
import type { Context } from '../../../lib/operator/smoke/context.ts'
import { prepare } from '../../../lib/operator/smoke/prepare.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../../support/shop.ts'

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs the program in this process. */
export async function smoke(argv: readonly string[], environmentKey?: string): Promise<Outcome> {
  const written: Record<'log' | 'error', string[]> = { log: [], error: [] }
  const spies = (['log', 'error'] as const).map((stream) =>
    vi.spyOn(console, stream).mockImplementation((line: string) => {
      written[stream].push(line)
    }),
  )
  try {
    const code = await runSmoke(argv, environmentKey)
    return { code, stdout: written.log.join('\n'), stderr: written.error.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** A business with three published products, and a key with all scopes. */
export async function makeShop(): Promise<{ business: Business; token: string }> {
  const business = await makeBusiness()
  const category = await makeCategory(business)
  for (const name of ['Sencha', 'Assam', 'Oolong'])
    await makeProduct(business, { name, category_id: category.id })
  return { business, token: await makeToken(business) }
}

/** Every category, product, webhook and picture of a business, by id, with its version if it has one. */
export async function contentOf({ id }: Business): Promise<string[]> {
  const page = { after: undefined, limit: 200 }
  const categories = await listCategories(id, page)
  const products = await listProducts(id, { reverse: false }, page)
  const webhooks = await listWebhooks(id, page)
  const pictures = await listMedia(id, (picture) => picture.id, page)
  const versions = [...categories.items, ...products.items, ...webhooks.items].map(
    ({ id, version }) => `${id} ${version}`,
  )
  return [...versions, ...pictures.items].sort()
}

/** The context of checks of this shop, at the suite's stack or at a proxy in front of it. */
export const contextFor = (token: string | undefined, baseUrl = inject('baseUrl')): Promise<Context> =>
  prepare(createClient(new URL(baseUrl)), { token })
