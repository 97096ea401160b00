import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { create, type Merchant, makeMerchant } from '../../admin/merchant.ts'
import { makeToken } from '../../support/shop.ts'
import { fakeApi } from './fake-imports.ts'
import { asKey, type Outcome, startStorefront, storefront } from './installed.ts'
import { OLD_SIZE, openOldShop } from './old-shop.ts'

const old = await openOldShop()
afterAll(old.close)
beforeEach(() => {
  old.requested = []
  old.before = () => undefined
})

/** A picture of the old shop in an object. */
const shown = (name: string, alt = '') => ({ url: old.picture(name), alt })
/** The same picture when the deployment keeps it. */
const kept = ({ business }: Merchant, alt = '') => ({
  url: expect.stringMatching(`/media/${business.id}/[0-9a-f]{64}/2000\\.webp$`),
  alt,
  ...OLD_SIZE,
})

/** Runs `media adopt`. Its progress is in the notes on a slow machine alone, and is left out. */
async function adoptAs(env: NodeJS.ProcessEnv, ...options: string[]): Promise<Outcome> {
  const { notes, ...outcome } = await storefront(env, ['media', 'adopt', ...options])
  return { ...outcome, notes: notes.filter((line) => !/pictures \(\d+ %\)$|products read$/.test(line)) }
}

/** A merchant with a category, and the command with a key of theirs. */
async function merchantWithCategory(image: object | null = null) {
  const merchant = await makeMerchant()
  await create(merchant, '/admin/categories', { id: 'cups', name: 'Cups', image })
  const env = await asKey(merchant.token)
  const adopt = (...options: string[]) => adoptAs(env, ...options)
  const product = (slug: string, more: object) => {
    const price = 'variants' in more ? {} : { price: 900 }
    return create(merchant, '/admin/products', { name: slug, slug, category_id: 'cups', ...price, ...more })
  }
  const read = async (path: string) => (await merchant.ask('GET', `/admin/${path}`)).body
  return { merchant, adopt, product, read }
}

const nothing = { code: 0, stdout: '0 pictures adopted in 0 places, 0 not adopted\n' }

test('pictures of products, variants, categories and the logo are adopted, and nothing else changes', async () => {
  const { merchant, adopt, product, read } = await merchantWithCategory(shown('category', 'Shelf'))
  await merchant.ask('PATCH', '/admin/business', { logo_url: old.picture('logo') })
  const images = [shown('a', 'Front'), { ...shown('b'), width: 9, height: 9 }]
  const cup = await product('cup', { status: 'active', images, tags: ['new'] })
  await product('draft', { images: [shown('a')] })
  await product('archived', { status: 'archived', images: [shown('c')] })
  const size = (value: string, image: object | null) => ({
    option_values: { Size: value },
    price: 900,
    image,
  })
  const mug = await product('mug', {
    status: 'active',
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: [size('S', shown('s', 'Small')), size('M', shown('a')), size('L', null)],
  })
  // None of its variants can be seen, but they have pictures.
  const hidden = await product('hidden', {
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ ...size('S', shown('hidden')), is_enabled: false }],
  })

  expect(await adopt()).toEqual({
    code: 0,
    stdout: '7 pictures adopted in 9 places, 0 not adopted\n',
    notes: [],
  })
  expect(old.requested.toSorted()).toEqual(['a', 'b', 'c', 'category', 'hidden', 'logo', 's'])
  const after = await read(`products/${cup.id}`)
  expect(after).toEqual({
    ...cup,
    images: [kept(merchant, 'Front'), kept(merchant)],
    version: 2,
    updated_at: after.updated_at,
  })
  expect(await read('categories/cups')).toMatchObject({ image: kept(merchant, 'Shelf'), version: 2 })
  expect(await read('business')).toMatchObject({ logo_url: kept(merchant).url })
  const variants = await read(`products/${mug.id}/variants`)
  expect(variants.variants).toMatchObject([
    { image: kept(merchant, 'Small'), price: 900 },
    { image: kept(merchant) },
    { image: null },
  ])
  expect((await read(`products/${hidden.id}/variants`)).variants).toMatchObject([{ image: kept(merchant) }])
  const all = (await read('products')).data.filter(({ images: own }) =>
    JSON.stringify(own).includes(old.host),
  )
  expect(all).toEqual([])
})

