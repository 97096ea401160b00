import { MOST_RECENT } from '../../lib/api/http/answer/content-coding.ts'
import type { Acting } from '../../lib/data/table/actor.ts'
import { FACETS } from '../../lib/domain/search/facet.ts'
import demo from '../../lib/operator/demo-catalogue.json' with { type: 'json' }
import { apiEvent } from '../../test/support/events.ts'
import { LISTED_CATEGORY, makeCatalogue } from './catalogue.ts'

/** The business whose catalogue is requested, and the products on a page. */
export const SHOP = { id: '5e0c7f6a-1d1b-4a55-9d1e-0f2d8a3b6c11', slug: 'meridian' }
export const PAGE = 20
export const CATALOGUE = 1_000

/** A business with the same products, each of which has options and six variants. */
export const VARIED_SHOP = { id: '5e0c7f6a-1d1b-4a55-9d1e-0f2d8a3b6c12', slug: 'meridian-varied' }

/** A business with the same products, some of which are placed in a further category. */
export const PLACED_SHOP = { id: '5e0c7f6a-1d1b-4a55-9d1e-0f2d8a3b6c13', slug: 'meridian-placed' }

/** A business with the same products, whose pictures have a width and a height. */
export const SIZED_SHOP = { id: '5e0c7f6a-1d1b-4a55-9d1e-0f2d8a3b6c14', slug: 'meridian-sized' }

/** Events say who made the change: here as in a request, a key with a name of usual length. */
export const REQUEST: Acting = {
  actor: { kind: 'api_key', key_id: '01a1f85c-1b6c-7d3e-9f40-5a6b7c8d9e0f', key_name: 'ERP sync' },
  requestId: '8f14e45f-ceea-467f-8d2c-2f3a1b9c0d4e',
}

/** Values of `Accept-Encoding`. Browsers accept both codings alike, and get a page like these in gzip. */
const ACCEPTED = { br: 'br', gzip: 'gzip', identity: 'identity' }
export type Coding = keyof typeof ACCEPTED
export const CODINGS = Object.keys(ACCEPTED) as Coding[]

/** A call of a bundle: its name in the workspace, and the event it is given. */
export interface Question {
  bundle: string
  event: object
  /** The events that repeated calls use in turn instead. */
  events?: object[]
}

const [firstProduct] = makeCatalogue(SHOP.id, SHOP.slug, 1).products
if (!firstProduct) throw new Error('a catalogue of 1 has no product')

const LIST_QUERY = `category=${LISTED_CATEGORY}&limit=${PAGE}`

/** The same page, under the API's base URL. */
export const LIST_PATH = `/products?${LIST_QUERY}`

/** Headers as a browser sends them from a page of a shop. */
const browserHeaders = (coding: Coding) => ({
  accept: '*/*',
  'accept-encoding': ACCEPTED[coding],
  'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
  host: 'abcdefghij.execute-api.eu-central-1.amazonaws.com',
  origin: 'https://meridian.example',
  referer: 'https://meridian.example/',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
  'x-public-business-slug': SHOP.slug,
})

interface Call {
  route: string
  query?: string
  path?: Record<string, string>
  coding?: Coding
  businessId?: string
}

function event({ route, query = '', path = {}, coding = 'gzip', businessId = SHOP.id }: Call) {
  const verdict = { business_id: businessId, identified_by: 'public' }
  const asked = apiEvent({ route, query, headers: browserHeaders(coding), path, verdict })
  const parameters = Object.fromEntries(new URLSearchParams(query))
  // As the gateway does it: what is empty is not there.
  if (query) asked.queryStringParameters = parameters
  if (Object.keys(path).length === 0) delete asked.pathParameters
  return asked
}

/** The page of 20 products of one category, of a business that has them. */
export const list = (coding: Coding, businessId?: string): Question => ({
  bundle: 'products/list',
  event: event({ route: '/products', query: LIST_QUERY, coding, ...(businessId && { businessId }) }),
})

/** More than an instance keeps compressed: when the first is requested again, it has been forgotten. */
const PAGES = MOST_RECENT + 1

/**
 * Pages of 20 products of which no two are the same, though they cost the same: the products are in the order of
 * their prices, of which none is under the limit, and the cursor differs.
 */
