import { randomUUID } from 'node:crypto'
import { commit } from '../../../lib/data/table/commit.ts'
import { eventSteps } from '../../../lib/data/table/events.ts'
import { A_HOLD_REQUEST } from '../../../lib/docs/description/schemas/hold.ts'
import { AN_ADJUSTMENT_REQUEST } from '../../../lib/docs/description/schemas/inventory.ts'
import { A_SOURCE } from '../../../lib/docs/description/schemas/media.ts'
import { A_SCHEDULE_REQUEST } from '../../../lib/docs/description/schemas/schedule.ts'
import type { Placed } from '../../../lib/docs/site/reference/description.ts'
import { pathNames } from '../../../lib/docs/site/samples/call.ts'
import { deliveryId } from '../../../lib/domain/webhooks/delivery.ts'
import { type Merchant, makeMerchant } from '../../prove/merchant.ts'
import { upload } from '../../support/upload.ts'

/** A merchant, and for the sample that needs it the address of a picture. */
interface SampleMerchant extends Merchant {
  picture?: string
}

/** A business of a sample's own, and what the names in its path stand for. */
export interface SampleShop {
  merchant: SampleMerchant
  /** By the parameter of the path. */
  values: Record<string, string>
}

/** The category of the description's examples. */
const CATEGORY = 'kitchen-tools'
/** A SKU that its examples send. */
const SKU = 'PEPPER-MILL-18'
const OF_CATEGORY = { category_id: CATEGORY, status: 'active', price: 100 }
/** Of which there is enough for every sample. */
const TRACKED = { ...OF_CATEGORY, track_inventory: true, quantity: 100 }

/** Makes what an operation needs so that its sample succeeds. */
export async function makeSampleShop(baseUrl: string, placed: Placed): Promise<SampleShop> {
  const merchant: SampleMerchant = await makeMerchant(baseUrl, [CATEGORY, 'empty'])
  const values: Record<string, string> = {}
  for (const { parameter } of pathNames(placed))
    values[parameter] = await make(merchant, `${placed.path.split('/{')[0]} ${parameter}`, baseUrl)
  if (placed.operation.operationId === 'adjustInventory')
    for (const { sku } of AN_ADJUSTMENT_REQUEST.changes)
      await create(merchant, '/admin/products', { ...TRACKED, name: sku, sku })
  if (placed.operation.operationId === 'deleteSchedule')
    await merchant.call('PUT', `/admin/products/${values.id}/schedule`, {
      ...A_SCHEDULE_REQUEST,
      at: new Date(Date.now() + 3_600_000).toISOString(),
      until: null,
    })
  if (placed.operation.operationId === 'createMedium')
    merchant.picture = (await upload({ baseUrl, token: merchant.token })).url
  // Its sample enables one.
  if (placed.operation.operationId === 'updateWebhook')
    await merchant.call('PATCH', `/admin/webhooks/${values.id}`, { is_enabled: false })
  return { merchant, values }
}

/** Makes what a parameter names; the folder before the first parameter says of which kind it is. */
async function make(merchant: Merchant, name: string, baseUrl: string): Promise<string> {
  const product = { ...OF_CATEGORY, name: 'Old', sku: SKU, external_id: 'erp:1' }
  const key = { name: 'Old key', scopes: ['products:read', 'products:write'] }
  const hook = { url: 'https://hooks.example/old', events: ['*'] }
  switch (name) {
    case '/products product':
    case '/admin/products id':
      return create(merchant, '/admin/products', product)
    case '/admin/products/by-external-id external_id':
      await create(merchant, '/admin/products', product)
      return product.external_id
    case '/feeds feed':
    case '/admin/feeds feed':
      await merchant.call('PATCH', '/admin/business', { product_url_template: 'https://shop.example/{slug}' })
      return 'sitemap.xml'
    case '/categories category':
    case '/admin/categories id':
      return 'empty'
    case '/admin/api-keys id':
      return create(merchant, '/admin/api-keys', key)
    case '/admin/webhooks id':
      return create(merchant, '/admin/webhooks', hook)
    case '/admin/media id':
      return (await upload({ baseUrl, token: merchant.token })).id
    case '/admin/imports id':
      return create(merchant, '/admin/imports', [product])
    case '/admin/inventory/holds reference': {
      for (const { sku } of A_HOLD_REQUEST.items)
        await create(merchant, '/admin/products', { ...TRACKED, name: sku, sku })
      await merchant.call('PUT', '/admin/inventory/holds/cart-1', A_HOLD_REQUEST)
      return 'cart-1'
    }
    case '/admin/events id':
      // The feed shows it once it is some seconds old.
      return recordEvent(merchant, new Date(Date.now() - 60_000))
    case '/admin/webhooks delivery_id':
      // It is the webhook's if it is newer.
      return deliveryId(await recordEvent(merchant, new Date()))
    default:
      throw new Error(`Nothing makes a ${name} for samples: add it here.`)
  }
}

async function create({ call }: Merchant, path: string, body: object): Promise<string> {
  const { status, body: made } = await call('POST', path, body)
  if (status !== 201 && status !== 202) throw new Error(`POST ${path}: ${status} ${JSON.stringify(made)}`)
  return made.id ?? ''
}

/** An event as a change would have recorded it at a time. */
async function recordEvent({ business }: Merchant, at: Date): Promise<string> {
  const data = { id: randomUUID() }
  const steps = eventSteps(business.id, { type: 'product.updated', data, previous: {} }, at)
  await commit(steps)
  return String(steps[0]?.write.Put?.Item?.sk)
}

/** A sample with what a reader fills in: the API, the business and its key, and times that are not past. */
export function filledIn(
  sample: string,
  baseUrl: string,
  { business, token, picture = '' }: SampleMerchant,
): string {
  const day = 24 * 60 * 60 * 1000
  const yesterday = new Date(Date.now() - day).toISOString()
  const tomorrow = new Date(Date.now() + day).toISOString()
  const dayAfter = new Date(Date.now() + 2 * day).toISOString()
  return sample
    .replaceAll('https://api.example.com/api/v1', baseUrl)
    .replaceAll('sfk_…', token)
    .replace(A_SOURCE.source_url, picture)
    .replace(/(BUSINESS=|business: '|"business": ")demo/, `$1${business.slug}`)
    .replace(/(replay_from['"]?: ['"])[^'"]+/, `$1${yesterday}`)
    .replace(/(expires_at['"]?: ['"])[^'"]+/, `$1${tomorrow}`)
    .replace(/(\bat['"]?: ['"])[^'"]+/, `$1${tomorrow}`)
    .replace(/(\buntil['"]?: ['"])[^'"]+/, `$1${dayAfter}`)
}
