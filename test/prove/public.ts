import { randomUUID } from 'node:crypto'
import { PUBLIC_PRODUCT_FIELDS } from '../../lib/domain/public-view.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

/** Stands in everything that nobody may see; a number where no text can stand. */
const CANARY = 'canary9d2b'
const CANARY_NUMBER = 777_333_111
const SECRET = new RegExp(
  `${CANARY}|${CANARY_NUMBER}|BIZ#|"(pk|sk|store|shelf|facets|by_\\w+|card_version)":`,
)

const CATEGORIES = ['tea', 'pots']
const ACTIVE = 6
const HIDDEN = 12
const QUERIES = 60

/**
 * Reads a shop of active products through every public path, adds products that nobody may see, and reads it again:
 * the same bytes, and no canary in either. Counts answers.
 */
export async function provePublic({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  while (run.goesOn()) {
    const merchant = await makeMerchant(baseUrl, CATEGORIES, { [CANARY]: CANARY })
    const products = []
    for (let n = 0; n < ACTIVE; n++) products.push(await create(merchant, active(n, run)))
    const paths = [...fixedPaths(products), ...Array.from({ length: QUERIES }, () => randomList(run))]
    const headers = headersOf(merchant, run)
    const before = await readAll(baseUrl, paths, headers, run)
    const unseen = await hide(merchant, run)
    const after = await readAll(baseUrl, paths, headers, run)
    for (const [n, path] of paths.entries())
      hold(before[n] === after[n], () => `${path} changes from\n${before[n]}\nto\n${after[n]}`)
    await checkUnseen(baseUrl, unseen, headers, run)
    run.count('shops')
  }
}

type Named = { id: string; slug: string }

async function create({ call }: Merchant, body: object): Promise<Named> {
  const answer = await call('POST', '/admin/products', body)
  hold(answer.status === 201, () => `a creation answers ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as unknown as Named
}

const secrets = () => ({
  sku: `${CANARY}-${randomUUID().slice(0, 8)}`,
  external_id: `${CANARY}-${randomUUID().slice(0, 8)}`,
  cost: CANARY_NUMBER,
  metadata: { [CANARY]: CANARY },
})

const active = (n: number, run: Run) => ({
  ...secrets(),
  name: run.oneOf(['Seen', 'seen', 'Séen', 'Other']),
  slug: `seen-${n}`,
  price: run.below(4),
  category_id: run.oneOf(CATEGORIES),
  tags: run.oneOf([['seen'], ['seen', 'x'], []]),
  position: run.below(3),
  is_available: run.below(2) === 0,
  status: 'active',
})

const unpublished = (run: Run) => ({
  ...secrets(),
  name: `${CANARY} ${run.below(100)}`,
  description: CANARY,
  tags: ['seen', CANARY],
  slug: `${CANARY}-${randomUUID().slice(0, 8)}`,
  price: run.oneOf([0, 1, 2, CANARY_NUMBER]),
  compare_at_price: CANARY_NUMBER + 1,
  images: [{ url: `https://${CANARY}.example/`, alt: CANARY }],
  category_id: run.oneOf(CATEGORIES),
  position: run.oneOf([0, 1, CANARY_NUMBER]),
  status: run.oneOf(['draft', 'archived']),
})

/** Products that nobody may see: never published, taken back, put away, or deleted. */
async function hide(merchant: Merchant, run: Run): Promise<Named[]> {
  const unseen: Named[] = []
  for (let n = 0; n < HIDDEN; n++) {
    const product = await create(merchant, unpublished(run))
    const path = `/admin/products/${product.id}`
    const fate = run.oneOf(['stays', 'taken back', 'put away', 'deleted'])
    if (fate !== 'stays') await merchant.call('PATCH', path, { status: 'active' })
    if (fate === 'taken back') await merchant.call('PATCH', path, { status: 'draft' })
    if (fate === 'put away') await merchant.call('PATCH', path, { status: 'archived' })
    if (fate === 'deleted') await merchant.call('DELETE', path)
    unseen.push(product)
  }
  return unseen
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

/** Everything else that is public, with its faults. */
const fixedPaths = (products: readonly Named[]) => [
  ...['/business', '/categories', '/categories?limit=1', ...CATEGORIES.map((id) => `/categories/${id}`)],
  ...products.flatMap(({ id, slug }) => [`/products/${id}`, `/products/${slug}`]),
  `/products?ids=${products.map(({ id }) => id).join(',')}`,
  ...['sku', 'external_id', 'cost', 'metadata', 'status', 'version'].flatMap((field) => [
    ...[`/products?sort=${field}`, `/products?fields=${field}`, `/products?${field}=draft`],
  ]),
  ...['/products?cursor=x', '/products/nothing', '/categories/nothing', '/products?limit=0'],
]

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

/** What is not public answers as what never was. */
async function checkUnseen(
  baseUrl: string,
  unseen: readonly Named[],
  headers: Record<string, string>,
  run: Run,
): Promise<void> {
  const never = await read(baseUrl, `/products/${randomUUID()}`, headers, run)
  hold(never.includes('product_not_found'), () => never)
  for (const { id, slug } of unseen)
    for (const name of [id, slug]) {
      const seen = await read(baseUrl, `/products/${name}`, headers, run)
      hold(seen === never, () => `/products/${name} answers\n${seen}\nnot\n${never}`)
    }
}
