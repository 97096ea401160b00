import * as v from 'valibot'
import { handler as unmatched } from '../../functions/unmatched.ts'
import { IDENTIFIED_WITHIN_MS } from '../../lib/access/identify.ts'
import { requireRoom } from '../../lib/data/api-keys/roster.ts'
import { MAX_FORMER_SLUGS } from '../../lib/data/businesses.ts'
import { MAX_CATEGORIES, MAX_PRODUCTS } from '../../lib/data/limits.ts'
import { EXPORT_PAGE_BYTES } from '../../lib/data/products/export-page.ts'
import { FEED_DELAY_MS, LONGEST_WRITE_MS } from '../../lib/data/table/calls/times.ts'
import { commit } from '../../lib/data/table/commit.ts'
import { eventSteps } from '../../lib/data/table/events.ts'
import { findKeptAnswer, keepAnswer } from '../../lib/data/table/idempotency.ts'
import { newId } from '../../lib/data/table/ids.ts'
import { ADMIN_READ_BYTES, gatherPage, PUBLIC_READ_BYTES } from '../../lib/data/table/pages.ts'
import { TTL_ATTRIBUTE } from '../../lib/data/table/schema.ts'
import { allowedSize } from '../../lib/data/table/versions.ts'
import { itemOf, untried } from '../../lib/data/webhooks/deliveries.ts'
import { MOST_ASKED } from '../../lib/data/webhooks/delivery-requests.ts'
import { PREVIOUS_SECRET_MS } from '../../lib/data/webhooks/secrets.ts'
import { DEFAULT_RATE_LIMIT, newApiKey, readRotation } from '../../lib/domain/api-keys/api-key.ts'
import { newBusiness } from '../../lib/domain/business.ts'
import { MOST_LEVELS, newCategory } from '../../lib/domain/category.ts'
import { readOperations } from '../../lib/domain/products/bulk-operation.ts'
import { newProduct, PRODUCT } from '../../lib/domain/products/product.ts'
import { RESOURCES } from '../../lib/domain/resources.ts'
import { foldName } from '../../lib/domain/text/name-order.ts'
import { MOST_REDELIVERED } from '../../lib/domain/webhooks/redelivery.ts'
import { newWebhook } from '../../lib/domain/webhooks/webhook.ts'
import { representation } from '../../lib/http/answer/answer.ts'
import { COMPRESSED_FROM_BYTES } from '../../lib/http/answer/content-coding.ts'
import { type BodyKind, newBody } from '../../lib/http/body/body-kinds.ts'
import { structuralFaults } from '../../lib/http/body/structure.ts'
import { bulkBody } from '../../lib/http/bulk/bulk.ts'
import { fileBody } from '../../lib/http/imports/file-body.ts'
import { readAdminList } from '../../lib/http/lists/admin-product-list.ts'
import { makeCursor, readCursor } from '../../lib/http/lists/cursor.ts'
import { exportParameters } from '../../lib/http/lists/product-export.ts'
import { productListParameters, readProductList } from '../../lib/http/lists/product-list.ts'
import { readIdempotencyKey } from '../../lib/http/parameters/idempotency-key.ts'
import { readParameters } from '../../lib/http/parameters/parameters.ts'
import { Problem } from '../../lib/http/problems/problem.ts'
import { escapePointer, validationProblem } from '../../lib/http/problems/validation.ts'
import { SLUGS_HELD_MS } from '../../lib/upkeep/removal/names.ts'
import { CALLS_END_MS } from '../../lib/upkeep/removal/removal.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { makeBusiness } from '../support/shop.ts'
import { FEED_CHECKS } from './feed-limit-checks.ts'
import { IMPORT_CHECKS } from './import-limit-checks.ts'
import { type Check, is, long, passes, some, takes } from './limit-check.ts'
import { MEDIA_CHECKS } from './media-limit-checks.ts'
import { SEARCH_CHECKS } from './search-limit-checks.ts'
import { STOCK_CHECKS } from './stock-limit-checks.ts'
import { VARIANT_CHECKS } from './variant-limit-checks.ts'

