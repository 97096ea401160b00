import { expect, inject, test } from 'vitest'
import { NO_SHOP_PAGES } from '../../../lib/api/http/documentation/shop.ts'
import { GROUPS } from '../../../lib/operator/smoke/checks/all.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { deploymentWith, type Fault, type Reply } from './breaking-proxy.ts'
import { json, rewritten } from './faults.ts'
import { contentOf, makeShop, smoke } from './smoke.ts'

const names = GROUPS.flatMap(({ checks }) => checks.map(({ name }) => name))

test('no two checks have the same name', () => {
  expect(new Set(names).size).toBe(names.length)
})

test('all checks pass with a key, and nothing is left behind', async () => {
  const { business, token } = await makeShop()
  const before = await contentOf(business)
  const { code, stdout, stderr } = await smoke([await deploymentWith({})], token)
  expect(stdout.match(/^ {2}(FAILED|skipped).*/gm)).toBeNull()
  expect(stdout).toContain(`: ${names.length} passed, 0 failed, 0 skipped\n`)
  expect(stdout).toContain('\nNot checked here: throttling')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).not.toContain(token)
  expect(before).toHaveLength(4)
  expect(await contentOf(business)).toEqual(before)
})

const isWrite = (method: string, path: string) =>
  /^(POST|PUT|PATCH|DELETE)$/.test(method) && path.startsWith('/admin/')

const readOnlyReply = (): Reply => ({
  status: 503,
  headers: [['content-type', 'application/problem+json']],
  body: Buffer.from('{"code":"read_only"}'),
})

test('in a deployment that is read-only the writes are skipped, and the reason is named', async () => {
  const { business, token } = await makeShop()
  const readOnly: Fault = {
    instead: ({ method, path }) => (isWrite(method, path) ? readOnlyReply() : undefined),
  }
  const { code, stdout } = await smoke([await deploymentWith(readOnly)], token)
  expect(stdout.match(/^ {2}FAILED.*/gm)).toBeNull()
  expect(stdout).toMatch(/, 0 failed, (\d+) skipped \(\1: the deployment is read-only: setting readOnly\)/)
  expect(stdout).toContain('  skipped  POST creates a category (the deployment is read-only')
  expect(code).toBe(0)
  expect(await contentOf(business)).toHaveLength(4)
})

test('a deployment without pages of shops passes: its function says that there are none', async () => {
  const off: Fault = {
    instead: ({ path }) =>
      path.startsWith('/shop/') ? json(404, { code: 'route_not_found', detail: NO_SHOP_PAGES }) : undefined,
  }
  const { code, stdout } = await smoke([await deploymentWith(off)])
  expect(stdout.match(/^ {2}FAILED.*/gm)).toBeNull()
  expect(code).toBe(0)
})

test('with a slug the checks that need a key are skipped, and the reason is named', async () => {
  const { business } = await makeShop()
  const { code, stdout } = await smoke([inject('baseUrl'), '--slug', business.slug])
  expect(code).toBe(0)
  expect(stdout).toContain('  skipped  POST creates a category (needs an API key: set STOREFRONT_API_KEY)')
  expect(stdout).toMatch(
    /: \d+ passed, 0 failed, (\d+) skipped \(\1: needs an API key: set STOREFRONT_API_KEY\)/,
  )
  expect(stdout).toContain('  passed   a cursor leads to the next product')
})

test('without a business the rest runs, as JSON too', async () => {
  const { code, stdout } = await smoke([inject('baseUrl'), '--json'])
  const { passed, failed, skipped, checks, not_removed, not_checked, ...about } = JSON.parse(stdout)
  expect([code, failed, passed + skipped]).toEqual([0, 0, names.length])
  expect(passed).toBeGreaterThan(25)
  expect(about).toMatchObject({ base_url: inject('baseUrl'), business: null, has_key: false })
  expect([not_removed, not_checked.length]).toEqual([[], 4])
  expect(checks[0]).toEqual({
    group: 'Reachability and health',
    name: 'GET /health returns ok and is not cached',
    status: 'passed',
  })
  expect(
    checks.find(({ name }: { name: string }) => name === 'the slug identifies the business'),
  ).toMatchObject({
    status: 'skipped',
    reason: 'needs a business: --slug or an API key',
  })
})

