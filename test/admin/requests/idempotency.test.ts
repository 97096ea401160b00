import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { countsOf } from '../../support/items.ts'
import { makeToken } from '../../support/shop.ts'
import {
  askAs,
  atOnce,
  type Merchant,
  makeShelves,
  outcome,
  type Sent,
  TEA,
  type Told,
  tally,
} from '../merchant.ts'
import { everythingOf, overwrite, recordsOf, typesOf } from '../table.ts'

let shop: Merchant
let key: string

beforeEach(async () => {
  shop = await makeShelves()
  key = randomUUID()
})

const post = (body: Sent, idempotencyKey = key, path = '/admin/products', token = shop.token) =>
  askAs(token, 'POST', path, body, { 'idempotency-key': idempotencyKey })

const records = () => recordsOf(shop.business.id)

/** An answer but for what names this one request and this one moment. */
const lasting = ({ status, headers, text }: Told) => ({
  status,
  headers: Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'x-request-id', 'apigw-requestid'].includes(name)),
  ),
  text,
})

const isReplay = ({ headers }: Told) => headers.get('idempotency-replayed')

describe.each([
  ['/admin/products', TEA, { ...TEA, price: 1 }],
  ['/admin/categories', { name: 'Cups' }, { name: 'Mugs' }],
])('a repetition of POST %s', (path, body, other) => {
  test('returns the first response, and says so', async () => {
    const first = await post(body, key, path)
    expect([first.status, isReplay(first)]).toEqual([201, null])
    const before = await everythingOf(shop.business.id)
    for (let n = 0; n < 3; n++) {
      const { headers, ...again } = lasting(await post(body, key, path))
      const { 'idempotency-replayed': replayed, ...others } = headers
      expect(replayed).toBe('true')
      expect({ headers: others, ...again }).toEqual(lasting(first))
    }
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })

  test('with another body is refused and does nothing', async () => {
    await post(body, key, path)
    const before = await everythingOf(shop.business.id)
    expect(outcome(await post(other, key, path))).toBe('422 idempotency_key_reused')
    expect(await everythingOf(shop.business.id)).toEqual(before)
    expect(isReplay(await post(body, key, path))).toBe('true')
  })

  test('keeps only the response', async () => {
    const { text, headers } = await post(body, key, path)
    const [record, ...more] = await records()
    expect(more).toEqual([])
    expect(Object.keys(record ?? {}).sort()).toEqual(
      ['body', 'expires_at', 'fingerprint', 'headers', 'pk', 'sk', 'statusCode', 'ttl', 'type'].sort(),
    )
    const names = ['cache-control', 'content-type', 'etag', 'location']
    expect(record).toMatchObject({
      type: 'idempotency',
      statusCode: 201,
      body: text,
      headers: Object.fromEntries(names.map((name) => [name, headers.get(name)])),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      sk: `POST /api/v1${path}#${key}`,
    })
    expect(Object.keys(Object(record?.headers)).sort()).toEqual(names)
    expect(JSON.stringify(record)).not.toContain(shop.token)
    const expires_at = record?.expires_at
    expect(record?.ttl).toBe(expires_at)
    const inADay = Date.now() / 1000 + 24 * 60 * 60
    expect(Number(expires_at)).toBeGreaterThan(inADay - 60)
    expect(Number(expires_at)).toBeLessThanOrEqual(inADay)
  })

  test('after 24 h and a second it is a new request, even while the record is still there', async () => {
    const first = await post(body, key, path)
    const [record] = await records()
    if (!record) throw new Error('no record')
    const expire = () => overwrite(record, 'expires_at', Math.floor(Date.now() / 1000) - 1)
    await expire()
    const second = await post(body, key, path)
    expect([second.status, isReplay(second)]).toEqual([201, null])
    expect(second.body.id).not.toBe(first.body.id)
    expect(lasting(await post(body, key, path)).text).toBe(second.text)
    await expire()
    expect([(await post(other, key, path)).status, (await records()).length]).toEqual([201, 1])
  })
})