test('a second run requests nothing and changes nothing', async () => {
  const { adopt, product, read } = await merchantWithCategory()
  const { id } = await product('cup', { images: [shown('a')] })
  await adopt()
  const first = await read(`products/${id}`)
  old.requested = []
  expect(await adopt()).toEqual({ ...nothing, notes: ['every picture is in the deployment'] })
  expect(old.requested).toEqual([])
  expect(await read(`products/${id}`)).toEqual(first)
})

test('an object that changes in the meantime is read again, and keeps the change', async () => {
  const { merchant, adopt, product, read } = await merchantWithCategory()
  const { id } = await product('cup', { images: [shown('a'), shown('b')] })
  let changes = 0
  old.before = async (name) => {
    if (name !== 'a' || changes++ > 0) return
    await merchant.ask('PATCH', `/admin/products/${id}`, {
      price: 1,
      images: [shown('a'), shown('c', 'New')],
    })
  }
  expect(await adopt()).toEqual({
    code: 0,
    stdout: '2 pictures adopted in 2 places, 0 not adopted\n',
    notes: [],
  })
  expect(old.requested).toEqual(['a', 'b', 'c'])
  expect(await read(`products/${id}`)).toMatchObject({
    price: 1,
    images: [kept(merchant), kept(merchant, 'New')],
    version: 3,
  })
})

test('pictures that cannot be read are named with their places, and the others are adopted', async () => {
  const { merchant, adopt, product, read } = await merchantWithCategory(shown('none-2'))
  await merchant.ask('PATCH', '/admin/business', { logo_url: 'https://10.0.0.1/logo.jpg' })
  const cup = await product('cup', { images: [shown('none-1'), shown('a')] })
  await product('mug', {
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ option_values: { Size: 'S' }, price: 1, sku: 'MUG-S', image: shown('none-1') }],
  })
  const gone = 'The picture cannot be read: its address responds with the status 404. (unreachable)'
  const first = await adopt()
  expect([first.code, first.stdout]).toEqual([3, '1 picture adopted in 1 place, 3 not adopted\n'])
  expect(first.notes).toEqual([
    `${old.picture('none-1')} (product cup; product mug, SKU MUG-S): ${gone}`,
    `${old.picture('none-2')} (category cups): ${gone}`,
    'https://10.0.0.1/logo.jpg (logo): Its address must not lead to a private or reserved address. (validation_failed)',
  ])
  expect((await read(`products/${cup.id}`)).images).toEqual([shown('none-1'), kept(merchant)])
  const { code, stdout, notes } = await adopt('--only-from', old.host, '--json')
  expect([code, notes.length]).toEqual([3, 2])
  expect(JSON.parse(stdout)).toEqual({
    dry_run: false,
    pictures: 0,
    places: 0,
    failed: [
      {
        source: old.picture('none-1'),
        code: 'unreachable',
        detail: 'The picture cannot be read: its address responds with the status 404.',
        used_in: ['product cup', 'product mug, SKU MUG-S'],
      },
      expect.objectContaining({ source: old.picture('none-2'), used_in: ['category cups'] }),
    ],
  })
})

test('a dry run counts the pictures of each host, and a run of one host leaves the others', async () => {
  const { merchant, adopt, product, read } = await merchantWithCategory()
  await merchant.ask('PATCH', '/admin/business', { logo_url: 'https://cdn.example/logo.png' })
  const { id } = await product('cup', { images: [shown('a'), shown('b')] })
  await product('mug', { images: [shown('a')] })
  const dry = await adopt('--dry-run')
  expect([dry.code, dry.notes]).toEqual([0, []])
  expect(dry.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['PICTURES', 'PLACES', 'HOST'],
    ['2', '3', old.host],
    ['1', '1', 'cdn.example'],
    [''],
  ])
  expect(JSON.parse((await adopt('--dry-run', '--json')).stdout)).toEqual({
    dry_run: true,
    hosts: [
      { host: old.host, pictures: 2, places: 3 },
      { host: 'cdn.example', pictures: 1, places: 1 },
    ],
  })
  expect([old.requested, (await read(`products/${id}`)).version]).toEqual([[], 1])
  const [, row] = (await adopt('--dry-run', '--only-from', 'CDN.example')).stdout.split('\n')
  expect(row).toMatch(/^1 +1 +cdn\.example$/)
  expect(await adopt('--only-from', old.host)).toMatchObject({ code: 0 })
  expect((await read('business')).logo_url).toBe('https://cdn.example/logo.png')
})

