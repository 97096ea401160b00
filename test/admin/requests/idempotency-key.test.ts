import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { countsOf } from '../../support/items.ts'
import { type Merchant, makeShelves, TEA, type Told } from '../merchant.ts'
import { recordsOf } from '../table.ts'

let shop: Merchant
let key: string

beforeEach(async () => {
  shop = await makeShelves()
  key = randomUUID()
})

const post = (body: object, idempotencyKey = key) =>
  shop.ask('POST', '/admin/products', body, { 'idempotency-key': idempotencyKey })

const records = () => recordsOf(shop.business.id)

const isReplay = ({ headers }: Told) => headers.get('idempotency-replayed')

describe('the header', () => {
  test('may be in one pair of quotes, and an invalid one is refused', async () => {
    const first = await post(TEA, key)
    expect([first.status, isReplay(first)]).toEqual([201, null])
    expect(isReplay(await post(TEA, `"${key}"`))).toBe('true')
    expect(isReplay(await post(TEA, `""${key}""`))).toBe(null)
    const before = await countsOf(shop.business.id)
    const { status, body } = await post(TEA, 'a b')
    expect([status, body.code]).toEqual([400, 'invalid_idempotency_key'])
    expect(body.errors).toEqual([expect.objectContaining({ header: 'Idempotency-Key' })])
    expect(await countsOf(shop.business.id)).toEqual(before)
  })

  test('means nothing on other methods', async () => {
    const { body } = await post({ ...TEA, external_id: 'erp' })
    const headers = { 'idempotency-key': key }
    const product = `/admin/products/${body.id}`
    const put = '/admin/products/by-external-id/erp'
    const before = await records()
    for (const price of [1, 2]) {
      expect((await shop.ask('PATCH', product, { price }, headers)).body.price).toBe(price)
      expect((await shop.ask('PUT', put, { ...TEA, price: price + 5 }, headers)).body.price).toBe(price + 5)
    }
    for (const [method, path] of [
      ['PATCH', '/admin/business'],
      ['PATCH', '/admin/categories/tea'],
    ] as const)
      for (const name of ['A', 'B'])
        expect((await shop.ask(method, path, { name }, headers)).body.name).toBe(name)
    const bad = { 'idempotency-key': 'a b,' }
    expect((await shop.ask('GET', product, undefined, bad)).status).toBe(200)
    expect((await shop.ask('PATCH', product, {}, bad)).status).toBe(200)
    expect((await shop.ask('DELETE', product, undefined, bad)).status).toBe(204)
    expect((await shop.ask('DELETE', product, undefined, headers)).status).toBe(404)
    expect(await records()).toEqual(before)
  })
})
