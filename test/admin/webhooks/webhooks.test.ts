import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { handler as createHook } from '../../../functions/admin/webhooks/create.ts'
import { handler as rotateHook } from '../../../functions/admin/webhooks/rotate-secret.ts'
import { invoke } from '../in-process.ts'
import { type Holder, makeHolder } from '../key-holder.ts'
import { atOnce, create, makeMerchant, outcome, tally } from '../merchant.ts'
import { itemsThatHold } from '../table.ts'
import { HOOK, itemsOf, makeHook, newHook, pathOf } from './hooks.ts'

const NOBODYS = randomUUID()
const SECRET = /^whsec_[0-9A-Za-z+/]{43}=$/
const DAY_MS = 24 * 60 * 60 * 1000

let owner: Holder
beforeAll(async () => {
  owner = await makeHolder()
})

const nameOf = ({ id }: { id: string }) => ({ businessId: owner.business.id, webhookId: id })

describe('a new webhook', () => {
  test('is returned whole, and with its secret this once', async () => {
    const told = await owner.ask('POST', '/admin/webhooks', {
      url: 'https://hooks.example/a?b=c',
      events: ['webhook.disabled', 'product.*', 'product.*'],
      description: 'Search\nindex',
    })
    expect([told.status, told.headers.get('cache-control')]).toEqual([201, 'private, no-store'])
    const { secret, ...webhook } = told.body
    expect(secret).toMatch(SECRET)
    expect(Object.entries(webhook)).toEqual(
      Object.entries({
        id: webhook.id,
        url: 'https://hooks.example/a?b=c',
        events: ['product.*', 'webhook.disabled'],
        description: 'Search\nindex',
        is_enabled: true,
        disabled_reason: null,
        previous_expires_at: null,
        paused_until: null,
        failing_since: null,
        created_by: owner.apiKey.id,
        created_at: webhook.created_at,
        updated_at: webhook.created_at,
        version: 1,
      }),
    )
    expect(told.headers.get('location')).toBe(`/api/v1${pathOf(webhook)}`)
    expect(told.headers.get('etag')).toBe(`"${Date.parse(webhook.created_at)}.1"`)
    const read = await owner.ask('GET', pathOf(webhook))
    expect([read.status, read.body]).toEqual([200, webhook])
    expect(await itemsThatHold(String(secret))).toEqual([
      `BIZ#${owner.business.id}#SECRET#${webhook.id} SECRET`,
    ])
  })

  test('that is disabled says so, and is in no list of those that are enabled', async () => {
    const hook = await makeHook(owner, { is_enabled: false })
    expect(hook).toMatchObject({ is_enabled: false, disabled_reason: 'requested' })
    const enabled = await makeHook(owner)
    const held = async ({ id }: { id: string }) =>
      (await itemsThatHold(id)).filter((key) => key.startsWith('WEBHOOKS#'))
    expect([await held(hook), (await held(enabled)).length]).toEqual([[], 1])
  })
})

