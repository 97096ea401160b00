import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_PATH } from '../../lib/api/route.ts'
import { ROUTES } from '../../lib/api/routes.ts'
import { createClient, type Received } from '../../lib/operator/smoke/client.ts'
import { viewerFunctionIn } from '../support/edge-template.ts'
import { templateOf } from '../support/settings.ts'
import { type CacheServer, isInstalled, keyIn, PROGRAMS, startCache } from './caches-servers.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold, NotPossible, type Run } from './run.ts'
import type { ProvenStack } from './stack.ts'

const AT_ONCE = 32
const NEW_PRODUCTS = 20

type Headers = Record<string, string>

interface Question {
  path: string
  headers: Headers
}

/**
 * nginx and Varnish with the cache key of the template, in front of the local stack: no response of one business for another,
 * none in another coding, none that a key was given, and no error that is kept. Counts requests.
 */
export async function proveCaches({ baseUrl, assemblyDir }: ProvenStack, run: Run): Promise<void> {
  const template = templateOf({ edge: {} }, assemblyDir)
  const { origin, port } = new URL(baseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'storefront-caches-'))
  const caches: CacheServer[] = []
  try {
    for (const program of PROGRAMS)
      if (isInstalled(program))
        caches.push(await startCache(program, keyIn(template), { folder, originPort: Number(port) }))
      else
        run.say(
          `${program.name} is not installed here, and nothing is proven with it: apt-get install ${program.debian}`,
        )
    if (caches.length === 0) throw new NotPossible('neither nginx nor Varnish is installed here: install one')
    const merchants = [await makeShop(baseUrl), await makeShop(baseUrl)]
    const api = createClient(new URL(origin))
    const questions: Asked[] = []
    for (const one of merchants.flatMap(questionsOf))
      questions.push({ ...one, due: shown(await api.send(one.path, one)) })
    const proof = { questions, merchants, viewerFunction: viewerFunctionIn(template) }
    while (run.goesOn())
      await Promise.all(
        Array.from({ length: run.left(AT_ONCE) }, () => askOnce(proof, run.oneOf(caches), run)),
      )
    for (const cache of caches) await expectNewProducts(cache, merchants, run)
    for (const program of PROGRAMS.filter(isInstalled))
      await expectFreeAgain(program, keyIn(template), { folder, run })
  } finally {
    await Promise.all(caches.map((cache) => cache.stop()))
    rmSync(folder, { recursive: true })
  }
}

type Shop = Merchant & { productId: string | undefined }

/** A shop with something behind every public path. Both have a product of this slug, with other bytes. */
async function makeShop(baseUrl: string): Promise<Shop> {
  const merchant = await makeMerchant(baseUrl, ['tea'])
  await merchant.call('PATCH', '/admin/business', { product_url_template: 'https://shop.example/{slug}' })
  const product = productOf('same-slug', randomUUID().repeat(60))
  const { body } = await merchant.call('POST', '/admin/products', product)
  return { ...merchant, productId: body.id }
}

const productOf = (slug: string, description: string) => ({
  name: 'Tea',
  slug,
  description,
  category_id: 'tea',
  price: 100,
  status: 'active',
  images: [{ url: 'https://images.example/tea.jpg', alt: '' }],
})

const CODINGS = ['', 'gzip', 'br', 'gzip, deflate, br']

/** Every public path, by every name of a business and by none, in every coding. */
function questionsOf({ business: { id, slug }, productId = '' }: Shop): Question[] {
  const paths = ROUTES.filter(
    ({ access, method }) => access === 'public' && String(method) === 'GET',
  ).flatMap(({ path }) => {
    const filled = path.replace('{category}', 'tea').replace('{feed}', 'google.xml')
    return filled.includes('{')
      ? ['same-slug', productId, 'nothing'].map((one) => filled.replace('{product}', one))
      : [filled]
  })
  const named = paths.flatMap((path) => [
    { path, headers: { 'x-public-business-slug': slug } },
    { path, headers: { 'x-public-business-uuid': id } },
    { path: `${path}?business=${slug}`, headers: {} },
    { path: `${path}?business=${id}`, headers: {} },
    { path, headers: {} },
  ])
  const others = ['/health', '/openapi.json', '/admin/products'].map((path) => ({ path, headers: {} }))
  return [...named, ...others].flatMap(({ path, headers }) =>
    CODINGS.map((coding) => ({
      path: BASE_PATH + path,
      headers: { ...headers, ...(coding && { 'accept-encoding': coding }) },
    })),
  )
}

