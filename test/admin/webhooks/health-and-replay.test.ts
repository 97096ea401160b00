import { beforeEach, describe, expect, test } from 'vitest'
import { webhookStateKey } from '../../../lib/data/table/keys.ts'
import { eventsAt } from '../../../lib/domain/events.ts'
import { makeHolder } from '../key-holder.ts'
import { type Body, faults, type Merchant, makeMerchant, outcome } from '../merchant.ts'
import { overwrite } from '../table.ts'
import { itemsOf, makeHook, newHook, pathOf } from './hooks.ts'

let owner: Merchant
beforeEach(async () => {
  owner = await makeMerchant()
})

const nameOf = ({ id }: { id: string }) => ({ businessId: owner.business.id, webhookId: id })
const stateOf = async (hook: Body) => (await itemsOf(nameOf(hook))).state
const readOf = async (hook: Body) => (await owner.ask('GET', pathOf(hook))).body
const write = (hook: Body, attribute: string, value: unknown) =>
  overwrite(webhookStateKey(owner.business.id, hook.id), attribute, value)
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const HOUR = 60 * 60 * 1000

describe('health', () => {
  test('is that of the endpoint now, in every read, and no new version', async () => {
    const hook = await makeHook(owner)
    const [until, since] = [inMs(HOUR), inMs(-HOUR)]
    await write(hook, 'outages', 5)
    await write(hook, 'probe_at', until)
    await write(hook, 'failing_since', since)
    const read = await owner.ask('GET', pathOf(hook))
    expect(read.body).toMatchObject({ paused_until: until, failing_since: since, version: 1 })
    const { data } = (await owner.ask('GET', '/admin/webhooks?limit=200')).body
    expect(data).toContainEqual(read.body)
    // The tag does not name it: a reader who has the version is not told that nothing has changed.
    const tag = String(read.headers.get('etag'))
    expect((await owner.ask('GET', pathOf(hook), undefined, { 'if-none-match': tag })).status).toBe(200)
    expect((await owner.ask('PATCH', pathOf(hook), { description: 'x' })).body).toMatchObject({
      paused_until: until,
      failing_since: since,
    })
    const rotated = await owner.ask('POST', `${pathOf(hook)}/rotate-secret`)
    expect(rotated.body).toMatchObject({ paused_until: until, failing_since: since })
  })

  test('shows no pause that has ended, is invalid, or is of a disabled webhook', async () => {
    const hook = await makeHook(owner)
    await write(hook, 'outages', 4)
    await write(hook, 'probe_at', inMs(HOUR))
    expect((await readOf(hook)).paused_until).toBeNull()
    await write(hook, 'outages', 5)
    expect((await readOf(hook)).paused_until).not.toBeNull()
    await write(hook, 'probe_at', inMs(-1))
    expect((await readOf(hook)).paused_until).toBeNull()
    await write(hook, 'probe_at', inMs(HOUR))
    await owner.ask('PATCH', pathOf(hook), { is_enabled: false })
    expect((await readOf(hook)).paused_until).toBeNull()
  })

  test('that was read is let pass, whatever it is now, and nothing else is', async () => {
    const hook = await makeHook(owner)
    await write(hook, 'probe_at', inMs(-1))
    const patch = (body: object) => owner.ask('PATCH', pathOf(hook), body)
    const read = { paused_until: inMs(10 * HOUR), failing_since: inMs(-HOUR) }
    expect(outcome(await patch(read))).toBe('200')
    expect(faults(await patch({ ...read, events: [] }))).toEqual(['/events invalid'])
    expect(faults(await patch({ ...read, failing_since: inMs(HOUR), events: [] })).sort()).toEqual([
      '/events invalid',
      '/failing_since read_only',
    ])
  })
})

