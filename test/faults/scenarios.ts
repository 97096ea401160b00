import { rotateApiKey } from '../../lib/data/api-keys/api-key-changes.ts'
import { keepPlan } from '../../lib/data/plans.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeKey } from '../support/shop.ts'
import { SIMPLE_RESOURCES, type SimpleResource } from '../support/simple-resources.ts'
import { HOLDS } from './hold-scenarios.ts'
import { IMPORTS } from './import-scenarios.ts'
import { INVENTORY } from './inventory-scenarios.ts'
import { MEDIA } from './media-scenarios.ts'
import { makeOld } from './old-product.ts'
import { SCHEDULES } from './schedule-scenarios.ts'
import { VARIANTS } from './variant-scenarios.ts'
import { WEBHOOKS } from './webhook-scenarios.ts'

/** A request; without a path the route has no variables. */
interface Sent {
  path?: Record<string, string>
  query?: string
  body?: object
  /** A body that is no JSON. */
  file?: Buffer
  headers?: Record<string, string>
}

/** The members of an item that is going, in JSON, and the event that was recorded with them. */
export interface Mark {
  members: readonly string[]
  event: string
}

/** A call, and the shop it is made in. */
export interface Scenario {
  /** As in the route table. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** The difference to other scenarios of its route. */
  variant?: string
  prepare: (business: Business, apiKeyId: string) => Promise<Sent>
  /** True if guards of SKUs that no product has may be there before it, and after a fault. */
  leavesSkus?: boolean
  /** How its item is marked before it goes: a fault may leave it so. */
  mark?: Mark
}

const KEY = { 'idempotency-key': 'once-and-only-once' }
const NEW = { name: 'New', price: 100, category_id: 'tea', status: 'active', sku: 'new', tags: ['x'] }

/** A change of everything that other items depend on. */
const MOVED = { category_id: 'pots', slug: 'moved', sku: 'moved', external_id: null, status: 'draft' }

const PRODUCTS: readonly Scenario[] = [
  { route: 'POST /admin/products', prepare: async () => ({ body: NEW, headers: KEY }) },
  {
    route: 'PATCH /admin/products/{id}',
    prepare: async (business) => ({ path: { id: await makeOld(business) }, body: MOVED }),
  },
  {
    route: 'DELETE /admin/products/{id}',
    prepare: async (business) => ({ path: { id: await makeOld(business) } }),
  },
  {
    route: 'PUT /admin/products/by-external-id/{external_id}',
    variant: 'new',
    prepare: async () => ({ path: { external_id: 'new-id' }, body: NEW }),
  },
  {
    route: 'PUT /admin/products/by-external-id/{external_id}',
    variant: 'known',
    prepare: async (business) => {
      await makeOld(business)
      const { external_id: _, ...body } = MOVED
      return { path: { external_id: 'Old-id' }, body: { name: 'Old', price: 9, ...body } }
    },
  },
  {
    route: 'PATCH /admin/products/by-external-id/{external_id}',
    variant: 'new',
    prepare: async () => ({ path: { external_id: 'new-id' }, body: NEW }),
  },
  {
    route: 'PATCH /admin/products/by-external-id/{external_id}',
    variant: 'known',
    prepare: async (business) => {
      await makeOld(business)
      const { external_id: _, ...body } = MOVED
      return { path: { external_id: 'Old-id' }, body }
    },
  },
]

/** A creation and a change, each of a product of its own that is called after it. */
const BULK: Scenario = {
  route: 'POST /admin/products/bulk',
  prepare: async (business) => {
    await makeOld(business, 'Op1')
    const data = { category_id: 'pots', slug: 'op1-moved', status: 'draft', name: 'Op1', price: 3 }
    const operations = [
      { op: 'create', data: { ...NEW, name: 'Op0', sku: 'Op0-sku' } },
      { op: 'upsert', external_id: 'Op1-id', data },
    ]
    return { body: { operations }, headers: KEY }
  },
}