export function everOtherList(coding: Coding, businessId?: string): Question {
  const events = Array.from({ length: PAGES }, (_, price) => {
    const query = `${LIST_QUERY}&sort=price&price_min=${price}`
    return event({ route: '/products', query, coding, ...(businessId && { businessId }) })
  })
  return { ...list(coding, businessId), events }
}

/** The same page from a baseline. */
export const baseline = (name: 'list' | 'sdk-query', coding: Coding): Question => ({
  ...list(coding),
  bundle: `baseline/${name}`,
})

const product = (name: string, coding: Coding): Question => ({
  bundle: 'products/get',
  event: event({ route: '/products/{product}', path: { product: name }, coding }),
})

export const get = (coding: Coding) => product(firstProduct.id, coding)

const EXPANDED = { businessId: VARIED_SHOP.id, query: 'expand=variants' }

/** The page of `list` where each product has variants, which a list does not show. */
export const listVaried = (coding: Coding) => list(coding, VARIED_SHOP.id)
/** The page of `list` where five products are placed in the category. */
export const listPlaced = (coding: Coding) => list(coding, PLACED_SHOP.id)
/** The page of `list` where each picture has a width and a height. */
export const listSized = (coding: Coding) => list(coding, SIZED_SHOP.id)
/** One product with its six variants. */
export const getExpanded = (coding: Coding): Question => ({
  bundle: 'products/get',
  event: event({ route: '/products/{product}', path: { product: firstProduct.id }, coding, ...EXPANDED }),
})
/** A cart: 20 products by their ids, with their variants. */
export function cart(coding: Coding): Question {
  const ids = Array.from(makeCatalogue(SHOP.id, SHOP.slug, PAGE).products, ({ id }) => id)
  const query = `ids=${ids.join(',')}&${EXPANDED.query}`
  return { bundle: 'products/list', event: event({ route: '/products', ...EXPANDED, query, coding }) }
}
export const getBySlug = (coding: Coding) => product(firstProduct.slug, coding)
export const categories = (coding: Coding): Question => ({
  bundle: 'categories/list',
  event: event({ route: '/categories', coding }),
})
export const category = (coding: Coding): Question => ({
  bundle: 'categories/get',
  event: event({ route: '/categories/{category}', path: { category: LISTED_CATEGORY }, coding }),
})
export const business = (coding: Coding): Question => ({
  bundle: 'business/get',
  event: event({ route: '/business', coding }),
})

/** A shop's list of the tools for agents. A call of a tool waits for a request to the API, and those are measured, too. */
export function tools(): Question {
  const asked = apiEvent({
    method: 'POST',
    route: '/mcp',
    headers: { 'content-type': 'application/json' },
    verdict: { business_id: SHOP.id, identified_by: 'public' },
  })
  return {
    bundle: 'mcp',
    event: { ...asked, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) },
  }
}

/** The authorizer's call before a list. */
export function authorization(): Question {
  const { requestContext, ...request } = event({ route: '/products', query: LIST_QUERY })
  const { authorizer: _, ...context } = requestContext
  return {
    bundle: 'authorizer',
    event: {
      ...request,
      type: 'REQUEST',
      identitySource: null,
      routeArn: 'arn:aws:execute-api:local:000000000000:localapi/$default/GET/api/v1/products',
      requestContext: context,
    },
  }
}

/** Every fifth search is for the words of a product, one for the beginning of them, and three have filters too. */
const FILTERS = ['', 'is_available=true', 'option=Size:M&price_max=8000', 'tag=gift', 'on_sale=false']

/** Searches with every facet for what the products of the demo shop are called, of a business. */
export function searches(businessId: string): Question {
  const texts = demo.products.map(({ name }, n) => name.slice(0, n % 5 === 1 ? 5 : 14))
  const events = texts.map((text, n) => {
    const query = `q=${encodeURIComponent(text)}&limit=${PAGE}&facets=${FACETS.join(',')}&${FILTERS[n % 5]}`
    return event({ route: '/products/search', query, businessId })
  })
  return { bundle: 'products/search', event: events[0] ?? {}, events }
}

/** The message that has the search index of a business made. */
export const indexRequest = (businessId: string): Question => ({
  bundle: 'search/build',
  event: {
    Records: [
      { messageId: '1', body: JSON.stringify({ business_id: businessId, requested_at: Date.now() }) },
    ],
  },
})
