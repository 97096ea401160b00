import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { handler as bulkHandler } from '../../../functions/admin/products/bulk.ts'
import { countsOf } from '../../support/items.ts'
import { invoke } from '../in-process.ts'
import { atOnce, type Body, type Merchant, makeShelves, outcome, TEA, tally } from '../merchant.ts'
import { everythingOf, overwrite, recordsOf, typesOf } from '../table.ts'

let shop: Merchant
let key: string

beforeEach(async () => {
  shop = await makeShelves()
  key = randomUUID()
})

const bulk = (operations: unknown[], idempotencyKey = key) =>
  shop.ask('POST', '/admin/products/bulk', { operations }, { 'idempotency-key': idempotencyKey })

const creations = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ op: 'create', data: { ...TEA, external_id: `erp-${n}` } }))

const statuses = ({ data }: Body) => data.map(({ status }) => status)
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

async function claim() {
  const found = (await recordsOf(shop.business.id)).find(({ type }) => type === 'idempotency_claim')
  if (!found) throw new Error('no claim')
  return found
}

describe('a repetition under the same key', () => {
  test('runs only the operations without a response, and is a replay when none of them succeeds', async () => {
    const late = { op: 'create', data: { ...TEA, category_id: 'later' } }
    const gone = { op: 'delete', external_id: 'erp-0' }
    const operations = [...creations(2), late, gone]
    const first = await bulk(operations)
    expect([statuses(first.body), isReplay(first)]).toEqual([[201, 201, 422, 204], null])
    const events = await typesOf(shop.business.id)

    const again = await bulk(operations)
    expect([statuses(again.body), isReplay(again)]).toEqual([[201, 201, 422, 204], 'true'])
    expect(again.body.data.toSpliced(2, 1)).toEqual(first.body.data.toSpliced(2, 1))
    expect(await typesOf(shop.business.id)).toEqual(events)

    await shop.ask('POST', '/admin/categories', { name: 'Later', id: 'later' })
    const mended = await bulk(operations)
    expect([statuses(mended.body), isReplay(mended)]).toEqual([[201, 201, 201, 204], null])
    expect(mended.body.data.toSpliced(2, 1)).toEqual(first.body.data.toSpliced(2, 1))

    const before = await typesOf(shop.business.id)
    const replay = await bulk(operations)
    expect([replay.body, isReplay(replay)]).toEqual([mended.body, 'true'])
    expect(await typesOf(shop.business.id)).toEqual(before)
    expect(await countsOf(shop.business.id)).toEqual({ tea: 1, pots: 0, later: 1 })
  })

  test('with another body is refused as a whole', async () => {
    await bulk(creations(2))
    const before = await everythingOf(shop.business.id)
    for (const other of [creations(1), creations(3), creations(2).toReversed()])
      expect(outcome(await bulk(other))).toBe('422 idempotency_key_reused')
    expect(await everythingOf(shop.business.id)).toEqual(before)
    const reordered = creations(2).map(({ op, data }) => ({ data, op }))
    expect(isReplay(await bulk(reordered))).toBe('true')
  })

  test('repeats updates, deletions and creations by external id no second time either', async () => {
    const created = await bulk(creations(2), randomUUID())
    const [kept, dropped] = created.body.data
    const operations = [
      { op: 'update', id: kept?.id, data: { price: 5 } },
      { op: 'upsert', external_id: 'erp-0', data: { ...TEA, price: 6 } },
      { op: 'delete', id: dropped?.id },
      // Changes nothing, and is answered the same way for all that.
      { op: 'update', id: kept?.id, data: { price: 6 } },
      { op: 'upsert', external_id: 'new', data: TEA },
      { op: 'merge', external_id: 'newer', data: TEA },
    ]
    const first = await bulk(operations)
    expect(statuses(first.body)).toEqual([200, 200, 204, 200, 201, 201])
    await shop.ask('PATCH', `/admin/products/${kept?.id}`, { price: 7 })
    const again = await bulk(operations)
    expect([again.body, isReplay(again)]).toEqual([first.body, 'true'])
    expect((await shop.ask('GET', `/admin/products/${kept?.id}`)).body).toMatchObject({
      price: 7,
      version: 4,
    })
  })

  test('needs nothing of what it speaks of: the product can have options by now', async () => {
    const { body } = await bulk(creations(1), randomUUID())
    const id = `${body.data[0]?.id}`
    const operations = [{ op: 'update', id, data: { price: 5 } }]
    const first = await bulk(operations)
    const variants = [{ option_values: { Size: 'S' }, price: 9 }]
    const options = [{ name: 'Size', values: ['S'] }]
    await shop.ask('PUT', `/admin/products/${id}/variants`, { options, variants })
    const again = await bulk(operations)
    expect([again.body, isReplay(again)]).toEqual([first.body, 'true'])
  })

  test('keeps a record for each operation, without the product in it', async () => {
    await bulk([...creations(2), { op: 'delete', external_id: 'none' }])
    const records = await recordsOf(shop.business.id)
    expect(records.map(({ sk, type }) => [sk, type]).sort()).toEqual(
      [
        [`POST /api/v1/admin/products/bulk#${key}`, 'idempotency_claim'],
        [`POST /api/v1/admin/products/bulk/0#${key}`, 'idempotency'],
        [`POST /api/v1/admin/products/bulk/1#${key}`, 'idempotency'],
      ].sort(),
    )
    expect(JSON.stringify(records)).not.toContain(TEA.name)
    expect(JSON.stringify(records)).not.toContain(shop.token)
  })

  test('a day later it is a new request, even while the records are still there', async () => {
    await bulk(creations(1).map(({ op }) => ({ op, data: TEA })))
    for (const record of await recordsOf(shop.business.id))
      await overwrite(record, 'expires_at', inSeconds(-1))
    const other = await bulk([{ op: 'create', data: { ...TEA, price: 1 } }])
    expect([statuses(other.body), isReplay(other)]).toEqual([[201], null])
    expect(await countsOf(shop.business.id)).toEqual({ tea: 2, pots: 0 })
  })
})

