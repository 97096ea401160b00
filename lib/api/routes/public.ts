import type { PlainRoute } from '../route.ts'

const PRODUCT_LISTS = [
  'store-position',
  'store-name',
  'store-price',
  'store-created',
  'shelf-position',
  'shelf-name',
  'shelf-price',
  'shelf-created',
] as const

/** Public routes: for shops, monitors, and tools that read the description. */
export const PUBLIC_ROUTES = [
  {
    method: 'GET',
    path: '/products',
    function: 'products/list',
    table: { queries: PRODUCT_LISTS },
  },
  {
    method: 'GET',
    path: '/products/search',
    function: 'products/search',
    throttle: 'search',
    table: { actions: ['GetItem'], only: 'search', queries: ['store-created'] },
    sends: ['search'],
  },
  {
    method: 'GET',
    path: '/products/{product}',
    function: 'products/get',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/products/{product}/variants',
    function: 'products/variants',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/products/{product}/jsonld',
    function: 'products/jsonld',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/feeds/{feed}',
    function: 'feeds/get',
    throttle: 'feed',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/categories',
    function: 'categories/list',
    table: { queries: ['store-position'] },
  },
  {
    method: 'GET',
    path: '/categories/{category}',
    function: 'categories/get',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/business',
    function: 'business/get',
    table: { queries: ['store-created'] },
  },
  { method: 'POST', path: '/mcp', function: 'mcp', table: {}, memoryMb: 512 },
  { method: 'GET', path: '/health', function: 'health/get', table: {} },
  { method: 'GET', path: '/openapi.json', function: 'openapi/get', table: {} },
] as const satisfies readonly PlainRoute[]
