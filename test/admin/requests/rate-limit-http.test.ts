import { describe, expect, test } from 'vitest'
import { rateKey } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { suspend } from '../../support/identity-items.ts'
import { itemsIn, plantItem } from '../../support/items.ts'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { type Lines, problemIn, send } from '../../support/send.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { askAs, makeShelves, outcome, TEA, type Told } from '../merchant.ts'

/** One call comes back in a second: nothing here takes so long that it could matter. */
const SLOW = { per_second: 1, burst: 5_000 }
const POLICY = '"default";q=5000;w=5000'

const shop = await makeMarkedShop('limited')
const { apiKey, token } = await makeKey(shop.business, { rate_limit: SLOW })

/** The headers of the rate limit. */
const paceOf = (headers: Headers) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
const LEFT = /^"default";r=49\d\d;t=1$/

const bucketOf = (business: Business, keyId: string) => itemsIn(rateKey(business.id, keyId).pk)

/** Leaves a key nothing for an hour. */
const empty = (business: Business, keyId: string) =>
  plantItem({ ...rateKey(business.id, keyId), type: 'rate', tat: (Date.now() + 9_500_000) * 1000 })

test('every response to a key shows the remaining requests, also to HEAD and without a body', async () => {
  const merchant = await makeShelves()
  const key = await makeKey(merchant.business, { rate_limit: SLOW })
  const ask = (...sent: [string, string, object?, Record<string, string>?]) => askAs(key.token, ...sent)
  const created = await ask('POST', '/admin/products', TEA)
  const path = `/admin/products/${created.body.id}`
  const answers = [
    created,
    await ask('GET', path),
    await ask('HEAD', path),
    await ask('PATCH', path, { price: 1 }, { 'if-match': '"other"' }),
    await ask('PATCH', path, { price: -1 }),
    await ask('POST', '/admin/products/bulk', { operations: [{ op: 'delete', id: created.body.id }] }),
    await ask('DELETE', path),
    await ask('GET', '/admin/business?x=1'),
    await ask('DELETE', '/admin/categories/pots'),
  ]
  expect(answers.map((answer) => (answer.text === '' ? String(answer.status) : outcome(answer)))).toEqual([
    '201',
    '200',
    '200',
    '412 precondition_failed',
    '422 validation_failed',
    '200',
    '404 product_not_found',
    '400 unknown_parameter',
    '204',
  ])
  for (const { headers } of answers) expect(paceOf(headers)).toEqual([POLICY, expect.stringMatching(LEFT)])
  const [bucket] = await bucketOf(merchant.business, key.apiKey.id)
  const { body } = await ask('GET', '/admin/api-keys/current')
  expect(Date.parse(String(body.last_used_at))).toBeGreaterThanOrEqual(
    Date.parse(String(bucket?.last_used_at)),
  )
})

/**
 * A call that was weighed. On a machine so busy that a bucket cannot be written in its 400 ms a call passes, and says
 * so by an answer without `ratelimit`; that is tested where time can be made to stand still (test/faults/rate-limit).
 */
async function weighed(...sent: Parameters<typeof askAs>): Promise<Told> {
  const told = await askAs(...sent)
  return told.headers.has('ratelimit') ? told : weighed(...sent)
}

test('a key without a call left is refused by every function, and other keys are not', async () => {
  const merchant = await makeShelves()
  const key = await makeKey(merchant.business, { rate_limit: SLOW })
  const paths = ['/admin/business', '/admin/categories', '/admin/products']
  for (const path of paths) expect((await askAs(key.token, 'GET', path)).status).toBe(200)
  await empty(merchant.business, key.apiKey.id)
  for (const path of paths) {
    const refused = await weighed(key.token, 'GET', path)
    expect(outcome(refused)).toBe('429 rate_limited')
    expect(paceOf(refused.headers)).toEqual([POLICY, expect.stringMatching(/^"default";r=0;t=4\d{3}$/)])
    const wait = Number(refused.headers.get('retry-after'))
    expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${wait}`)
    expect(outcome(await merchant.ask('GET', path))).toBe('200')
  }
  const head = await weighed(key.token, 'HEAD', '/admin/business')
  expect([head.status, head.text, Number(head.headers.get('retry-after')) > 4_000]).toEqual([429, '', true])
})

describe('where no key is weighed', () => {
  const SLUG = { 'x-public-business-slug': shop.business.slug }
  const KEY = { authorization: `Bearer ${token}` }

  /** The names of the headers about the rate limit. */
  const paceNames = ({ headers }: { headers: object }) =>
    Object.keys(headers).filter((name) => name.startsWith('ratelimit'))

  test.each(shop.paths)('a public request costs nothing: %s', async (path) => {
    for (const headers of [SLUG, KEY, { ...SLUG, ...KEY }] as Lines[]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await send(path, headers, method)
        expect([answer.status, paceNames(answer)]).toEqual([200, []])
      }
    }
    expect(paceNames(await send(`${path}?unknown=1`, KEY))).toEqual([])
    expect(await bucketOf(shop.business, apiKey.id)).toEqual([])
  })

  test('a key without a call left can still read what is public', async () => {
    const { apiKey, token } = await makeKey(shop.business, { rate_limit: SLOW })
    await empty(shop.business, apiKey.id)
    const answer = await send('/products', { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(200)
  })

  test('an unknown path is 404 and another method 405 under /admin for anybody: no key is read', async () => {
    for (const [method, path, code] of [
      ['DELETE', '/admin/business', 'method_not_allowed'],
      ['GET', '/admin/nothing', 'route_not_found'],
      ['GET', '/admin', 'route_not_found'],
      ['OPTIONS', '/admin/products', undefined],
    ] as const) {
      const answer = await send(path, KEY, method)
      if (code) expect(problemIn(answer).code).toBe(code)
      expect(paceNames(answer)).toEqual([])
    }
    expect(await bucketOf(shop.business, apiKey.id)).toEqual([])
  })

  test('a client that is not let in gets no header about a rate limit', async () => {
    const suspended = await makeBusiness()
    const closed = await makeKey(suspended)
    await suspend(suspended)
    const asked: [Lines, string][] = [
      [{ authorization: 'Bearer sfk_x' }, 'invalid_api_key'],
      [{}, 'identification_required'],
      [{ ...KEY, 'x-public-business-slug': suspended.slug }, 'identity_conflict'],
      [{ authorization: `Bearer ${closed.token}` }, 'business_suspended'],
    ]
    for (const [headers, code] of asked) {
      const answer = await send('/admin/business', headers)
      expect([problemIn(answer).code, paceNames(answer)]).toEqual([code, []])
    }
    expect(await bucketOf(suspended, closed.apiKey.id)).toEqual([])
    expect(await bucketOf(shop.business, apiKey.id)).toEqual([])
  })
})