describe('two bulk requests at the same time', () => {
  test('under one key: each operation is carried out once, and the client without a response can try again', async () => {
    const answers = await atOnce(20, () => bulk(creations(5)))
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter((answer) => isReplay(answer) === null)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(outcome(answer)).toBe('409 idempotency_in_progress')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect((await bulk(creations(5))).text).toBe(done[0]?.text)
    expect(tally(await typesOf(shop.business.id))).toEqual({ 'category.created': 2, 'product.created': 5 })
  })

  test('a call that was cut off holds the key until its lease ends, and no longer', async () => {
    const first = await bulk(creations(1))
    await overwrite(await claim(), 'lease_until', inSeconds(30))
    const before = await everythingOf(shop.business.id)
    const waiting = await bulk(creations(1))
    expect(outcome(waiting)).toBe('409 idempotency_in_progress')
    expect(waiting.headers.get('retry-after')).toBe('1')
    expect(outcome(await bulk(creations(2)))).toBe('422 idempotency_key_reused')
    expect(await everythingOf(shop.business.id)).toEqual(before)
    await overwrite(await claim(), 'lease_until', inSeconds(-1))
    const after = await bulk(creations(1))
    expect([after.text, isReplay(after)]).toEqual([first.text, 'true'])
    expect(Number((await claim()).lease_until)).toBeLessThan(inSeconds(0))
  })
})

describe('near the deadline of the function', () => {
  const ask = (remainingMs: number[]) =>
    invoke(bulkHandler, shop.business.id, {
      method: 'POST',
      route: '/admin/products/bulk',
      remainingMs,
      headers: { 'idempotency-key': key },
      body: { operations: creations(6) },
    })

  test('what could not finish in time is not begun, and the next call carries it on', async () => {
    const cut = await ask([28_000, 28_000, 28_000, 28_000, 8_999])
    const done = statuses(cut.body).indexOf(503)
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(5)
    expect([cut.status, statuses(cut.body)]).toEqual([
      200,
      Array.from({ length: 6 }, (_, n) => (n < done ? 201 : 503)),
    ])
    for (const { problem } of cut.body.data.slice(done))
      expect(problem).toMatchObject({ code: 'temporarily_unavailable', status: 503 })
    expect(await countsOf(shop.business.id)).toEqual({ tea: done, pots: 0 })
    const again = await ask([28_000, 28_000, 28_000, 28_000, 8_999])
    expect(statuses(again.body)).toEqual(statuses(cut.body))
    expect(again.headers).not.toHaveProperty('idempotency-replayed')
    const rest = await ask([28_000])
    expect(statuses(rest.body)).toEqual([201, 201, 201, 201, 201, 201])
    expect(rest.body.data.slice(0, done)).toEqual(cut.body.data.slice(0, done))
    expect(await countsOf(shop.business.id)).toEqual({ tea: 6, pots: 0 })
  })

  test('without any time left nothing is done, and all of it said', async () => {
    const { status, body } = await ask([8_999])
    expect([status, tally(statuses(body)), body.count]).toEqual([200, { 503: 6 }, 6])
    expect(await countsOf(shop.business.id)).toEqual({ tea: 0, pots: 0 })
  })
})

test('a record that outlives the claim of its request is never returned for another body', async () => {
  const first = await bulk([{ op: 'create', data: TEA }])
  expect(statuses(first.body)).toEqual([201])
  await overwrite(await claim(), 'expires_at', inSeconds(-1))
  const other = await bulk([{ op: 'create', data: { ...TEA, name: 'Another tea' } }])
  expect(other.body.data).toMatchObject([{ status: 422, problem: { code: 'idempotency_key_reused' } }])
  expect(isReplay(other)).toBeNull()
})
