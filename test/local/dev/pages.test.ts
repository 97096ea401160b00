import { once } from 'node:events'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages, type Pages } from '../../../lib/local/dev/pages-answer.ts'
import { type Gateway, listen } from '../../../lib/local/gateway/gateway.ts'
import { sendRaw, temporaryFolder } from '../fixture.ts'

const resources = new AsyncDisposableStack()
let folder: string
let gateway: Gateway
let root: string

beforeAll(async () => {
  folder = resources.use(await temporaryFolder()).path
  await mkdir(join(folder, 'site/deep'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'shop.html'), '<p>shop</p>')
  await writeFile(join(folder, 'site/index.html'), '<p>site</p>')
  await writeFile(join(folder, 'site/deep/a b.css'), 'p {}')
  await writeFile(join(folder, 'site/unknown.xyz'), 'x')
  await symlink(join(folder, 'secret.txt'), join(folder, 'site/link.txt'))
  gateway = await listen(0, () => Promise.reject(new Error('no function')), await openPages(pages()))
  resources.defer(() => gateway.close())
  gateway.open(NO_ROUTES)
  root = `http://localhost:${gateway.port}`
})
afterAll(() => resources.disposeAsync())

const pages = (): Pages => ({
  '/': { path: join(folder, 'shop.html') },
  '/p/*': { path: join(folder, 'shop.html') },
  '/site/': { path: join(folder, 'site') },
  '/made.json': { content: '{"ä":1}', type: 'application/json' },
  '/key.json': { content: '{"key":1}', type: 'application/json', isForLocalhost: true },
})

const NO_ROUTES = { apiId: 'a', stageVariables: undefined, routes: [] }

/** An API without routes says so: the request went on to it. */
const toApi = 404

test.each([
  ['localhost', 200],
  ['LOCALHOST:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['shop.example', toApi],
  ['localhost.shop.example:3000', toApi],
  ['127.0.0.1.shop.example', toApi],
])('a key is for pages of this machine: to the host %s the status is %i', async (host, status) => {
  const request = get({ port: gateway.port, path: '/key.json', headers: { host } })
  const [answer] = await once(request, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(status)
})

test.each([
  ['/', 'text/html; charset=utf-8', '<p>shop</p>'],
  ['/?shop=acme', 'text/html; charset=utf-8', '<p>shop</p>'],
  ['/p/green-tea?shop=acme', 'text/html; charset=utf-8', '<p>shop</p>'],
  ['/site/', 'text/html; charset=utf-8', '<p>site</p>'],
  ['/site/index.html', 'text/html; charset=utf-8', '<p>site</p>'],
  ['/site/deep/a%20b.css', 'text/css; charset=utf-8', 'p {}'],
  ['/site/unknown.xyz', 'application/octet-stream', 'x'],
  ['/made.json', 'application/json', '{"ä":1}'],
])('GET %s', async (path, type, body) => {
  const answer = await fetch(root + path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe(body)
})

test('until the API responds, / says that it is starting, and tries again automatically', async () => {
  const starting = await listen(0, () => Promise.reject(new Error('no function')), await openPages(pages()))
  resources.defer(() => starting.close())
  const get = async (path: string) => {
    const answer = await fetch(`http://localhost:${starting.port}${path}`)
    return { status: answer.status, text: await answer.text(), again: answer.headers.get('retry-after') }
  }
  for (const path of ['/', '/?shop=acme']) {
    const { status, text, again } = await get(path)
    expect({ status, again }).toEqual({ status: 503, again: '1' })
    expect(text).toContain('Storefront is starting.')
    expect(text).toContain('<meta http-equiv="refresh" content="1">')
  }
  expect((await get('/site/')).text).toBe('<p>site</p>')
  expect((await get('/api/v1/products')).status).toBe(503)
  starting.open(NO_ROUTES)
  expect((await get('/')).text).toBe('<p>shop</p>')
})

test('HEAD has the length and no body', async () => {
  const { status, head, body } = await sendRaw(root, ['HEAD /made.json HTTP/1.1'])
  expect({ status, body }).toEqual({ status: 200, body: '' })
  expect(head).toMatch(/content-length: 8\r\n/i)
})

test.each([
  '/site',
  '/site/deep',
  '/site/deep/',
  '/site/link.txt',
  '/site/../secret.txt',
  '/site/%2e%2e/secret.txt',
  '/site/..%2fsecret.txt',
  '/site//index.html',
  '//',
  '/api/v1/products',
  '/constructor',
])('%s is left to the API', async (path) => {
  expect((await sendRaw(root, [`GET ${path} HTTP/1.1`])).status).toBe(toApi)
})

test('a page is only read: POST goes to the API', async () => {
  expect((await fetch(`${root}/`, { method: 'POST' })).status).toBe(toApi)
})

test('an edit is seen at once; a removed file is 404', async () => {
  const file = join(folder, 'site/unknown.xyz')
  await writeFile(file, 'edited')
  expect(await (await fetch(`${root}/site/unknown.xyz`)).text()).toBe('edited')
  await rm(file)
  expect((await fetch(`${root}/site/unknown.xyz`)).status).toBe(toApi)
})

test.each([
  ['/api', 'no page can be at /api'],
  ['/api/v1/products', 'no page can be at /api/v1/products'],
  ['shop', 'no page can be at shop'],
])('refuses a page at %s', async (path, message) => {
  await expect(openPages({ [path]: { content: '', type: 'text/plain' } })).rejects.toThrow(message)
})

test('refuses what is not there, and a folder under a path without a slash', async () => {
  await expect(openPages({ '/': { path: join(folder, 'none') } })).rejects.toThrow('ENOENT')
  await expect(openPages({ '/site': { path: join(folder, 'site') } })).rejects.toThrow('/site/')
})
