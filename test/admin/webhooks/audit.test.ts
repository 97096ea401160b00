import { beforeEach, describe, expect, test } from 'vitest'
import { revokeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { readState } from '../../../lib/data/webhooks/state.ts'
import { createWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { operate } from '../../operator/operate.ts'
import { type Holder, makeHolder } from '../key-holder.ts'
import { type Body, outcome } from '../merchant.ts'
import { eventsOf, keyEventsOf } from '../table.ts'
import { HOOK, makeHook, pathOf } from './hooks.ts'

let owner: Holder
beforeEach(async () => {
  owner = await makeHolder({ name: 'ERP' })
})

const last = async () => (await eventsOf(owner.business.id)).at(-1)?.event
const told = async () =>
  (await eventsOf(owner.business.id)).map(({ event: { type, previous } }) => [type, previous])

/** A webhook as its events show it. */
function recorded(hook: Body, url = hook.url) {
  const { secret: _, paused_until: __, failing_since: ___, ...shown } = hook
  return { ...shown, url }
}

const BEFORE = { updated_at: expect.any(String), version: expect.any(Number) }

describe('a change of a webhook has an event', () => {
  test('of its creation, change, rotation, end, and of each once', async () => {
    const hook = await makeHook(owner)
    const created = await last()
    expect(created).toMatchObject({ type: 'webhook.created', timestamp: hook.created_at, previous: {} })
    expect(created?.actor).toEqual({ kind: 'api_key', key_id: owner.apiKey.id, key_name: 'ERP' })
    expect(created?.data).toEqual(recorded(hook))

    const changed = await owner.ask('PATCH', pathOf(hook), { events: ['product.*'] })
    expect(changed.headers.get('x-request-id')).toBe((await last())?.request_id)
    expect((await last())?.data).toEqual(recorded(changed.body))
    await owner.ask('PATCH', pathOf(hook), { events: ['product.*'] })
    const rotated = (await owner.ask('POST', `${pathOf(hook)}/rotate-secret`)).body
    expect((await last())?.data).toEqual(recorded(rotated))
    const disabled = (await owner.ask('PATCH', pathOf(hook), { is_enabled: false, description: 'x' })).body
    expect((await last())?.data).toEqual(recorded(disabled))
    await owner.ask('PATCH', pathOf(hook), { is_enabled: true })
    await owner.ask('DELETE', pathOf(hook))
    expect(await told()).toEqual([
      ['webhook.created', {}],
      ['webhook.updated', { ...BEFORE, events: ['*'] }],
      ['webhook.secret_rotated', { ...BEFORE, previous_expires_at: null }],
      ['webhook.disabled', { ...BEFORE, is_enabled: true, disabled_reason: null, description: '' }],
      ['webhook.updated', { ...BEFORE, is_enabled: false, disabled_reason: 'requested' }],
      ['webhook.deleted', {}],
    ])
    expect((await last())?.data).toMatchObject({ id: hook.id, version: 6 })
  })

  test('without a secret, and without the query of the URL, old or new', async () => {
    const hook = await makeHook(owner, { url: 'https://hooks.example/a?token=OLD' })
    await owner.ask('POST', `${pathOf(hook)}/rotate-secret`)
    const moved = await owner.ask('PATCH', pathOf(hook), { url: 'https://hooks.example/a?token=NEW' })
    expect(moved.body.url).toBe('https://hooks.example/a?token=NEW')
    expect((await last())?.data).toEqual(recorded(moved.body, 'https://hooks.example/a'))
    expect((await last())?.previous).toEqual({ ...BEFORE, url: 'https://hooks.example/a' })
    await owner.ask('DELETE', pathOf(hook))
    const all = JSON.stringify(await eventsOf(owner.business.id))
    expect(all).not.toMatch(/OLD|NEW|token=|whsec_/)
  })

  test('that the webhook itself does not get if it is that of its creation', async () => {
    const hook = await makeHook(owner)
    const state = await readState({ businessId: owner.business.id, webhookId: hook.id })
    expect(String((await last())?.id) < String(state?.since)).toBe(true)
  })

  test('of the operator, if the operator disables and enables it', async () => {
    const hook = await makeHook(owner)
    for (const [command, type] of [
      ['disable', 'webhook.disabled'],
      ['enable', 'webhook.updated'],
    ] as const) {
      await operate('webhooks', command, hook.id, '--business', owner.business.slug)
      expect(await last()).toMatchObject({ type, actor: { kind: 'operator', key_id: null } })
    }
  })
})

describe('the key that created a webhook', () => {
  test('is named by the webhook, and cannot be set', async () => {
    const hook = await makeHook(owner)
    expect(hook.created_by).toBe(owner.apiKey.id)
    const second = await makeHolder({}, owner.business)
    expect((await second.ask('GET', pathOf(hook))).body.created_by).toBe(owner.apiKey.id)
    const changed = await second.ask('PATCH', pathOf(hook), { description: 'x' })
    expect(changed.body.created_by).toBe(owner.apiKey.id)
    const forged = await second.ask('PATCH', pathOf(hook), { created_by: second.apiKey.id })
    expect(outcome(forged)).toBe('422 validation_failed')
  })

  test('is null if none did', async () => {
    const { webhook } = await createWebhook(owner.business.id, { ...HOOK, description: '', is_enabled: true })
    expect((await owner.ask('GET', pathOf(webhook))).body.created_by).toBeNull()
  })

  test('names those that still exist when it is revoked', async () => {
    const leaked = await makeHolder({}, owner.business)
    const hooks: Body[] = []
    for (const url of ['https://a.example/', 'https://b.example/', 'https://c.example/'])
      hooks.push(await makeHook(leaked, { url }))
    const [deleted, ...left] = hooks
    await makeHook(owner, { url: 'https://d.example/' })
    await owner.ask('DELETE', pathOf(deleted as Body))
    expect(outcome(await owner.ask('DELETE', leaked.path))).toBe('204')
    const [revoked] = (await keyEventsOf(owner.business.id)).slice(-1)
    expect(revoked?.event).toMatchObject({ type: 'api_key.revoked', data: { id: leaked.apiKey.id } })
    expect([...(revoked?.event.webhooks ?? [])].sort()).toEqual(left.map(({ id }) => id))
  })

  test('names none if it created none', async () => {
    const other = await makeHolder({}, owner.business)
    await makeHook(owner)
    await revokeApiKey(owner.business.id, other.apiKey.id)
    const [revoked] = (await keyEventsOf(owner.business.id)).slice(-1)
    expect(Object.keys(revoked?.event ?? {})).not.toContain('webhooks')
  })

  test('is named by the command that revokes the key', async () => {
    const leaked = await makeHolder({}, owner.business)
    const hook = await makeHook(leaked)
    const revoke = ['key', 'revoke', leaked.apiKey.id, '--business', owner.business.slug]
    const { code, notes } = await operate(...revoke)
    expect([code, notes]).toEqual([0, [`webhooks that the key created still get events: ${hook.id}`]])
  })
})
