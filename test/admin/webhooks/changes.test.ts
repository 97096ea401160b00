import { beforeEach, describe, expect, test } from 'vitest'
import { webhookStateKey } from '../../../lib/data/table/keys.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
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

  test('names no pause that has ended, is none, or is of a disabled webhook', async () => {
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

  test.each<[field: string, value: () => unknown, isRead: boolean]>([
    ['paused_until', () => null, true],
    ['paused_until', () => inMs(-HOUR), true],
    ['paused_until', () => inMs(10 * HOUR), true],
    ['paused_until', () => inMs(12 * HOUR), false],
    ['paused_until', () => true, false],
    ['failing_since', () => null, true],
    ['failing_since', () => inMs(-HOUR), true],
    ['failing_since', () => inMs(HOUR), false],
  ])('of %s that can have been read is let pass, whatever it is now', async (field, value, isRead) => {
    const hook = await makeHook(owner)
    for (const stored of [inMs(-1), undefined])
      for (const more of [{}, { events: [] }]) {
        if (stored) await write(hook, field === 'paused_until' ? 'probe_at' : field, stored)
        const told = await owner.ask('PATCH', pathOf(hook), { ...more, [field]: value() })
        const expected = [
          ...('events' in more ? ['/events invalid'] : []),
          ...(isRead ? [] : [`/${field} read_only`]),
        ]
        expect(told.status === 200 ? [] : faults(told).sort()).toEqual(expected)
      }
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

  test('gets what happens from now on, and its endpoint begins anew', async () => {
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

  test('can be asked for once more as it is, since the response can be lost', async () => {
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

  test('is not replayed by the time alone, and says so: that is no request to enable it', async () => {
    const hook = await makeHook(owner)
    const replay_from = new Date(Date.parse(hook.created_at) - 48 * HOUR).toISOString()
    const told = await owner.ask('PATCH', pathOf(hook), { replay_from })
    expect(outcome(told)).toBe('422 validation_failed')
  })

  test('by null in replay_from begins now', async () => {
    const hook = await disabled()
    expect(outcome(await enable(hook, { replay_from: null }))).toBe('200')
  })

  test.each<[what: string, isDisabled: boolean, patch: object, expected: string[]]>([
    ['a webhook that is enabled', false, { is_enabled: true }, ['/replay_from invalid']],
    ['no word of is_enabled', true, {}, ['/replay_from invalid']],
    ['one that stays disabled', true, { is_enabled: false }, ['/replay_from invalid']],
    [
      'a time in the future',
      true,
      { is_enabled: true, replay_from: '2099-01-01T00:00:00Z' },
      ['/replay_from invalid'],
    ],
    ['no time', true, { is_enabled: true, replay_from: 'yesterday' }, ['/replay_from invalid']],
    [
      'and whatever else is wrong',
      false,
      { events: [], url: 'http://a.example/', version: 7 },
      ['/events invalid', '/replay_from invalid', '/url invalid', '/version read_only'],
    ],
  ])('cannot be with replay_from and %s', async (_, isDisabled, patch, expected) => {
    const hook = await makeHook(owner, { is_enabled: !isDisabled })
    const before = await itemsOf(nameOf(hook))
    const replay_from = new Date(Date.parse(hook.created_at) + 2).toISOString()
    const told = await owner.ask('PATCH', pathOf(hook), { replay_from, ...patch })
    expect([told.status, faults(told).sort()]).toEqual([422, expected])
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
  const READS = SCOPES.filter((scope) => scope.endsWith(':read'))

  test.each<[events: string[], scopes: string[], missing: string]>([
    [['product.*'], [], 'products:read'],
    [['product.created'], ['categories:write'], 'products:read'],
    [['product.created', 'api_key.*'], ['products:read'], 'api_keys:read'],
    [['category.*', 'business.updated'], ['products:read'], 'categories:read business:read'],
    [['*'], READS.filter((scope) => scope !== 'events:read' && scope !== 'webhooks:read'), 'events:read'],
    [['*'], READS.filter((scope) => scope !== 'business:read'), 'business:read'],
  ])('of %j: %j lack %s', async (events, scopes, missing) => {
    const key = await with_(...scopes)
    const told = await key.ask('POST', '/admin/webhooks', { ...newHook(), events })
    expect([outcome(told), told.body.required_scope]).toEqual(['403 insufficient_scope', missing])
    expect(told.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    const able = await with_(...scopes, ...missing.split(' '))
    const made = await able.ask('POST', '/admin/webhooks', { ...newHook(), events })
    expect(outcome(made)).toBe('201')
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
