import fc from 'fast-check'
import type { Business } from '../../../../lib/domain/business.ts'
import { FEEDS } from '../../../../lib/domain/channels/feeds.ts'
import { isOver } from '../../../../lib/domain/imports/import-job.ts'
import { plantEvent } from '../../../support/feed.ts'
import { SIMPLE_RESOURCES, simpleResourceOf } from '../../../support/simple-resources.ts'
import { upload } from '../../../support/upload.ts'

/** The parts of a request that identify it. */
interface Credential {
  headers?: [string, string][]
  query?: string[]
}

/** Names and values of existing objects, for requests. */
export interface Known {
  /** Names for a variable of a path: of this business, and of another. */
  namesIn: (path: string, variable: string) => { ours: string[]; theirs: string[] }
  /** Values for members of bodies by name, or by name and format. */
  members: Record<string, fc.Arbitrary<unknown>>
  /** Values for headers, by names in lower case. */
  headers: Record<string, fc.Arbitrary<string>>
  /** By the names of security schemes. */
  credentials: Record<string, Credential>
}

/** A business and a key of it that may do everything. */
export interface Shop {
  business: Business
  token: string
}

/** The names of what a business has. */
type Names = Record<
  | 'product'
  | 'slug'
  | 'external_id'
  | 'sku'
  | 'category'
  | 'api_key'
  | 'event'
  | 'webhook'
  | 'delivery'
  | 'import'
  | 'medium',
  string[]
>

/** Ids of categories, and of every other resource that has no more than an id. */
const CATEGORIES = ['tea', 'pots', 'cups', 'tins', 'mugs']
/** Categories that others are put below; nobody changes them. */
const PARENTS = ['menu', 'season']
const PRODUCTS = 24
/** Made to be changed, rotated and revoked; the key that calls is none of them. */
const API_KEYS = 6
const WEBHOOKS = 6
const IMPORTS = 3

/** Fills two businesses, and says what one that calls for the first of them can name. */
export async function knownIn(baseUrl: string, ours: Shop, theirs: Shop): Promise<Known> {
  return known(ours, await stock(baseUrl, ours), await stock(baseUrl, theirs))
}

async function stock(baseUrl: string, { business, token }: Shop): Promise<Names> {
  const create = async (path: string, body: object, due = 201): Promise<Record<string, unknown>> => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== due) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  const read = async (path: string) => {
    const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
    return JSON.parse(await response.text())
  }
  for (const { path, body } of SIMPLE_RESOURCES)
    for (const id of [...PARENTS, ...CATEGORIES]) await create(path, { ...body, id, name: id })
  const products: Record<string, unknown>[] = []
  for (let n = 0; n < PRODUCTS; n++) {
    const names = { sku: `SKU-${n}`, external_id: `erp:${n}` }
    const state = { category_id: CATEGORIES[n % 3], status: n % 4 === 0 ? 'draft' : 'active' }
    products.push(await create('/admin/products', { name: `Product ${n}`, price: n, ...names, ...state }))
  }
  const apiKeys: Record<string, unknown>[] = []
  for (let n = 0; n < API_KEYS; n++)
    apiKeys.push(await create('/admin/api-keys', { name: `Key ${n}`, scopes: ['products:read'] }))
  // The feed does not show new events yet, so older ones are planted.
  const event = await Promise.all(CATEGORIES.map((id) => plantEvent(business.id, { data: { id } })))
  const [webhooks, deliveries]: [string[], string[]] = [[], []]
  for (let n = 0; n < WEBHOOKS; n++) {
    const { id } = await create('/admin/webhooks', { url: `https://hooks.example/${n}`, events: ['*'] })
    webhooks.push(String(id))
    deliveries.push(String((await create(`/admin/webhooks/${id}/test`, {}, 202)).id))
  }
  const imports: string[] = []
  for (let n = 0; n < IMPORTS; n++) {
    const id = String((await create('/admin/imports', [{ name: `Product ${n}` }], 202)).id)
    // There is one at a time, and one that has begun ends a moment after it was cancelled.
    await create(`/admin/imports/${id}/cancel`, {}, 202)
    while (!isOver(await read(`/admin/imports/${id}`)));
    imports.push(id)
  }
  const { id: medium } = await upload({ baseUrl, token })
  const each = (name: string) => products.map(({ [name]: value }) => String(value))
  return {
    product: each('id'),
    slug: each('slug'),
    sku: each('sku'),
    external_id: each('external_id'),
    category: CATEGORIES,
    api_key: apiKeys.map(({ id }) => String(id)),
    event,
    webhook: webhooks,
    delivery: deliveries,
    import: imports,
    medium: [medium],
  }
}