/** A question with the response of the API itself. */
type Asked = Question & { due: string }

interface Proof {
  questions: readonly Asked[]
  merchants: readonly Shop[]
  viewerFunction: ReturnType<typeof viewerFunctionIn>
}

/** One request of six has a condition, one a cookie, and one a key: the viewer function refuses it, and the cache gets it too. */
async function askOnce(
  { questions, merchants, viewerFunction }: Proof,
  { name, client }: CacheServer,
  run: Run,
): Promise<void> {
  const { path, headers: named, due } = run.oneOf(questions)
  const { token, business } = run.oneOf(merchants)
  const etag = /^etag: (".*")$/m.exec(due)?.[1]
  const extra: Headers =
    [
      etag === undefined ? {} : { 'if-none-match': etag },
      { cookie: `business=${business.slug}` },
      { authorization: `Bearer ${token}` },
    ][run.below(6)] ?? {}
  const headers = { ...named, ...extra }
  const where = () => `${name}: GET ${path} ${JSON.stringify(headers)}`
  const seen = Object.fromEntries(Object.entries(headers).map(([one, value]) => [one, { value }]))
  const viewed = viewerFunction({
    context: { requestId: 'E1' },
    request: { method: 'GET', uri: path, headers: seen },
  })
  hold('statusCode' in viewed === 'authorization' in extra, () => `${where()}: the viewer function is wrong`)
  const received = await client.send(path, { headers })
  const isRight =
    'if-none-match' in extra
      ? received.status === 304 && received.headers.get('etag') === etag
      : shown(received) === due
  hold(isRight, () => `${where()}\n${shown(received)}\nis not\n${due}`)
  run.advance()
  run.count(`with ${Object.keys(extra)[0] ?? 'nothing else'}`)
  if (received.headers.get('x-cache') === 'HIT') run.count(`from the cache of ${name}`)
}

/** A product that is created after a 404 is there with the next request. */
async function expectNewProducts({ name, client }: CacheServer, merchants: readonly Shop[], run: Run) {
  for (let n = 0; n < NEW_PRODUCTS; n++) {
    const { business, call } = run.oneOf(merchants)
    const slug = `new-${randomUUID()}`
    const headers = { 'x-public-business-slug': business.slug }
    const read = () => client.send(`${BASE_PATH}/products/${slug}`, { headers })
    const before = [await read(), await read()]
    await call('POST', '/admin/products', productOf(slug, ''))
    const statuses = [...before, await read()].map(({ status }) => status)
    hold(statuses.join() === '404,404,200', () => `${name} returns ${statuses} around a creation`)
    run.count(`products seen at once through ${name}`)
  }
}

/** The gateway's 429, which the local stack does not send here, is not kept: the client repeats the request, and is responded to. */
async function expectFreeAgain(
  program: (typeof PROGRAMS)[number],
  key: ReturnType<typeof keyIn>,
  { folder, run }: { folder: string; run: Run },
): Promise<void> {
  let requests = 0
  const origin = createServer((_, response) => {
    if (requests++ === 0) return void response.writeHead(429, { 'retry-after': '0' }).end('{}')
    response.writeHead(200, { 'cache-control': 'public, max-age=0, s-maxage=60' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(origin, 'listening')
  const { port: originPort } = origin.address() as AddressInfo
  const cache = await startCache(program, key, { folder: await mkdtemp(join(folder, 'free-')), originPort })
  try {
    const statuses: number[] = []
    for (let n = 0; n < 2; n++) statuses.push((await cache.client.send(`${BASE_PATH}/products`)).status)
    hold(statuses.join() === '200,200', () => `${program.name} returns ${statuses} after a 429`)
    // The 429 and the first 200, which is kept.
    hold(requests === 2, () => `${program.name} made ${requests} requests instead of 2`)
    run.count(`429 not kept by ${program.name}`)
  } finally {
    await cache.stop()
    origin.close()
    origin.closeAllConnections()
  }
}

const LASTING = [
  'content-type',
  'content-encoding',
  'cache-control',
  'vary',
  'etag',
  'access-control-allow-origin',
]

/** Everything of a response that is the same for the next client; the body as its digest. */
function shown({ status, headers, body }: Received): string {
  const text = body.toString('latin1').replaceAll(headers.get('x-request-id') ?? '-', '<request id>')
  const kept = LASTING.map((name) => `${name}: ${headers.get(name)}`)
  return [status, ...kept, `body: ${hash('sha256', text)} of ${body.length} bytes`].join('\n')
}