/** The same as a plan that was made before. */
const PLANNED: Scenario = {
  route: 'POST /admin/products/bulk',
  variant: 'by a plan',
  prepare: async (business, apiKeyId) => {
    const { body } = await BULK.prepare(business, apiKeyId)
    const summary = 'as planned'
    const owner = { businessId: business.id, apiKeyId, of: 'products' } as const
    // Each try is a day later.
    const plan = await keepPlan(owner, { body: { ...body }, summary }, new Date('2100-01-01T00:00:00Z'))
    return { body: { plan: plan?.id, summary } }
  },
}

const SHOP: readonly Scenario[] = [
  {
    route: 'PATCH /admin/business',
    prepare: async () => ({ body: { name: 'Renamed', metadata: { a: 'b' } } }),
  },
  ...SIMPLE_RESOURCES.flatMap(simpleScenarios),
]

/** One that is created, and one of version 2 that is changed and deleted. */
function simpleScenarios({ path, body, patch, makeOld }: SimpleResource): Scenario[] {
  const old = async (business: Business) => {
    await makeOld(business)
    return { path: { id: 'old' } }
  }
  return [
    { route: `POST ${path}`, prepare: async () => ({ body, headers: KEY }) },
    {
      route: `PATCH ${path}/{id}`,
      prepare: async (business) => ({ ...(await old(business)), body: patch }),
    },
    { route: `DELETE ${path}/{id}`, prepare: old },
  ]
}

/** Longer than all that is tried here takes: a key's older token works until the end. */
const FOR_GOOD_S = 100 * 365 * 24 * 60 * 60

/** A key with two tokens, at version 2. */
async function makeOldKey(business: Business) {
  const { apiKey } = await makeKey(business, { name: 'Old key' })
  await rotateApiKey(business.id, apiKey.id, FOR_GOOD_S)
  return { path: { id: apiKey.id } }
}

/** A change of everything that a key's tokens and the roster repeat. */
const NARROWED = {
  scopes: ['products:read'],
  expires_at: '2100-01-01T00:00:00.000Z',
  allowed_ips: ['192.0.2.0/24'],
  rate_limit: { per_second: 1, burst: 2 },
}

const KEYS: readonly Scenario[] = [
  {
    route: 'POST /admin/api-keys',
    prepare: async () => ({ body: { name: 'New key', scopes: ['products:write'] }, headers: KEY }),
  },
  {
    route: 'PATCH /admin/api-keys/{id}',
    prepare: async (business) => ({ ...(await makeOldKey(business)), body: NARROWED }),
  },
  { route: 'DELETE /admin/api-keys/{id}', prepare: makeOldKey },
  {
    route: 'POST /admin/api-keys/{id}/rotate',
    variant: 'with an overlap',
    prepare: async (business) => ({ ...(await makeOldKey(business)), headers: KEY }),
  },
  {
    route: 'POST /admin/api-keys/{id}/rotate',
    variant: 'at once',
    prepare: async (business) => ({
      ...(await makeOldKey(business)),
      body: { overlap_seconds: 0 },
      headers: KEY,
    }),
  },
]

/** By the file that tries them: together every write there is. */
export const SCENARIOS = {
  products: PRODUCTS,
  variants: VARIANTS,
  inventory: [...INVENTORY, ...HOLDS],
  schedules: SCHEDULES,
  imports: IMPORTS,
  media: MEDIA,
  bulk: [BULK, PLANNED],
  shop: SHOP,
  keys: KEYS,
  webhooks: WEBHOOKS,
} as const

/** A scenario that is ready: a business, the key that sends the request, and the request. */
export interface Prepared {
  business: Business
  apiKeyId: string
  sent: Sent
}

/** A business with a key, two categories and what a scenario needs. */
export async function prepare(scenario: Scenario): Promise<Prepared> {
  const business = await makeBusiness()
  const { apiKey } = await makeKey(business, { name: 'Caller' })
  for (const [id, name] of [
    ['tea', 'Tea'],
    ['pots', 'Pots'],
  ] as const)
    await makeCategory(business, { id, name })
  return { business, apiKeyId: apiKey.id, sent: await scenario.prepare(business, apiKey.id) }
}