function known({ business, token }: Shop, ours: Names, theirs: Names): Known {
  const both = (...kinds: (keyof Names)[]) => ({
    ours: kinds.flatMap((kind) => ours[kind]),
    theirs: kinds.flatMap((kind) => theirs[kind]),
  })
  return {
    namesIn(path, variable) {
      if (variable === 'external_id') return both('external_id')
      if (variable === 'sku') return both('sku')
      if (variable === 'reference') return { ours: ['cart-1', 'cart-2'], theirs: ['theirs-1'] }
      if (variable === 'delivery_id') return both('delivery')
      if (path.startsWith('/admin/api-keys')) return both('api_key')
      if (variable === 'feed')
        return { ours: Object.keys(FEEDS).flatMap((name) => [name, `${name}.gz`]), theirs: ['google.csv'] }
      if (path.startsWith('/admin/events')) return both('event')
      if (path.startsWith('/admin/webhooks')) return both('webhook')
      if (path.startsWith('/admin/imports')) return both('import')
      if (path.startsWith('/admin/media')) return both('medium')
      if (path.startsWith('/admin/products')) return both('product')
      if (path.startsWith('/products')) return both('product', 'slug')
      if (path.startsWith('/categories') || simpleResourceOf(path)) return both('category')
      throw new Error(`what can stand in ${path} must be taught here`)
    },
    members: {
      ...FREELY_WORDED,
      'id uuid': fc.oneof(...[ours.product, theirs.product].map((ids) => fc.constantFrom(...ids)), fc.uuid()),
      category_id: fc.constantFrom(...ours.category),
      parent_id: fc.constantFrom(null, ...PARENTS),
      additional_categories: fc
        .subarray(PARENTS)
        .map((ids) => ids.map((id, n) => (n ? { id } : { id, position: 7 }))),
      external_id: fc.oneof(fc.constantFrom(...ours.external_id), fc.uuid()),
      // Unique: mostly one that is not taken.
      variant_id: fc.oneof(...[ours.product, theirs.product].map((ids) => fc.constantFrom(...ids))),
      sku: fc.oneof({ weight: 4, arbitrary: fc.uuid() }, fc.constantFrom(...ours.sku)),
    },
    headers: {
      'if-match': tag,
      'if-none-match': tag,
      'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('one', 'two', '"quoted"')),
    },
    credentials: {
      slug: { headers: [['x-public-business-slug', business.slug]] },
      uuid: { headers: [['x-public-business-uuid', business.id]] },
      business: { query: [`business=${business.slug}`] },
      apiKey: { headers: [['authorization', `Bearer ${token}`]] },
    },
  }
}

const tag = fc.oneof(
  fc.constantFrom('*', '"1795254580102.2"', '"a", "b"', '"x-gzip"', '"0.1"'),
  fc.integer({ min: 0 }).map((n) => `"${n}.${n % 5}"`),
)

const url = fc.constantFrom(
  'https://images.example/1.jpg',
  'https://xn--bcher-kva.example/%F0%9F%98%80?a=b#c',
)

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Values for members whose schemas are wider than the rules of the server. */
const FREELY_WORDED: Known['members'] = {
  options: fc.constantFrom([], [{ name: 'Size', values: ['S', 'M'] }]),
  option_values: fc.constantFrom({}, { Size: 'S' }, { Size: 'M' }),
  if_match: tag,
  percent: fc.constantFrom(-99, -12.5, 0, 0.01, 12.34, 1000),
  locale: fc.constantFrom('en', 'de-AT', 'zh-Hant-TW', null),
  timezone: fc.constantFrom('Europe/Vienna', 'UTC', 'America/Argentina/Ushuaia', null),
  country: fc.constantFrom('AT', 'US', null),
  email: fc.constantFrom('shop@shop.example', "a.b+c'd@xn--bcher-kva.example", null),
  allowed_ips: fc.array(fc.constantFrom('127.0.0.0/8', '192.0.2.1/32', '2001:db8::/32', '10.0.0.1'), {
    maxLength: 3,
  }),
  gtin: fc.constantFrom('4006381333931', '96385074', '036000291452', '10012345678902', null),
  product_url_template: fc.constantFrom('https://shop.example/{slug}?variant={variant_id}', null),
  'at date-time': fc.constantFrom(daysFromNow(1), daysFromNow(2)),
  'until date-time': fc.constantFrom(daysFromNow(3), daysFromNow(9)),
  'expires_at date-time': fc.constantFrom(null, '2099-01-01T00:00:00.000Z'),
  // Nothing of a test is read from another machine.
  source_url: fc.constantFrom('http://127.0.0.1:1/cup.jpg', 'https://10.0.0.1/cup.jpg', 'cup.jpg'),
  ...Object.fromEntries(['url', 'logo_url', 'website'].map((name) => [name, url])),
  social_links: fc.array(url, { maxLength: 3 }),
}