const product = (fields: object) => v.is(newProduct, { name: 'A', price: 0, category_id: 'a', ...fields })
const category = (fields: object) => v.is(newCategory, { name: 'A', ...fields })
const business = (fields: object) => v.is(newBusiness, { slug: 'a', name: 'A', currency: 'EUR', ...fields })
const apiKey = (fields: object) => v.is(newApiKey, { name: 'A', scopes: ['products:read'], ...fields })
const webhook = (fields: object) => v.is(newWebhook, { url: 'https://a.example', events: ['*'], ...fields })
const url = (length: number) => `https://a.example/${long(length - 18)}`
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** An attempt to read a JSON body of so many bytes with the step of an endpoint. */
const isTaken = (kind: BodyKind<unknown>) => async (bytes: number) => {
  const event = apiEvent({ route: '/admin/products', headers: { 'content-type': 'application/json' } })
  const request = {
    event: { ...event, body: `{}${' '.repeat(bytes - 2)}`, call: { headers: {} } },
    context: lambdaContext(),
    response: undefined,
    error: undefined,
    internal: {},
  }
  try {
    await kind.read.before(request)
    return true
  } catch {
    return false
  }
}
async function preflightS(): Promise<number> {
  const { headers } = await unmatched(apiEvent({ method: 'OPTIONS', route: '/products' }), lambdaContext())
  return Number(headers['access-control-max-age'])
}
const isStorable = (body: string) => structuralFaults(JSON.parse(body)).length === 0
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

function faultsIn(attempt: () => unknown): number {
  try {
    attempt()
  } catch (error) {
    if (error instanceof Problem) return error.options.errors?.length ?? 0
  }
  return 0
}

/** A directive of the header that public answers are cached by. */
const cached = (directive: string) =>
  Number(
    new RegExp(`(?:^|[ ,])${directive}=(\\d+)`).exec(
      representation('{}', {}, 'public').headers['cache-control'] ?? '',
    )?.[1],
  )

async function isKept(seconds: number): Promise<boolean> {
  const [{ id: businessId }, now] = [await makeBusiness(), new Date()]
  const names = { apiKeyId: uuid(1), methodAndPath: 'POST /', idempotencyKey: 'a', fingerprint: 'a' }
  const call = { businessId, ...names }
  await commit([keepAnswer(call, { statusCode: 200, headers: {} }, now)])
  return (await findKeptAnswer(call, new Date(now.getTime() + (seconds - 1) * 1000))) !== undefined
}

function eventLifeS(): number {
  const [first] = eventSteps(
    uuid(1),
    { type: 'business.updated', data: { id: uuid(1) }, previous: {} },
    new Date(0),
  )
  return Number(first?.write.Put?.Item?.[TTL_ATTRIBUTE])
}

/** The item of a delivery of so many tries, of an event of 1970. */
const delivered = (count: number) =>
  itemOf(uuid(1), uuid(2), {
    ...untried({ id: `evt_${newId(new Date(0))}`, type: 'product.updated' }),
    tries: some(count, () => ({ at: '', status_code: 500, error: null, duration_ms: 0 })),
  })

async function isOneMorePage(bytes: number): Promise<boolean> {
  const found = [1, bytes - 1].map((size, n) => ({ item: n, position: `${n}`, bytes: size }))
  const list = { isFiltered: false, mostBytes: 1 }
  const { items } = await gatherPage({ limit: 3 }, list, async () => ({
    found,
    stoppedAt: null,
    consumed: {},
  }))
  return items.length === 2
}