describe('a change', () => {
  test('merges into the newest version, and one that changes nothing makes no version', async () => {
    const { secret: _, ...hook } = await makeHook(owner, { description: 'old' })
    const told = await owner.ask('PATCH', pathOf(hook), { events: ['category.*'], description: null })
    const changed = { events: ['category.*'], description: '', updated_at: told.body.updated_at, version: 2 }
    expect([told.status, told.body]).toEqual([200, { ...hook, ...changed }])
    expect(told.headers.get('etag')).toBe(`"${Date.parse(hook.created_at)}.2"`)
    const again = await owner.ask('PATCH', pathOf(hook), told.body)
    expect([again.status, again.body]).toEqual([200, told.body])
    const read = await owner.ask('GET', pathOf(hook))
    expect([read.body, read.headers.get('etag')]).toEqual([told.body, told.headers.get('etag')])
  })

  test('needs the version that If-Match names', async () => {
    const hook = await makeHook(owner)
    const stale = { 'if-match': '"1.1"' }
    const [path, before] = [pathOf(hook), await itemsOf(nameOf(hook))]
    for (const [method, at] of [
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/rotate-secret`],
    ] as const) {
      const body = method === 'PATCH' ? { description: 'x' } : undefined
      expect(outcome(await owner.ask(method, at, body, stale))).toBe('412 precondition_failed')
      const missing = at.replace(hook.id, NOBODYS)
      expect(outcome(await owner.ask(method, missing, body, stale))).toBe('404 webhook_not_found')
    }
    expect(await itemsOf(nameOf(hook))).toEqual(before)
    const tag = `"${Date.parse(hook.created_at)}.1"`
    expect(outcome(await owner.ask('PATCH', path, { description: 'x' }, { 'if-match': tag }))).toBe('200')
  })
})

test('deleting a webhook removes its items', async () => {
  const hook = await makeHook(owner)
  expect(outcome(await owner.ask('DELETE', pathOf(hook)))).toBe('204')
  expect(outcome(await owner.ask('GET', pathOf(hook)))).toBe('404 webhook_not_found')
  expect(outcome(await owner.ask('DELETE', pathOf(hook)))).toBe('404 webhook_not_found')
  const { webhook, secret, state } = await itemsOf(nameOf(hook))
  expect([webhook, secret, state]).toEqual([undefined, undefined, undefined])
})

test('a rotation gives another secret, and the one before counts for 24 hours', async () => {
  const { secret: first, ...hook } = await makeHook(owner)
  const told = await owner.ask('POST', `${pathOf(hook)}/rotate-secret`)
  const { secret, ...rotated } = told.body
  expect([told.status, told.headers.get('location')]).toEqual([201, `/api/v1${pathOf(hook)}`])
  expect(secret).toMatch(SECRET)
  expect(secret).not.toBe(first)
  const end = String(rotated.previous_expires_at)
  expect(rotated).toEqual({
    ...hook,
    version: 2,
    updated_at: rotated.updated_at,
    previous_expires_at: end,
  })
  expect(Math.abs(Date.parse(end) - Date.parse(String(rotated.updated_at)) - DAY_MS)).toBeLessThan(1_000)
  expect((await owner.ask('GET', pathOf(hook))).body).toEqual(rotated)
  expect((await itemsOf(nameOf(hook))).secret).toMatchObject({
    secret,
    previous: first,
    previous_until: Date.parse(end),
  })
})

test('of the secrets before a rotation the last two are kept, each with its own end', async () => {
  const hook = await makeHook(owner)
  const rotate = async () => (await owner.ask('POST', `${pathOf(hook)}/rotate-secret`)).body
  const [second, third] = [await rotate(), await rotate()]
  const ends = [third, second].map(({ previous_expires_at }) => Date.parse(String(previous_expires_at)))
  expect((await itemsOf(nameOf(hook))).secret).toMatchObject({
    secret: third.secret,
    previous: second.secret,
    older: hook.secret,
    previous_until: ends[0],
    older_until: ends[1],
  })
  const fourth = await rotate()
  expect((await itemsOf(nameOf(hook))).secret).toMatchObject({
    secret: fourth.secret,
    previous: third.secret,
    older: second.secret,
    older_until: ends[0],
  })
  expect(await itemsThatHold(String(hook.secret))).toEqual([])
})

describe('under an Idempotency-Key', () => {
  const ask = (handler: typeof createHook, route: string, options: object) =>
    invoke(handler, owner.business.id, { method: 'POST', route, ...options })

  test('a repeated creation makes one webhook, and returns it without its secret', async () => {
    const merchant = await makeMerchant()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await atOnce(20, () => merchant.ask('POST', '/admin/webhooks', HOOK, headers))
    expect(tally(answers.map(outcome))).toEqual({ 201: 20 })
    const [winner, ...others] = answers.filter(({ body }) => body.secret !== null)
    expect(others).toEqual([])
    for (const { body } of answers)
      expect({ ...body, secret: null }).toEqual({ ...winner?.body, secret: null })
    expect((await merchant.ask('GET', '/admin/webhooks')).body.count).toBe(1)
    expect(await itemsThatHold(String(winner?.body.secret))).toHaveLength(1)
  })

  test('a repeated rotation rotates once', async () => {
    const hook = await makeHook(owner)
    const question = {
      path: { id: hook.id },
      headers: { 'idempotency-key': randomUUID() },
    }
    const route = '/admin/webhooks/{id}/rotate-secret'
    const first = await ask(rotateHook, route, question)
    const again = await ask(rotateHook, route, question)
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true'])
    expect(again.body).toEqual({ ...first.body, secret: null })
    expect((await itemsOf(nameOf(hook))).secret).toMatchObject({ secret: first.body.secret })
  })
})

test('the list has all of them in the order they were made, page by page', async () => {
  const merchant = await makeMerchant()
  const made: string[] = []
  for (let n = 0; n < 3; n++) made.push((await makeHook(merchant)).id)
  const first = await merchant.ask('GET', '/admin/webhooks?limit=2')
  expect([first.body.count, first.body.has_more]).toEqual([2, true])
  expect(first.text).not.toContain('secret":"')
  const rest = await merchant.ask('GET', `/admin/webhooks?limit=2&cursor=${first.body.next_cursor}`)
  expect([...first.body.data, ...rest.body.data].map(({ id }) => id)).toEqual(made)
  expect(rest.body.data[0]).toEqual((await merchant.ask('GET', `/admin/webhooks/${made[2]}`)).body)
  expect(rest.body.next_cursor).toBeNull()
})

describe('a business', () => {
  test('has 20 webhooks at most, also when 25 are made at once, and again after one is deleted', async () => {
    const merchant = await makeMerchant()
    const answers = await atOnce(25, () =>
      invoke(createHook, merchant.business.id, { method: 'POST', route: '/admin/webhooks', body: newHook() }),
    )
    const outcomes = answers.map(({ status, body }) => (status === 201 ? '201' : `${status} ${body.code}`))
    expect(tally(outcomes)).toEqual({ 201: 20, '422 limit_reached': 5 })
    const { data } = (await merchant.ask('GET', '/admin/webhooks')).body
    expect(data).toHaveLength(20)
    await merchant.ask('DELETE', pathOf({ id: String(data[0]?.id) }))
    expect((await create(merchant, '/admin/webhooks', HOOK)).version).toBe(1)
    const full = await merchant.ask('POST', '/admin/webhooks', newHook())
    expect([outcome(full), full.body.detail]).toEqual([
      '422 limit_reached',
      expect.stringContaining('20 webhooks'),
    ])
  })
})
