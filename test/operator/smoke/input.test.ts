import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import { reach } from '../../../lib/operator/smoke/address.ts'
import { createClient } from '../../../lib/operator/smoke/client.ts'
import { jsonOf, textOf } from '../../../lib/operator/smoke/expect.ts'
import { runChecks } from '../../../lib/operator/smoke/run.ts'
import { makeBusiness, makeKey, makeToken } from '../../support/shop.ts'
import { breakingProxy, gatewayReply } from './breaking-proxy.ts'
import { contextFor, makeShop, smoke } from './smoke.ts'

/** A server on this machine that responds to everything in this way. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The one line with which the program refuses its input. */
async function refusal(argv: readonly string[], key?: string): Promise<string> {
  const { code, stdout, stderr } = await smoke(argv, key)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr.split('\n')).toHaveLength(1)
  return stderr
}

test.each([
  [[], 'error: name the base URL: npm run smoke -- https://api.example.com/api/v1'],
  [['api.example'], 'error: "api.example" is not a URL: write it as https://api.example.com/api/v1'],
  [
    ['ftp://a.example'],
    'error: "ftp://a.example" is not an http(s) URL: write it as https://api.example.com/api/v1',
  ],
  [
    ['https://a.example/api/v1?x=1'],
    'error: "https://a.example/api/v1?x=1" has a query or a fragment: remove it',
  ],
  [
    ['https://a:b@a.example/api/v1'],
    'error: the URL has a user name or a password: remove it; a key is set as STOREFRONT_API_KEY',
  ],
  [['https://a.example', '--slug', 'Not A Slug'], 'error: "Not A Slug" cannot be the slug of a business'],
  [
    ['https://a.example', '--key', 'sfk_short'],
    'error: the API key is malformed or incomplete: it must be sfk_ and 49 letters and digits',
  ],
  [
    ['http://a.example', '--key', mintToken()],
    'error: an API key is not sent over http: use the https URL of the deployment',
  ],
  [['https://a.example', '--kye', 'x'], "error: unknown option '--kye' (Did you mean --key?)"],
  [['https://a.example', '--key'], "error: option '--key <token>' argument missing"],
])('%j is refused in one line', async (argv, line) => {
  expect(await refusal(argv)).toBe(line)
})

test('--help and --version exit with 0', async () => {
  const { stdout } = process
  const written: unknown[] = []
  const write = stdout.write
  stdout.write = (text: unknown) => written.push(text) > 0
  try {
    expect([(await smoke(['--help'])).code, (await smoke(['--version'])).code]).toEqual([0, 0])
  } finally {
    stdout.write = write
  }
  expect(written.join('').replaceAll(/\s+/g, ' ')).toContain('Set it as STOREFRONT_API_KEY')
})

test('a host that is dead or unknown, and a server without TLS, are refused in one line', async () => {
  const closed = await breakingProxy({})
  await closed.close()
  expect(await refusal([closed.baseUrl])).toMatch(
    / does not respond: GET \/health: .*ECONNREFUSED.*; check the URL$/,
  )
  expect(await refusal(['https://no-such-host.invalid'])).toMatch(/ENOTFOUND|EAI_AGAIN/)
  const plain = (await serve((_, response) => response.end())).replace('http:', 'https:')
  expect(await refusal([plain])).toMatch(/^error: https:.* does not respond: GET \/health: .*(SSL|EPROTO)/)
})

test('a host that never responds is given up', async () => {
  const silent = await serve(() => {})
  await expect(reach(new URL(silent), 50)).rejects.toThrow(
    `does not respond: GET /health: no response in time`,
  )
})

test.each([
  ['a web page', 'text/html', 404, '<h1>Shop</h1>', 'returned a web page (404); the URL ends in /api/v1'],
  [
    'other JSON',
    'application/json',
    200,
    '{"a":1}',
    'returned 200 with other JSON, {"a":1}; the URL ends in /api/v1',
  ],
  ['another text', 'text/plain', 200, 'ok', 'returned 200; the URL ends in /api/v1'],
])('%s is not a deployment', async (_, type, status, body, complaint) => {
  const url = await serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
  expect(await refusal([url])).toBe(
    `error: ${url}/ is not the base URL of a deployment: GET ${url}/health ${complaint}`,
  )
})

test('a redirect is not followed: the key stays with the URL that was given', async () => {
  const seen: unknown[] = []
  const url = await serve(({ headers }, response) => {
    seen.push(headers.authorization)
    response.writeHead(301, { location: 'https://elsewhere.example/' }).end()
  })
  expect(await refusal([url], mintToken())).toContain('redirects to https://elsewhere.example/; use the URL')
  expect(seen).toEqual([undefined, undefined])
})

test('a URL without its base path is completed', async () => {
  const { code, stderr } = await smoke([new URL('/', inject('baseUrl')).href])
  expect(stderr).toBe(`Using ${inject('baseUrl')}, where the API responds.`)
  expect(code).toBe(0)
  expect((await smoke([`${inject('baseUrl')}/`])).stderr).toBe('')
})

test('a key that cannot be used is refused in one line, and is not printed', async () => {
  const base = inject('baseUrl')
  expect(await refusal([base], mintToken())).toBe(
    'error: this deployment refuses the API key: it is unknown, revoked or expired, or not allowed from this address',
  )
  const business = await makeBusiness()
  const ended = await makeKey(business, { expires_at: '2020-01-01T00:00:00.000Z' })
  expect(await refusal([base], ended.token)).toMatch(/refuses the API key/)
  const reader = await makeToken(business, { scopes: ['products:write', 'categories:read'] })
  expect(await refusal([base, '--key', reader])).toBe(
    'error: the API key does not have categories:write: use a key with products:write and categories:write',
  )
})

