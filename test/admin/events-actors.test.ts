import { beforeEach, describe, expect, test } from 'vitest'
import { changeApiKey, rotateApiKey } from '../../lib/data/api-keys/api-key-changes.ts'
import { updateCategory } from '../../lib/data/categories.ts'
import { actingAs } from '../../lib/data/table/actor.ts'
import { tokenKey } from '../../lib/data/table/keys.ts'
import { tokenDigest } from '../../lib/domain/api-keys/token.ts'
import { operate } from '../operator/operate.ts'
import { corruptItem } from '../support/items.ts'
import { type Holder, makeHolder } from './key-holder.ts'
import { askAs, atOnce, create, type Told } from './merchant.ts'
import { eventsOf, keyEventsOf } from './table.ts'

const NAME = 'Teehaus ☕ 100 % & "more"'
const SHELF = { name: 'Tea', id: 'tea' }

let owner: Holder
beforeEach(async () => {
  owner = await makeHolder({ name: NAME })
})

const lastEvent = async () => (await eventsOf(owner.business.id)).at(-1)
const requestIdOf = ({ headers }: Told) => headers.get('x-request-id')

describe('an event says who made its change and in which request', () => {
  test('an API key, by its id and its name', async () => {
    const made = await owner.ask('POST', '/admin/categories', SHELF)
    const last = await lastEvent()
    expect(last?.event.actor).toEqual({ kind: 'api_key', key_id: owner.apiKey.id, key_name: NAME })
    expect(last?.event.request_id).toBe(requestIdOf(made))
    expect(last?.item).toMatchObject({ actor: owner.apiKey.id, object: 'tea' })
  })

  test('a key that was rotated and renamed, with either token, by its new name', async () => {
    const { business, apiKey, token } = owner
    const rotated = await rotateApiKey(business.id, apiKey.id, 3_600)
    await changeApiKey(business.id, apiKey.id, (key) => ({ ...key, name: 'Neu – ключ' }))
    for (const [n, of] of [rotated?.token ?? '', token].entries()) {
      await askAs(of, 'POST', '/admin/categories', { name: 'x', id: `c${n}` })
      expect((await lastEvent())?.event.actor).toEqual({
        kind: 'api_key',
        key_id: apiKey.id,
        key_name: 'Neu – ключ',
      })
    }
  })

  test('a key whose token has a name that cannot be decoded, without a name', async () => {
    await corruptItem(tokenKey(tokenDigest(owner.token)), { key_name: '%E0%A4%A' })
    await create(owner, '/admin/categories', SHELF)
    expect((await lastEvent())?.event.actor).toEqual({
      kind: 'api_key',
      key_id: owner.apiKey.id,
      key_name: null,
    })
  })

  test('a key that changes a key: the one of the request', async () => {
    const made = await create(owner, '/admin/api-keys', { name: 'x', scopes: ['products:read'] })
    const [, event] = (await keyEventsOf(owner.business.id)).map((one) => one.event)
    expect(event?.data.id).toBe(made.id)
    expect(event?.actor).toEqual({ kind: 'api_key', key_id: owner.apiKey.id, key_name: NAME })
  })

  test('the operator, for every command', async () => {
    await operate('business', 'suspend', owner.business.slug)
    await operate('key', 'issue', '--business', owner.business.slug, '--name', 'more')
    const events = [await lastEvent(), (await keyEventsOf(owner.business.id)).at(-1)]
    expect(events.map((one) => one?.event.type)).toEqual(['business.updated', 'api_key.created'])
    for (const one of events) {
      expect(one?.event.actor).toEqual({ kind: 'operator', key_id: null, key_name: null })
      expect(one?.event.request_id).toBeNull()
      expect(one?.item.actor).toBe('operator')
    }
  })

  test('the system, if nobody else acts', async () => {
    await create(owner, '/admin/categories', SHELF)
    await updateCategory(owner.business.id, 'tea', (category) => ({ ...category, position: 7 }))
    const last = await lastEvent()
    expect(last?.event).toMatchObject({
      actor: { kind: 'system', key_id: null, key_name: null },
      request_id: null,
    })
    expect(last?.item.actor).toBe('system')
  })
})

test('all events of a bulk request have its id', async () => {
  await create(owner, '/admin/categories', SHELF)
  const operations = [1, 2, 3].map((price) => ({
    op: 'create',
    data: { name: 'Sencha', price, category_id: 'tea' },
  }))
  const bulk = await owner.ask('POST', '/admin/products/bulk', { operations })
  const events = (await eventsOf(owner.business.id)).slice(1).map(({ event }) => event)
  expect(events.map(({ request_id }) => request_id)).toEqual(Array(3).fill(requestIdOf(bulk)))
  expect(events.map(({ actor }) => actor.key_id)).toEqual(Array(3).fill(owner.apiKey.id))
})

test('a retried request has no second event: the one there is has the id of the first', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = await owner.ask('POST', '/admin/categories', SHELF, headers)
  const again = await owner.ask('POST', '/admin/categories', SHELF, headers)
  expect([again.status, again.text]).toEqual([201, first.text])
  expect(requestIdOf(again)).not.toBe(requestIdOf(first))
  const events = await eventsOf(owner.business.id)
  expect(events.map(({ event }) => event.request_id)).toEqual([requestIdOf(first)])
})

test('many requests at once are each recorded as their own', async () => {
  const other = await makeHolder({ name: 'another' }, owner.business)
  const answers = await atOnce(40, (n) =>
    (n % 2 ? owner : other).ask('POST', '/admin/categories', { name: 'x', id: `c${n}` }),
  )
  const events = new Map((await eventsOf(owner.business.id)).map(({ event }) => [event.data.id, event]))
  for (const [n, told] of answers.entries()) {
    const { apiKey } = n % 2 ? owner : other
    expect(events.get(`c${n}`)).toMatchObject({
      request_id: requestIdOf(told),
      actor: { key_id: apiKey.id, key_name: apiKey.name },
    })
  }
})

test('what runs in one name is not recorded in another’s', async () => {
  await create(owner, '/admin/categories', SHELF)
  const change = (name: string, position: number) => {
    const who = { actor: { kind: 'api_key' as const, key_id: name, key_name: name }, requestId: name }
    return actingAs(who, () =>
      updateCategory(owner.business.id, 'tea', (category) => ({ ...category, position })),
    )
  }
  await Promise.all([change('a', 1), change('b', 2)])
  const events = (await eventsOf(owner.business.id)).slice(1).map(({ event }) => event)
  expect(events.map(({ data, request_id }) => `${request_id}${data.position}`).sort()).toEqual(['a1', 'b2'])
})