test('equal content is the same request, in any notation', async () => {
  const first = await post('{"name":"Sencha","price":1000,"category_id":"tea","metadata":{"a":"é","b":"2"}}')
  for (const same of [
    '{"category_id":"tea","metadata":{"b":"2","a":"\\u00e9"},"price":1e3,"name":"Sencha"}',
    ' {"name":"x","name":"Sencha","price":1000.0,"category_id":"tea","metadata":{"a":"\\u00E9","b":"2"}}\n',
  ]) {
    const again = await post(same)
    expect([isReplay(again), again.text]).toEqual(['true', first.text])
  }
  for (const other of ['{"a":"2","b":"é"}', '{"a":"é"}', '{"a":"é","b":"2","c":""}', '{}'])
    expect(
      outcome(await post(`{"name":"Sencha","price":1000,"category_id":"tea","metadata":${other}}`)),
    ).toBe('422 idempotency_key_reused')
})

test('a default that is written out is content: a body is compared as it was sent', async () => {
  await post(TEA)
  expect(outcome(await post({ ...TEA, description: '' }))).toBe('422 idempotency_key_reused')
  expect(isReplay(await post(TEA))).toBe('true')
})

test('the order of a list is content', async () => {
  await post({ ...TEA, tags: ['a', 'b'] })
  expect(outcome(await post({ ...TEA, tags: ['b', 'a'] }))).toBe('422 idempotency_key_reused')
})

test('one key means another call to another path, for another API key and in another business', async () => {
  const other = await makeShelves()
  const second = await makeToken(shop.business)
  const answers = [
    await post(TEA),
    await post(TEA, key, '/admin/products', second),
    await post(TEA, key, '/admin/products', other.token),
    await post({ name: 'Cups' }, key, '/admin/categories'),
    await post({ operations: [{ op: 'create', data: TEA }] }, key, '/admin/products/bulk'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200])
  expect(answers.map(isReplay)).toEqual(answers.map(() => null))
  expect((await countsOf(shop.business.id)).tea).toBe(3)
  expect((await countsOf(other.business.id)).tea).toBe(1)
})

test('a failure is not kept: without its cause the retried request succeeds', async () => {
  const body = { ...TEA, category_id: 'later', slug: 'wanted' }
  const holder = await post({ ...TEA, slug: 'wanted' }, randomUUID())
  expect(outcome(await post({ ...body, price: -1 }))).toBe('422 validation_failed')
  expect(outcome(await post(body))).toBe('422 validation_failed')
  await shop.ask('POST', '/admin/categories', { name: 'Later', id: 'later' })
  expect(outcome(await post(body))).toBe('409 slug_taken')
  await shop.ask('DELETE', `/admin/products/${holder.body.id}`)
  expect(outcome(await post(body))).toBe('201')
  expect(isReplay(await post(body))).toBe('true')
})

test('a replay needs nothing of what it speaks of: the product may be changed or gone', async () => {
  const first = await post(TEA)
  await shop.ask('PATCH', `/admin/products/${first.body.id}`, { price: 7 })
  expect((await post(TEA)).text).toBe(first.text)
  await shop.ask('DELETE', `/admin/products/${first.body.id}`)
  expect((await post(TEA)).text).toBe(first.text)
})

test('30 identical concurrent requests make one product and one event, and all return its response', async () => {
  const answers = await atOnce(30, () => post(TEA))
  const created = answers.filter(({ status }) => status === 201)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  expect(created.filter((answer) => isReplay(answer) === null)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(outcome(answer)).toBe('409 idempotency_in_progress')
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  expect((await post(TEA)).text).toBe(created[0]?.text)
  expect(await countsOf(shop.business.id)).toEqual({ tea: 1, pots: 0 })
  expect(tally(await typesOf(shop.business.id))).toEqual({ 'category.created': 2, 'product.created': 1 })
})