test('without the scopes of inventory, events, pictures and webhooks, or without room for a webhook, their checks are skipped', async () => {
  const scopes = ['products:write', 'categories:write', 'webhooks:read']
  const reader = await smoke([await deploymentWith({})], await makeToken(await makeBusiness(), { scopes }))
  expect([reader.code, reader.stderr]).toEqual([0, ''])
  for (const line of [
    'GET /admin/events returns a page of the feed, with the position after it (needs the scope events:read)',
    'GET /admin/inventory returns what is tracked (needs the scope inventory:read)',
    'an adjustment changes the quantity, once for each Idempotency-Key (needs the scope inventory:write)',
    'a webhook to an address that is not public is refused (needs the scope webhooks:write)',
    'the webhook is read by its id, without its secret (needs the scope webhooks:write)',
    'a picture of one pixel is drawn, read at its address, and deleted (needs the scope media:write)',
  ])
    expect(reader.stdout).toContain(`  skipped  ${line}`)
  const { business, token } = await makeShop()
  let looks = 0
  const full = await deploymentWith(
    rewritten(/^\/admin\/webhooks\?/, (text) =>
      looks++ === 0 ? text.replace('"count":0', '"count":20') : text,
    ),
  )
  const before = await contentOf(business)
  const { code, stdout } = await smoke([full], token)
  expect(code).toBe(0)
  expect(stdout).toContain(
    '  skipped  POST creates a disabled webhook and shows its secret (the business already has 20 webhooks)',
  )
  expect(stdout).toContain('  passed   a webhook to an address that is not public is refused')
  expect(await contentOf(business)).toEqual(before)
})

test('the secret of a webhook is not printed when a check fails', async () => {
  const { token } = await makeShop()
  let secret = ''
  const baseUrl = await deploymentWith(
    rewritten(/^\/admin\/webhooks$/, (text) => {
      secret = /"secret":"whsec_([^"]+)"/.exec(text)?.[1] ?? secret
      // At the beginning, because a long body is cut.
      return text.replace(/^{(.*),"secret":"whsec_([^"]+)"/s, '{"secret":"whsec_0$2",$1')
    }),
  )
  const { stdout } = await smoke([baseUrl], token)
  expect(stdout).toContain('  FAILED   POST creates a disabled webhook and shows its secret')
  expect(stdout).toContain('whsec_…')
  expect([secret.length, stdout.includes(secret)]).toEqual([44, false])
})

test('in a business without products the checks that need two are skipped', async () => {
  const token = await makeToken(await makeBusiness(), { scopes: ['products:write', 'categories:write'] })
  const { code, stdout } = await smoke([await deploymentWith({})], token)
  expect(code).toBe(0)
  expect(stdout).toContain('  skipped  a cursor leads to the next product (needs two published products)')
  expect(stdout).toContain('  passed   DELETE removes the product')
})

test('while another import of the business is under way, the checks of imports are skipped', async () => {
  const { token } = await makeShop()
  const id = 'imp_01a1f862-3c4d-7e5f-a061-728394a5b6c7'
  const busy = rewritten(/^\/admin\/imports\?limit=1$/, () => `{"data":[{"id":"${id}","status":"queued"}]}`)
  const { code, stdout } = await smoke([await deploymentWith(busy)], token)
  expect(code).toBe(0)
  expect(stdout).toContain(
    `  skipped  a file for an import arrives byte for byte (the import ${id} is under way)`,
  )
})

test('where there are no pictures, their check is skipped, and the setting is named', async () => {
  const { token } = await makeShop()
  const without: Fault = {
    instead: ({ path }) =>
      path.startsWith('/admin/media') ? json(404, { code: 'route_not_found' }) : undefined,
  }
  const { code, stdout } = await smoke([await deploymentWith(without)], token)
  expect(code).toBe(0)
  expect(stdout).toContain(
    '  skipped  a picture of one pixel is drawn, read at its address, and deleted (the deployment does not have the setting media)',
  )
})
