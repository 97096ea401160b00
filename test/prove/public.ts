import { randomUUID } from 'node:crypto'
import { PUBLIC_PRODUCT_FIELDS } from '../../lib/domain/products/fields.ts'
import { FACETS } from '../../lib/domain/search/facet.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import {
  active,
  CANARY,
  CANARY_NUMBER,
  CATEGORIES,
  create,
  hide,
  type Named,
  sellSome,
} from './public-catalogue.ts'
import { hold, type Run } from './run.ts'

/** The canary number, and the ones beside it that are used where two must differ. */
const CANARY_NUMBERS = `${String(CANARY_NUMBER).slice(0, -1)}\\d`

/** Members that only merchants see, and attributes of the table. */
const PRIVATE_MEMBERS = [
  'sku',
  'cost',
  'external_id',
  'metadata',
  'is_enabled',
  'last_variant',
  'version',
  'track_inventory',
  'allow_backorder',
  'low_stock_at',
  'quantity',
  'pk',
  'sk',
  'store',
  'shelf',
  'by_\\w+',
  'card_version',
]
const SECRET = new RegExp(`${CANARY}|${CANARY_NUMBERS}|BIZ#|"facets":{|"(${PRIVATE_MEMBERS.join('|')})":`)

const ACTIVE = 9
/** Lists and searches of one shop, of each kind so many. */
const QUERIES = 60

/**
 * Reads a shop of active products through every public path, adds products that nobody may see, and reads it again:
 * the same bytes, and no canary in either. Counts answers.
 */
export async function provePublic(
  { baseUrl }: { baseUrl: string },
  run: Run,
  queries = QUERIES,
): Promise<void> {
  while (run.goesOn()) {
    const merchant = await makeMerchant(baseUrl, CATEGORIES, { [CANARY]: CANARY })
    const products = []
    for (let n = 0; n < ACTIVE; n++) products.push(await create(merchant, active(n, run)))
    const paths = [
      ...fixedPaths(products),
      ...Array.from({ length: queries }, () => randomList(run)),
      ...Array.from({ length: queries }, () => randomSearch(run)),
    ]
    const headers = headersOf(merchant, run)
    const before = await readAll(baseUrl, paths, headers, run)
    const unseen = await hide(merchant, run)
    await sellSome(merchant)
    const after = await readAll(baseUrl, paths, headers, run)
    for (const [n, path] of paths.entries())
      hold(before[n] === after[n], () => `${path} changes from\n${before[n]}\nto\n${after[n]}`)
    await checkUnseen(baseUrl, unseen, headers, run)
    run.count('shops')
  }
}

const SORTS = ['position', 'name', 'price', 'created_at'].flatMap((sort) => [sort, `-${sort}`])

/** A list in a random order, under random filters, of random fields. */
function randomList(run: Run): string {
  const some = (query: string) => (run.below(3) === 0 ? [query] : [])
  const fields = PUBLIC_PRODUCT_FIELDS.filter(() => run.below(3) === 0)
  const query = [
    `sort=${run.oneOf(SORTS)}`,
    ...some(`category=${run.oneOf([...CATEGORIES, 'none'])}`),
    ...some(`is_available=${run.oneOf(['true', 'false'])}`),
    ...some(`price_min=${run.oneOf([0, 1, 2, CANARY_NUMBER - 1])}`),
    ...some(`price_max=${10 ** 12}`),
    ...some(`tag=${run.oneOf(['seen', 'x'])}`),
    ...some(`limit=${1 + run.below(4)}`),
    ...(fields.length > 0 ? some(`fields=${fields.join(',')}`) : []),
  ]
  return `/products?${query.join('&')}`
}