/** The rows of docs/limits.md by their first column. */
export const CHECKS: Record<string, Check> = {
  ...VARIANT_CHECKS,
  ...FEED_CHECKS,
  ...IMPORT_CHECKS,
  ...MEDIA_CHECKS,
  ...SEARCH_CHECKS,
  ...STOCK_CHECKS,
  'products of a business, in any status': is(() => MAX_PRODUCTS),
  'categories of a business': is(() => MAX_CATEGORIES),
  'levels of categories': is(() => MOST_LEVELS),
  'API keys of a business that are neither revoked nor expired': takes((count) =>
    passes(() =>
      requireRoom(
        'api_key',
        Object.fromEntries(some(count, (n) => [n, { is_admin: false, expires_at: null }])),
      ),
    ),
  ),
  'webhooks of a business': is(() => RESOURCES.webhook.limit),
  'how long the slugs of a deleted business cannot be used again': is(() => SLUGS_HELD_MS / 1000),
  'until every request to a business that is being deleted has ended': is(() => CALLS_END_MS / 1000),
  'former slugs of a business at the same time': is(() => MAX_FORMER_SLUGS),
  'an object as JSON, without the members that the API changes (`version`, `status`, `is_available`)': takes(
    (bytes) => passes(() => allowedSize({ a: long(bytes - 8) })),
  ),
  '`name` of a product': takes((n) => product({ name: long(n) })),
  '`description` of a product': takes((n) => product({ description: long(n) })),
  '`price`, `compare_at_price`, `cost`': takes((n) =>
    [{ price: n, compare_at_price: n }, { compare_at_price: n }, { cost: n }].every(product),
  ),
  '`images` of a product': takes((n) => product({ images: some(n, () => ({ url: url(50) })) })),
  '`tags` of a product': takes((n) => product({ tags: some(n, String) })),
  '`additional_categories` of a product': takes((n) =>
    product({ additional_categories: some(n, (place) => ({ id: `c${place}` })) }),
  ),
  'a tag': takes((n) => product({ tags: [long(n)] })),
  '`position`': takes((n) => product({ position: n }) && category({ position: n })),
  '`sku`': takes((n) => product({ sku: long(n) })),
  '`external_id`': takes((n) => product({ external_id: long(n) })),
  'the slug of a product': takes((n) => product({ slug: long(n) })),
  'the slug of a business, the `id` of a category': takes(
    (n) => business({ slug: long(n) }) && category({ id: long(n) }),
  ),
  '`name` of a category': takes((n) => category({ name: long(n) })),
  '`description` of a category': takes((n) => category({ description: long(n) })),
  '`name` of a business': takes((n) => business({ name: long(n) })),
  '`description` of a business': takes((n) => business({ description: long(n) })),
  'a field of `contact`': takes((n) => business({ contact: { address: long(n) } })),
  '`social_links`': takes((n) => business({ social_links: some(n, () => url(50)) })),
  'a URL': takes((n) => business({ logo_url: url(n) }) && category({ image: { url: url(n) } })),
  '`alt` of an image': takes((n) => product({ images: [{ url: url(50), alt: long(n) }] })),
  '`width` and `height` of an image': takes((n) =>
    product({ images: [{ url: url(50), width: n, height: n }] }),
  ),
  'members of `metadata`': takes((n) =>
    product({ metadata: Object.fromEntries(some(n, (at) => [`a${at}`, 'x'])) }),
  ),
  'a name in `metadata`': takes((n) => category({ metadata: { [long(n)]: 'x' } })),
  'a value in `metadata`': takes((n) => business({ metadata: { a: long(n) } })),
  '`name` of an API key': takes((n) => apiKey({ name: long(n) })),
  '`allowed_ips` of an API key': takes((n) => apiKey({ allowed_ips: some(n, (at) => `192.0.2.${at}`) })),
  '`events` of a webhook': takes((n) => webhook({ events: some(n, () => '*') })),
  '`description` of a webhook': takes((n) => webhook({ description: long(n) })),
  'a body': takes(isTaken(newBody(PRODUCT))),
  'the body of a bulk request': takes(isTaken(bulkBody)),
  'the file of an import, as it is sent': takes(isTaken(fileBody)),
  'operations of a bulk request': takes((n) => passes(() => readOperations({ operations: some(n, String) }))),
  'depth of JSON': takes((depth) => isStorable(nested(depth))),
  "a member's name": takes((n) => isStorable(JSON.stringify({ [long(n)]: 1 }))),
  "a member's name in a `pointer`": takes((n) => escapePointer(long(n)) === long(n)),
  'listed errors of a body': is(() =>
    faultsIn(() => {
      throw validationProblem(some(9_999, () => ({ pointer: '', code: 'invalid', detail: '' })))
    }),
  ),
  'listed errors of a query': is(() =>
    faultsIn(() => readParameters(some(9_999, (n) => `a${n}=1`).join('&'), {})),
  ),
  '`Idempotency-Key`': takes((n) => passes(() => readIdempotencyKey(long(n)))),
  '`limit` of a list': takes((n) => passes(() => productListParameters.limit(String(n)))),
  '`limit` of a list, default': is(() => {
    const limits = [readProductList, readAdminList].map((list) => list(uuid(1), {}).page.limit)
    return limits[0] === limits[1] && limits[0]
  }),
  '`limit` of an export, also its default': takes((n) => passes(() => exportParameters.limit(String(n)))),
  '`ids` of a list': takes((n) => passes(() => productListParameters.ids(some(n, uuid).join()))),
  'a cursor': takes((n) =>
    passes(() => readCursor(makeCursor(long(Math.ceil((n * 3) / 4) - 9), ['a']), ['a'])),
  ),
  'bytes of a name that are used for sorting': is(() => foldName(long(9_999)).length),
  'JSON of the items of a page': takes(isOneMorePage),
  'bytes that a public request reads from the table': is(() => PUBLIC_READ_BYTES),
  'bytes that a list or an export under `/admin` reads from the table': is(() => ADMIN_READ_BYTES),
  'a page of an export, as Lambda counts it': is(() => EXPORT_PAGE_BYTES),
  'JSON that is not compressed': is(() => COMPRESSED_FROM_BYTES),
  'time to identify the business of a request': is(() => IDENTIFIED_WITHIN_MS / 1000),
  'time of a write that competes with other writes': is(() => LONGEST_WRITE_MS / 1000),
  'requests per second of an API key': is(() => DEFAULT_RATE_LIMIT.per_second),
  'burst of an API key': is(() => DEFAULT_RATE_LIMIT.burst),
  'the highest rate limit of an API key, per second': takes((n) =>
    apiKey({ rate_limit: { per_second: n, burst: 1 } }),
  ),
  'the highest burst of an API key': takes((n) => apiKey({ rate_limit: { per_second: 1, burst: n } })),
  "a public response in a browser's cache": is(() => cached('max-age')),
  'a public response in a shared cache': is(() => cached('s-maxage')),
  'a public response in a shared cache, while the cache fetches it again': is(() =>
    cached('stale-while-revalidate'),
  ),
  "a preflight in a browser's cache": is(preflightS),
  'how long a response is stored under its `Idempotency-Key`': takes(isKept),
  'until the feed shows an event': is(() => FEED_DELAY_MS / 1000),
  'how long an event is stored': is(eventLifeS),
  'how long a delivery is stored, from the time of its event': is(() => Number(delivered(0)[TTL_ATTRIBUTE])),
  'how long deliveries are also signed with the secret before a rotation; with the last two at most': is(
    () => PREVIOUS_SECRET_MS / 1000,
  ),
  'deliveries that `test` and `redeliver` request, and that are still to be sent while a webhook is paused':
    is(() => MOST_ASKED),
  'failed deliveries that one request sends again': is(() => MOST_REDELIVERED),
  'tries that a delivery shows': takes((n) => delivered(n).tries.length === n),
  'overlap of a rotation, default': is(() => readRotation({}).overlap_seconds),
  'overlap of a rotation, maximum': takes((n) => passes(() => readRotation({ overlap_seconds: n }))),
}
