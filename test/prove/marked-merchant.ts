import { randomUUID } from 'node:crypto'
import { apiKeyKey, businessKey, eventKey } from '../../lib/data/table/keys.ts'
import { queryItems } from '../../lib/data/table/writer.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold } from './run.ts'

/** Stands in all that a marked business has. */
export const CANARY = 'canary7c41'

/** What names something of a business, each beside a name of the same form that is nobody's. */
export type Names = Record<string, [theirs: string, nobodys: string]>

/** A business that nobody else may see anything of. */
export interface MarkedMerchant extends Merchant {
  names: Names
  /** All that lies in its partitions, as JSON. */
  everything: () => Promise<string>
}

/** A business whose every object holds a canary. */
export async function makeMarked(baseUrl: string): Promise<MarkedMerchant> {
  const shelf = `shelf-${CANARY}`
  const merchant = await makeMerchant(baseUrl, [shelf], { [CANARY]: CANARY })
  const { business, call } = merchant
  const made = async (path: string, body: object) => {
    const answer = await call('POST', path, body)
    hold(answer.status === 201, () => `${path} answers ${answer.status} ${JSON.stringify(answer.body)}`)
    return String(answer.body.id)
  }
  const names = { sku: `sku-${CANARY}`, external_id: `erp-${CANARY}`, slug: `slug-${CANARY}` }
  const common = { name: CANARY, price: 1, category_id: shelf, status: 'active', metadata: { a: CANARY } }
  const product = await made('/admin/products', { ...common, ...names })
  await made('/admin/products', common)
  const apiKey = await made('/admin/api-keys', { name: CANARY, scopes: ['products:read'] })
  const { body: page } = await call('GET', '/admin/products?limit=1')
  const events = await itemsIn(eventKey(business.id, '').pk)
  return {
    ...merchant,
    names: {
      product: [product, randomUUID()],
      slug: [names.slug, unlike(names.slug)],
      sku: [names.sku, unlike(names.sku)],
      external_id: [names.external_id, unlike(names.external_id)],
      category: [shelf, unlike(shelf)],
      business: [business.id, randomUUID()],
      business_slug: [business.slug, `shop-${randomUUID().slice(0, 13)}`],
      api_key: [apiKey, randomUUID()],
      event: [String(events[0]?.sk), `evt_${randomUUID()}`],
      cursor: [String(page.next_cursor), Buffer.from(randomUUID()).toString('base64url')],
      partition: [businessKey(business.id).pk, businessKey(randomUUID()).pk],
    },
    everything: async () => {
      const partitions = [
        businessKey(business.id).pk,
        apiKeyKey(business.id, '').pk,
        eventKey(business.id, '').pk,
      ]
      return JSON.stringify(await Promise.all(partitions.map(itemsIn)))
    },
  }
}

/** A name of the same form. */
const unlike = (name: string) => name.replace(CANARY, randomUUID().slice(0, 8))

async function itemsIn(pk: string) {
  const { items, lastKey } = await queryItems({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  })
  hold(lastKey === undefined, () => `${pk} holds more than one page`)
  return items
}