test('a host without pictures is named, and a text that is not a host is refused', async () => {
  const { adopt, product } = await merchantWithCategory()
  await product('cup', { images: [shown('a')] })
  const [name] = old.host.split(':')
  expect(await adopt('--only-from', `${name}`)).toEqual({ ...nothing, notes: [`no picture is at ${name}`] })
  for (const text of ['', '*', '*.example', 'https://cdn.example', 'cdn.example/a', 'a b']) {
    const { code, notes } = await adopt('--only-from', text)
    expect([code, notes.join(' ')]).toEqual([2, expect.stringContaining('must be a host')])
  }
})

test.each(['product', 'category'])('a %s that is deleted in the meantime is left out', async (kind) => {
  const { merchant, adopt, product, read } = await merchantWithCategory()
  await create(merchant, '/admin/categories', { id: 'gone', name: 'Gone', image: shown('gone') })
  const gone = await product('gone', { images: [shown('gone')] })
  const { id } = await product('cup', { images: [shown('a')] })
  const path = kind === 'product' ? `products/${gone.id}` : 'categories/gone'
  old.before = (name) => (name === 'gone' ? merchant.ask('DELETE', `/admin/${path}`) : undefined)
  expect(await adopt()).toMatchObject({ code: 0, stdout: '2 pictures adopted in 2 places, 0 not adopted\n' })
  expect((await read(`products/${id}`)).images).toEqual([kept(merchant)])
})

test('a run that was ended half-way continues', async () => {
  const { merchant, product, read } = await merchantWithCategory()
  const env = await asKey(merchant.token)
  const { id } = await product('cup', { images: [shown('a')] })
  const { promise, resolve } = Promise.withResolvers<void>()
  old.before = () => promise
  await using running = await startStorefront(env, ['media', 'adopt'])
  await expect.poll(() => old.requested).toEqual(['a'])
  const ended = running.interrupt()
  expect(await running.nextNote()).toBe('stopped; run the same command again to continue')
  expect(await ended).toBe(130)
  expect((await read(`products/${id}`)).version).toBe(1)
  resolve()
  old.before = () => undefined
  expect(await adoptAs(env)).toMatchObject({ code: 0 })
  expect((await read(`products/${id}`)).images).toEqual([kept(merchant)])
})

test('a key without the scopes is one line', async () => {
  const { merchant, adopt, product } = await merchantWithCategory()
  await product('cup', { images: [shown('a')] })
  const scopes = ['media:read', 'products:write', 'categories:read', 'business:read']
  const env = await asKey(await makeToken(merchant.business, { scopes }))
  expect(await adoptAs(env)).toEqual({
    code: 1,
    stdout: '',
    notes: ['error: the key also needs these scopes: media:write, categories:write, business:write'],
  })
  expect(await adoptAs(env, '--dry-run')).toMatchObject({ code: 0 })
  expect(await adopt('--dry-run')).toMatchObject({ code: 0 })
})

interface Disturbance {
  status: number
  code: string
  detail: string
}

/** The real API, which responds to some requests as a test says. */
const disturbedApi = (token: string, reply: (name: string, body: string) => Disturbance | undefined) =>
  fakeApi(async ({ method, path, query, body }) => {
    const problem = reply(`${method} ${path}`, body.toString())
    // Longer than the client waits.
    const late = { 'retry-after': '61' }
    if (problem)
      return { status: problem.status, json: { type: 'about:blank', title: 'x', ...problem }, headers: late }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = body.length > 0 ? { body: body.toString() } : {}
    const response = await fetch(`${inject('baseUrl')}${path}?${query}`, { method, headers, ...sent })
    return {
      status: response.status,
      text: await response.text(),
      headers: { etag: response.headers.get('etag') ?? '' },
    }
  })