/** A search for random words under random filters, with all facets. */
function randomSearch(run: Run): string {
  const some = (query: string) => (run.below(3) === 0 ? [query] : [])
  const query = [
    `facets=${FACETS.join(',')}`,
    ...some(
      `q=${run.oneOf(['tea', 'product', 'seen', CANARY, CANARY.slice(0, 4), 'zzz', String(CANARY_NUMBER)])}`,
    ),
    ...some(`category=${run.oneOf([...CATEGORIES, 'none'])}`),
    ...some(`is_available=${run.oneOf(['true', 'false'])}`),
    ...some(`on_sale=${run.oneOf(['true', 'false'])}`),
    ...some(`price_max=${run.oneOf([5, 10 ** 12])}`),
    ...some(`option=Size:${run.oneOf(['S', 'M', CANARY])}`),
    ...some(`tag=${run.oneOf(['seen', 'x'])}`),
    ...some(`sort=${run.oneOf(SORTS)}`),
    ...some(`limit=${1 + run.below(4)}`),
  ]
  return `/products/search?${query.join('&')}`
}

/** Everything else that is public, with its faults. */
const fixedPaths = (products: readonly Named[]) => [
  '/business',
  '/categories',
  '/categories?limit=1',
  ...CATEGORIES.map((id) => `/categories/${id}`),
  ...products.flatMap(({ id, slug }) => [...waysTo(id), ...waysTo(slug)]),
  ...['', '&expand=variants', '&expand=variants&limit=2'].map(
    (more) => `/products?ids=${products.map(({ id }) => id).join(',')}${more}`,
  ),
  ...['sku', 'external_id', 'cost', 'metadata', 'status', 'version'].flatMap((field) => [
    `/products?sort=${field}`,
    `/products?fields=${field}`,
    `/products?${field}=draft`,
  ]),
  '/products?cursor=x',
  '/products/nothing',
  '/categories/nothing',
  '/products?limit=0',
]

/** Every way to one product. */
const waysTo = (name: string) =>
  ['', '?expand=variants', '/variants'].map((rest) => `/products/${name}${rest}`)

const headersOf = ({ business }: Merchant, run: Run): Record<string, string> => {
  const [name, value] = run.oneOf([
    ['x-public-business-slug', business.slug] as const,
    ['x-public-business-uuid', business.id] as const,
  ])
  return { [name]: value, 'accept-encoding': run.oneOf(['identity', 'gzip', 'br']) }
}

async function readAll(
  baseUrl: string,
  paths: readonly string[],
  headers: Record<string, string>,
  run: Run,
): Promise<string[]> {
  const seen: string[] = []
  for (const path of paths) seen.push(await read(baseUrl, path, headers, run))
  return seen
}

/** Every byte of an answer but those that name this one request. Holds no canary, and nor does its cursor. */
async function read(
  baseUrl: string,
  path: string,
  headers: Record<string, string>,
  run: Run,
): Promise<string> {
  const response = await fetch(baseUrl + path, { headers })
  const kept = [...response.headers].filter(([name]) => !['date', 'apigw-requestid'].includes(name))
  const id = response.headers.get('x-request-id') ?? '-'
  const seen = [response.status, ...kept, await response.text()].join('\n').replaceAll(id, '<request id>')
  const cursor = seen.match(/"next_cursor":"([^"]+)"/)?.[1] ?? ''
  const clear = Buffer.from(cursor, 'base64url').toString('latin1')
  hold(response.status < 500, () => `${path}: ${seen}`)
  hold(!SECRET.test(seen) && !SECRET.test(clear), () => `a canary at ${path}:\n${seen}\n${clear}`)
  run.advance()
  if (cursor && !path.includes('cursor='))
    return `${seen}\n${await read(baseUrl, `${path}&cursor=${cursor}`, headers, run)}`
  return seen
}

/** Checks that the response for an object that is not public is the same as for one that never existed. */
async function checkUnseen(
  baseUrl: string,
  unseen: readonly Named[],
  headers: Record<string, string>,
  run: Run,
): Promise<void> {
  const never: string[] = []
  for (const way of waysTo(randomUUID())) never.push(await read(baseUrl, way, headers, run))
  for (const seen of never) hold(seen.includes('product_not_found'), () => seen)
  for (const { id, slug } of unseen)
    for (const [n, way] of [...waysTo(id), ...waysTo(slug)].entries()) {
      const seen = await read(baseUrl, way, headers, run)
      const due = never[n % never.length]
      hold(seen === due, () => `${way} answers\n${seen}\nnot\n${due}`)
    }
}