describe('a webhook that is enabled again', () => {
  const disabled = async () => {
    const hook = await makeHook(owner, { is_enabled: false })
    await write(hook, 'outages', 5)
    await write(hook, 'probe_at', inMs(HOUR))
    await write(hook, 'failing_since', inMs(-HOUR))
    return hook
  }
  const enable = (hook: Body, patch: object = {}) =>
    owner.ask('PATCH', pathOf(hook), { is_enabled: true, ...patch })

  test('gets the events from now on, and the health of its endpoint starts afresh', async () => {
    const hook = await disabled()
    const before = eventsAt(Date.now())
    const told = await enable(hook)
    expect(told.body).toMatchObject({ is_enabled: true, paused_until: null, failing_since: null })
    const state = await stateOf(hook)
    expect(state?.watermark).toBe(state?.since)
    expect(String(state?.since) >= before && String(state?.since) <= eventsAt(Date.now())).toBe(true)
  })

  test('gets what it has missed since a time, but never since before it was made', async () => {
    const hook = await disabled()
    const told = await enable(hook, { replay_from: hook.created_at })
    expect([told.status, Object.keys(told.body)]).toEqual([200, expect.not.arrayContaining(['replay_from'])])
    expect((await stateOf(hook))?.since).toBe(eventsAt(Date.parse(hook.created_at) + 1))
    expect((await itemsOf(nameOf(hook))).webhook).not.toHaveProperty('replay_from')
    const other = await disabled()
    await enable(other, { replay_from: '2020-01-01T00:00:00+02:00' })
    expect((await stateOf(other))?.since).toBe(eventsAt(Date.parse(other.created_at) + 1))
  })

  test('can be requested once more unchanged, since the response can be lost', async () => {
    for (const hoursAgo of [0, 48]) {
      const hook = await disabled()
      const replay_from = new Date(Date.parse(hook.created_at) + 2 - hoursAgo * HOUR).toISOString()
      const first = await enable(hook, { replay_from })
      const state = await stateOf(hook)
      expect(await enable(hook, { replay_from })).toMatchObject({ status: 200, body: first.body })
      expect(await stateOf(hook)).toEqual(state)
      const other = new Date(Date.parse(hook.created_at) + 3).toISOString()
      expect(outcome(await enable(hook, { replay_from: other }))).toBe('422 validation_failed')
    }
  })

  test('by null in replay_from begins now', async () => {
    const hook = await disabled()
    expect(outcome(await enable(hook, { replay_from: null }))).toBe('200')
  })

  test('is not replayed where nothing is enabled, whatever else is wrong', async () => {
    const hook = await makeHook(owner)
    const before = await itemsOf(nameOf(hook))
    const replay_from = new Date(Date.parse(hook.created_at) + 2).toISOString()
    const patch = (body: object) => owner.ask('PATCH', pathOf(hook), { replay_from, ...body })
    expect(faults(await patch({ is_enabled: true }))).toEqual(['/replay_from invalid'])
    const early = new Date(Date.parse(hook.created_at) - 48 * HOUR).toISOString()
    expect(faults(await patch({ replay_from: early }))).toEqual(['/replay_from invalid'])
    expect(faults(await patch({ events: [], url: 'http://a.example/', version: 7 })).sort()).toEqual([
      '/events invalid',
      '/replay_from invalid',
      '/url invalid',
      '/version read_only',
    ])
    expect(await itemsOf(nameOf(hook))).toEqual(before)
  })
})

test('another endpoint is tried at once, though the one before it had paused the webhook', async () => {
  const hook = await makeHook(owner)
  const until = inMs(HOUR)
  await write(hook, 'probe_at', until)
  for (const member of ['outages', 'failures']) await write(hook, member, 5)
  await owner.ask('PATCH', pathOf(hook), { description: 'x' })
  expect((await stateOf(hook))?.probe_at).toBe(until)
  await owner.ask('PATCH', pathOf(hook), { url: 'https://other.example/' })
  const state = await stateOf(hook)
  expect(state).toMatchObject({ again: true })
  for (const member of ['probe_at', 'outages', 'failures', 'next_at'])
    expect(state).not.toHaveProperty(member)
})

describe('a key needs the read scope of everything that a webhook gets', () => {
  const with_ = (...scopes: string[]) => makeHolder({ scopes: ['webhooks:write', ...scopes] }, owner.business)

  test('to make it', async () => {
    const key = await with_('categories:write')
    const told = await key.ask('POST', '/admin/webhooks', { ...newHook(), events: ['product.created'] })
    expect([outcome(told), told.body.required_scope]).toEqual(['403 insufficient_scope', 'products:read'])
    expect(told.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    const able = await with_('products:read')
    expect(
      (await able.ask('POST', '/admin/webhooks', { ...newHook(), events: ['product.created'] })).status,
    ).toBe(201)
  })

  test('to change it in any way, also to one that gets less; and to subscribe it to more', async () => {
    const key = await with_('categories:read')
    const hook = await makeHook(owner, { events: ['product.*'], is_enabled: false })
    const before = await itemsOf(nameOf(hook))
    for (const patch of [
      { url: 'https://evil.example/' },
      { is_enabled: true },
      { events: ['product.updated'] },
      { events: ['category.*', 'product.deleted'] },
      { description: 'x' },
    ]) {
      const told = await key.ask('PATCH', pathOf(hook), patch)
      expect([outcome(told), told.body.required_scope]).toEqual(['403 insufficient_scope', 'products:read'])
    }
    expect(await itemsOf(nameOf(hook))).toEqual(before)
    const turned = await key.ask('PATCH', pathOf(hook), { events: ['category.*'], is_enabled: true })
    expect(outcome(turned)).toBe('200')
    expect(outcome(await key.ask('PATCH', pathOf(hook), { events: ['*'] }))).toBe('403 insufficient_scope')
  })
})