test.each([
  [
    { status: 404, code: 'route_not_found', detail: 'No.' },
    'GET /admin/media',
    'error: this deployment has no pictures: its operator turns them on with the setting media',
  ],
  [
    { status: 422, code: 'limit_reached', detail: 'A business can have at most 10,000 pictures.' },
    'POST /admin/media',
    'error: A business can have at most 10,000 pictures. Delete pictures that nothing shows, and run the same command again',
  ],
])('%j is one line, and no object changes', async (problem, at, line) => {
  const { merchant, product, read } = await merchantWithCategory()
  const ids = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    ids.push((await product(name, { images: [shown(name)] })).id)
  await using api = await disturbedApi(merchant.token, (name) => (name === at ? problem : undefined))
  const env = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  const again = at.startsWith('POST') ? ['stopped; run the same command again to continue'] : []
  expect(await adoptAs(env)).toEqual({ code: 1, stdout: '', notes: [...again, line] })
  for (const id of ids) expect((await read(`products/${id}`)).version).toBe(1)
  // Those that are under way, and no further ones.
  expect(api.received.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(4)
})

test.each([
  [
    { status: 422, code: 'object_too_large', detail: 'The product is too large.' },
    1,
    ' The new addresses are longer.',
  ],
  [{ status: 412, code: 'precondition_failed', detail: 'The product has changed.' }, 10, ''],
])('an object that is refused with %j is named, and the others are changed', async (problem, tries, more) => {
  const { merchant, product, read } = await merchantWithCategory()
  const cup = await product('cup', { images: [shown('a')] })
  const mug = await product('mug', { images: [shown('a')] })
  const refused = `PATCH /admin/products/${cup.id}`
  await using api = await disturbedApi(merchant.token, (name) => (name === refused ? problem : undefined))
  const env = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  expect(await adoptAs(env)).toEqual({
    code: 3,
    stdout: '1 picture adopted in 1 place, 1 not adopted\n',
    notes: [`${old.picture('a')} (product cup): ${problem.detail}${more} (${problem.code})`],
  })
  expect(api.received.filter(({ method, path }) => `${method} ${path}` === refused)).toHaveLength(tries)
  expect((await read(`products/${mug.id}`)).images).toEqual([kept(merchant)])
})

test('a picture at which the deployment fails is named, and a change whose outcome is not known is made again', async () => {
  const { merchant, product, read } = await merchantWithCategory()
  const { id } = await product('cup', { images: [shown('a'), shown('b')] })
  const problem = { status: 503, code: 'temporarily_unavailable', detail: 'Try it again later.' }
  let failures = 1
  await using api = await disturbedApi(merchant.token, (name, body) => {
    if (name === 'POST /admin/media' && body.includes(old.picture('a'))) return problem
    return name === `PATCH /admin/products/${id}` && failures-- > 0 ? problem : undefined
  })
  const env = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  expect(await adoptAs(env)).toEqual({
    code: 3,
    stdout: '1 picture adopted in 1 place, 1 not adopted\n',
    notes: [`${old.picture('a')} (product cup): Try it again later. (temporarily_unavailable)`],
  })
  expect((await read(`products/${id}`)).images).toEqual([shown('a'), kept(merchant)])
})

test('a run that fails says how far it came, and that it can be continued', async () => {
  const { merchant, product } = await merchantWithCategory(shown('a'))
  const { id } = await product('cup', { images: [shown('b')] })
  const revoked = { status: 401, code: 'invalid_api_key', detail: 'The key is revoked.' }
  await using api = await disturbedApi(merchant.token, (name) => {
    const isLater = api.received.some(
      ({ method, path }) => `${method} ${path}` === 'PATCH /admin/categories/cups',
    )
    return name === `PATCH /admin/products/${id}` && isLater ? revoked : undefined
  })
  const env = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  // So that it comes after the category.
  old.before = (name) =>
    name === 'b'
      ? expect.poll(() => api.received.filter(({ method }) => method === 'PATCH').length).toBe(1)
      : undefined
  expect(await adoptAs(env)).toEqual({
    code: 1,
    stdout: '1 picture adopted in 1 place, 0 not adopted\n',
    notes: [
      'stopped; run the same command again to continue',
      expect.stringMatching(/^error: The key is revoked\. \(invalid_api_key/),
    ],
  })
})

test('a key of a low rate is waited for', async () => {
  const { merchant, product } = await merchantWithCategory(shown('a'))
  await product('cup', { images: [shown('b')] })
  const limited = { status: 429, code: 'rate_limited', detail: 'Wait.' }
  const left = new Map([
    ['POST /admin/media', 3],
    ['GET /admin/categories/cups', 2],
  ])
  await using api = await disturbedApi(merchant.token, (name) => {
    const times = left.get(name) ?? 0
    left.set(name, times - 1)
    return times > 0 ? limited : undefined
  })
  const env = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  expect(await adoptAs(env)).toMatchObject({
    code: 0,
    stdout: '2 pictures adopted in 2 places, 0 not adopted\n',
  })
})
