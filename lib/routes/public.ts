import type { Route } from '../route.ts'

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
    access: 'public',
    table: { queries: PRODUCT_LISTS },
  },
  {
    method: 'GET',
    path: '/products/search',
    function: 'products/search',
    access: 'public',
    throttle: 'search',
    table: { actions: ['GetItem'], only: 'search', queries: ['store-created'] },
    sends: ['search'],
  },
  {
    method: 'GET',
    path: '/products/{product}',
    function: 'products/get',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/products/{product}/variants',
    function: 'products/variants',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/products/{product}/jsonld',
    function: 'products/jsonld',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/feeds/{feed}',
    function: 'feeds/get',
    access: 'public',
    throttle: 'feed',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/categories',
    function: 'categories/list',
    access: 'public',
    table: { queries: ['store-position'] },
  },
  {
    method: 'GET',
    path: '/categories/{category}',
    function: 'categories/get',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  {
    method: 'GET',
    path: '/business',
    function: 'business/get',
    access: 'public',
    table: { queries: ['store-created'] },
  },
  { method: 'GET', path: '/health', function: 'health/get', access: 'none', table: {} },
  { method: 'GET', path: '/openapi.json', function: 'openapi/get', access: 'none', table: {} },
] as const satisfies readonly Route[]