test('a slug that is not known, or not that of the key, is refused in one line', async () => {
  const base = inject('baseUrl')
  expect(await refusal([base, '--slug', 'no-such-shop-0'])).toBe(
    'error: this deployment has no active business "no-such-shop-0": check --slug',
  )
  const { business, token } = await makeShop()
  expect(await refusal([base, '--slug', 'another-shop'], token)).toBe(
    `error: the API key belongs to "${business.slug}", not to "another-shop": remove --slug`,
  )
})

test('a deployment that sends the token, controls and long texts back: none of them reaches the terminal', async () => {
  const { token } = await makeShop()
  for (const text of ['\u001b[2J', 'x'.repeat(1000)]) {
    const { baseUrl, close } = await breakingProxy({
      response(reply, { path, headers }) {
        const sent = headers.find(([name]) => name === 'authorization')?.[1]
        if (path === '/health' || reply.status === 200) return
        reply.headers = [['content-type', text.startsWith('x') ? text : 'text/plain']]
        Object.assign(reply, { status: 500, body: Buffer.from(`${sent} ${text}`) })
      },
    })
    onTestFinished(close)
    for (const argv of [[baseUrl], [baseUrl, '--json']]) {
      const { code, stdout, stderr } = await smoke(argv, token)
      expect(code).toBe(1)
      expect(stdout).toMatch(text.startsWith('x') ? /x{200}…/ : /Bearer sfk_… �\[2J/)
      expect(stdout + stderr).not.toContain(token.slice(4))
      for (const wrong of ['\u001b', '\\u001b', 'x'.repeat(301)]) expect(stdout).not.toContain(wrong)
    }
  }
})

test('a key that works under /admin alone is a failure, not a reason to skip', async () => {
  const { token } = await makeShop()
  const { baseUrl, close } = await breakingProxy({
    instead: ({ path }) => (path === '/business' ? gatewayReply(500, 'Internal Server Error') : undefined),
  })
  onTestFinished(close)
  const { code, stdout } = await smoke([baseUrl], token)
  expect(code).toBe(1)
  expect(stdout).toContain('  FAILED   an API key identifies its business, and its response is private')
})

test.each([500, 502, 503, 504, 429])(
  'a deployment whose GET /health is %i is checked, and the check of it fails',
  async (status) => {
    const page = {
      status,
      headers: [
        ['content-type', 'text/html'],
        ['retry-after', '0'],
      ] as [string, string][],
    }
    const { baseUrl, close } = await breakingProxy({
      instead: ({ path }) =>
        path === '/health' ? { ...page, body: Buffer.from('<h1>Error</h1>') } : undefined,
    })
    onTestFinished(close)
    const { code, stdout, stderr } = await smoke([baseUrl])
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).toContain('  FAILED   GET /health returns ok and is not cached')
    expect(stdout).toContain(`GET /health returned ${status} text/html <h1>Error</h1>`)
    expect(stdout).toContain('  passed   a request without identification is refused')
  },
)

test('a host that fails at every path is not taken for a deployment unless its URL ends in the base path', async () => {
  const url = await serve((_, response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<p>'),
  )
  expect(await refusal([url])).toContain('is not the base URL of a deployment')
})

test('a client waits for limits for a minute in all, and then sends each limited request once', async () => {
  let requests = 0
  const url = await serve((_, response) => {
    requests++
    response.writeHead(429, { 'retry-after': '5' }).end()
  })
  let waitedMs = 0
  const client = createClient(new URL(url), 10_000, async (ms) => {
    waitedMs += ms
  })
  for (let n = 0; n < 20; n++) expect((await client.send('/health')).status).toBe(429)
  expect([requests, waitedMs]).toEqual([20 + 12, 60_000])
})

test('a limited request is sent again after Retry-After', async () => {
  let limited = 0
  const { baseUrl, close } = await breakingProxy({
    instead: () =>
      limited++ < 2
        ? { ...gatewayReply(429, 'Too Many Requests'), headers: [['retry-after', '0']] }
        : undefined,
  })
  onTestFinished(close)
  expect((await createClient(new URL(baseUrl)).send('/health')).status).toBe(200)
  expect(limited).toBe(3)
})

test('a deployment that stops responding ends the checks', async () => {
  const context = await contextFor(undefined)
  const { baseUrl, close } = await breakingProxy({})
  await close()
  const check = { needs: [], run: ({ client }: typeof context) => client.send('/health').then(() => {}) }
  const checks = ['1', '2', '3', '4', '5'].map((name) => ({ ...check, name }))
  const results = await runChecks(
    { ...context, client: createClient(new URL(baseUrl)) },
    [{ name: 'All', checks }],
    {
      signal: new AbortController().signal,
      onResult: () => {},
    },
  )
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'skipped', 'skipped'])
  expect(results[4]).toMatchObject({ reason: 'the deployment no longer responds' })
})

test('checks run even if no request before them had a response, so that they can fail', async () => {
  const context = await contextFor(undefined)
  const client = { ...context.client, silent: 3 }
  const checks = [{ name: 'one', needs: [], run: async () => {} }]
  const { signal } = new AbortController()
  const results = await runChecks({ ...context, client }, [{ name: 'All', checks }], {
    signal,
    onResult: () => {},
  })
  expect(results).toMatchObject([{ status: 'passed' }])
})

test.each(['gzip', 'br'])('a body that is not %s, against its Content-Encoding, is named', async (coding) => {
  const broken = {
    name: 'GET /x',
    status: 200,
    headers: new Map([['content-encoding', coding]]),
    body: Buffer.from('{}'),
  }
  for (const read of [textOf, jsonOf])
    expect(() => read(broken)).toThrow(
      /^expected a body that can be decompressed, came GET \/x returned 200 \{\}/,
    )
})
