import { randomBytes, randomUUID } from 'node:crypto'
import { queryItems } from '../../lib/data/table/calls/writer.ts'
import {
  apiKeyKey,
  businessKey,
  eventKey,
  importKey,
  type Key,
  mediumKey,
  scheduleKey,
  stockKey,
} from '../../lib/data/table/keys.ts'
import { RECORDS, type ResourceType, type UniqueMember } from '../../lib/domain/resources.ts'
import { isUuid } from '../../lib/domain/text/identifiers.ts'
import { SIMPLE_RESOURCES, type SimpleType } from '../support/simple-resources.ts'
import { upload } from '../support/upload.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold } from './run.ts'

/** Stands in all that a marked business has. */
export const CANARY = 'canary7c41'

/** The category of its products. */
const CATEGORY = `category-${CANARY}`

/** The names by which a business's objects can be found: of every resource the id, and whatever else is unique. */
type NameOf = ResourceType | UniqueMember | 'category_id' | 'business_slug' | 'event' | 'cursor' | 'partition'
type Name = [theirs: string, nobodys: string]

/** The names of something of a business, each beside a name of the same form that is nobody's. */
export type Names = Record<NameOf, Name>

type Item = Key & Record<string, unknown>

/** A business that nobody else may see anything of. */
export interface MarkedMerchant extends Merchant {
  names: Names
  /** All that lies in its partitions. */
  everything: () => Promise<Item[]>
}

/** A business whose every object holds a canary, with something of every resource. */
export async function makeMarked(baseUrl: string): Promise<MarkedMerchant> {
  const merchant = await makeMerchant(baseUrl, [CATEGORY], { [CANARY]: CANARY })
  const names = { ...(await makeSimple(merchant)), ...(await makeOthers(merchant, baseUrl)) }
  const everything = () => everythingOf(merchant.business.id)
  const stored = await everything()
  for (const { names, keyPrefix } of RECORDS)
    hold(
      stored.some(({ sk }) => String(sk).startsWith(keyPrefix)),
      () => `the marked business has no ${names}`,
    )
  return { ...merchant, names, everything }
}

async function make({ call }: Merchant, path: string, body: object): Promise<string> {
  const answer = await call('POST', path, body)
  hold(
    [201, 202].includes(answer.status),
    () => `${path} answers ${answer.status} ${JSON.stringify(answer.body)}`,
  )
  return String(answer.body.id)
}

/** One of each of the resources that are all made alike. */
async function makeSimple(merchant: Merchant): Promise<Record<SimpleType, Name>> {
  const made: [SimpleType, Name][] = []
  for (const { type, path, body } of SIMPLE_RESOURCES) {
    const id = await make(merchant, path, { ...body, name: CANARY })
    made.push([type, [id, isUuid(id) ? randomUUID() : unlike(id)]])
  }
  return Object.fromEntries(made) as Record<SimpleType, Name>
}

async function makeOthers(merchant: Merchant, baseUrl: string): Promise<Omit<Names, SimpleType>> {
  const { business, call, token } = merchant
  const names = { sku: `sku-${CANARY}`, external_id: `erp-${CANARY}`, slug: `slug-${CANARY}` }
  const common = { name: CANARY, price: 1, category_id: CATEGORY, status: 'active', metadata: { a: CANARY } }
  const product = await make(merchant, '/admin/products', { ...common, ...names })
  await make(merchant, '/admin/products', common)
  const stocked = await make(merchant, '/admin/products', { ...common, track_inventory: true, quantity: 3 })
  const { status: planned } = await call('PUT', `/admin/products/${stocked}/schedule`, {
    at: new Date(Date.now() + 86_400_000).toISOString(),
    patch: { tags: [CANARY] },
  })
  hold(planned === 201, () => `a schedule answers ${planned}`)
  const apiKey = await make(merchant, '/admin/api-keys', { name: CANARY, scopes: ['products:read'] })
  const hook = { url: `https://${CANARY}.example/`, events: ['*'], description: CANARY }
  const webhook = await make(merchant, '/admin/webhooks', hook)
  // The rows of a file that is a JSON document; the import can fail, and still is one.
  const imported = await make(merchant, '/admin/imports', [{ name: CANARY }])
  const picture = await upload({ baseUrl, token })
  const { body: page } = await call('GET', '/admin/products?limit=1')
  const events = await itemsIn(eventKey(business.id, '').pk)
  return {
    product: [product, randomUUID()],
    slug: [names.slug, unlike(names.slug)],
    sku: [names.sku, unlike(names.sku)],
    external_id: [names.external_id, unlike(names.external_id)],
    category_id: [CATEGORY, unlike(CATEGORY)],
    business: [business.id, randomUUID()],
    business_slug: [business.slug, `shop-${randomUUID().slice(0, 13)}`],
    api_key: [apiKey, randomUUID()],
    inventory: [stocked, randomUUID()],
    schedule: [stocked, randomUUID()],
    webhook: [webhook, randomUUID()],
    url: [hook.url, unlike(hook.url)],
    import: [imported, `imp_${randomUUID()}`],
    media: [picture.id, randomBytes(32).toString('hex')],
    event: [String(events[0]?.sk), `evt_${randomUUID()}`],
    cursor: [String(page.next_cursor), Buffer.from(randomUUID()).toString('base64url')],
    partition: [businessKey(business.id).pk, businessKey(randomUUID()).pk],
  }
}

/** All items of a business. */
async function everythingOf(businessId: string): Promise<Item[]> {
  const partitions = [
    businessKey(businessId).pk,
    apiKeyKey(businessId, '').pk,
    eventKey(businessId, '').pk,
    stockKey(businessId, '').pk,
    importKey(businessId, '').pk,
    mediumKey(businessId, '').pk,
    scheduleKey(businessId, '').pk,
  ]
  return (await Promise.all(partitions.map(itemsIn))).flat()
}

/** A name of the same form. */
const unlike = (name: string) => name.replace(CANARY, randomUUID().slice(0, 8))

async function itemsIn(pk: string): Promise<Item[]> {
  const { items, lastKey } = await queryItems<Item>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  })
  hold(lastKey === undefined, () => `${pk} holds more than one page`)
  return items
}
