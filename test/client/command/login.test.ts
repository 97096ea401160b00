import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { makeBusiness, makeKey, makeToken } from '../../support/shop.ts'
import { asKey, environment, npxStorehatch } from './installed.ts'

const baseUrl = inject('baseUrl')
const business = await makeBusiness({ name: 'Acme Stationery' })
const { token, apiKey } = await makeKey(business, {
  name: 'Laptop',
  scopes: ['products:read'],
  rate_limit: { per_second: 7, burst: 50 },
})

/** The line with the address of its shop. */
const SEE_IT = `See it: ${baseUrl}/shop/${business.slug}`

/** The mode of a file or folder, as `chmod` takes it. */
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('login checks the key, and saves it where only its user can read it', async () => {
  const env = await environment()
  const folder = join(String(env.HOME), '.config/storefront')
  const { code, stdout, notes } = await npxStorehatch(env, ['login', '--url', `${baseUrl}/`], `${token}\n`)
  expect([code, notes]).toEqual([0, [SEE_IT, `saved in ${folder}/credentials.json`]])
  expect(stdout).toContain('business    Acme Stationery')
  expect(stdout).not.toContain(token)
  expect([await modeOf(folder), await modeOf(join(folder, 'credentials.json'))]).toEqual(['700', '600'])
  expect(JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'))).toEqual({
    url: baseUrl,
    api_key: token,
  })
  expect(await npxStorehatch(env, ['whoami'])).toEqual({ code: 0, stdout, notes: [SEE_IT] })
  const removed = `removed ${folder}/credentials.json\n`
  expect(await npxStorehatch(env, ['logout'])).toEqual({ code: 0, stdout: removed, notes: [] })
  expect(await npxStorehatch(env, ['whoami'])).toEqual({
    code: 1,
    stdout: '',
    notes: [
      'error: you are not logged in; run `npx storehatch login`, or set STOREFRONT_URL and STOREFRONT_API_KEY',
    ],
  })
})

test('whoami shows the business, the key, its scopes and its rate limit', async () => {
  const { stdout } = await npxStorehatch(await asKey(token), ['whoami'])
  expect(stdout.split('\n')).toEqual([
    `business    Acme Stationery (${business.slug}, EUR)`,
    `key         Laptop (${token.slice(0, 8)}…${token.slice(-4)})`,
    'scopes      products:read',
    'rate limit  7 requests per second, 50 at once',
    'expires     never',
    `url         ${baseUrl}`,
    '',
  ])
  const json = await npxStorehatch(await asKey(token), ['whoami', '--json'])
  expect(json.notes).toEqual([])
  expect(JSON.parse(json.stdout)).toEqual({
    url: baseUrl,
    business: { id: business.id, slug: business.slug, name: 'Acme Stationery', currency: 'EUR' },
    key: expect.objectContaining({ id: apiKey.id, name: 'Laptop', scopes: ['products:read'] }),
  })
})

test('the environment wins over the file, which is in the folder of XDG_CONFIG_HOME', async () => {
  const other = await makeBusiness()
  const env = await environment()
  env.XDG_CONFIG_HOME = join(String(env.HOME), 'settings')
  const { notes } = await npxStorehatch(env, ['login', '--url', baseUrl], token)
  expect(notes).toEqual([SEE_IT, `saved in ${env.XDG_CONFIG_HOME}/storefront/credentials.json`])
  const asOther = { ...env, STOREFRONT_API_KEY: await makeToken(other) }
  const { stdout } = await npxStorehatch(asOther, ['whoami', '--json'])
  expect(JSON.parse(stdout).business.id).toBe(other.id)
})

test('a saved key is not sent to a URL that it was not saved for', async () => {
  const env = await environment()
  await npxStorehatch(env, ['login', '--url', baseUrl], token)
  const elsewhere = { ...env, STOREFRONT_URL: 'https://elsewhere.example/api/v1' }
  expect(await npxStorehatch(elsewhere, ['whoami'])).toEqual({
    code: 1,
    stdout: '',
    notes: [`error: STOREFRONT_URL is set, but the saved key is for ${baseUrl}; also set STOREFRONT_API_KEY`],
  })
})

test.each([
  ['a key that the API does not know', baseUrl, 'sfk_unknown', 1, /^error: this is not an API key: /],
  ['a URL over http', 'http://shop.example/api/v1', token, 2, /^error: .*: the URL must begin with https:/],
  ['a text that is not a URL', 'shop', token, 2, /^error: shop: this is not a URL such as /],
  [
    'a path that is not the API',
    baseUrl.replace('/api/v1', '/shop'),
    token,
    1,
    /^error: .+ \(route_not_found, request /,
  ],
])('login refuses %s in one line, and saves nothing', async (_, url, key, code, line) => {
  const env = await environment()
  const outcome = await npxStorehatch(env, ['login', '--url', url], key)
  expect(outcome).toEqual({ code, stdout: '', notes: [expect.stringMatching(line)] })
  await expect(stat(join(String(env.HOME), '.config'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a key that is not valid any more is one line with the code and the request', async () => {
  const { token: ended } = await makeKey(business, { expires_at: '2026-01-01T00:00:00Z' })
  const { code, stdout, notes } = await npxStorehatch(await asKey(ended), ['products', 'list'])
  expect([code, stdout]).toEqual([1, ''])
  expect(notes).toEqual([expect.stringMatching(/^error: .+ \(invalid_api_key, request [0-9a-f-]{36}\)$/)])
})

test('a scope that the key does not have is named', async () => {
  const { code, notes } = await npxStorehatch(await asKey(token), ['events', 'follow'])
  expect([code, notes]).toEqual([
    1,
    [expect.stringMatching(/^error: .*events:read.* \(insufficient_scope, /)],
  ])
})
