import { beforeAll, describe, expect, test } from 'vitest'
import { EVENT_FILTERS } from '../../../lib/domain/webhooks/webhook.ts'
import { faults, type Merchant, makeMerchant } from '../merchant.ts'
import { makeHook, newHook, pathOf } from './hooks.ts'

let owner: Merchant
beforeAll(async () => {
  owner = await makeMerchant()
})

describe('a field', () => {
  const url = (length: number) => `https://hooks.example/${'x'.repeat(length - 22)}`
  test.each<[field: string, value: unknown, where?: string]>([
    ['url', url(2048)],
    ['url', url(2049), '/url invalid'],
    ['url', 'https://hooks.example:443/'],
    ['url', 'https://hooks.example:8443/', '/url invalid'],
    ['url', 'http://hooks.example/', '/url invalid'],
    ['url', 'https://u:p@hooks.example/', '/url invalid'],
    ['url', 'https://hooks.example/#x', '/url invalid'],
    ['url', 'https://169.254.169.254/latest', '/url invalid'],
    // The running stack allows this machine itself: test/delivery/egress-guard tries that.
    ['url', 'https://10.0.0.1/', '/url invalid'],
    ['url', 'https://0xa.1/', '/url invalid'],
    ['url', 'https://[::ffff:10.0.0.1]/', '/url invalid'],
    ['url', 'https://intranet/', '/url invalid'],
    ['url', 'https://a b.example/', '/url invalid'],
    ['url', 'ftp://hooks.example/', '/url invalid'],
    ['url', 'hooks', '/url invalid'],
    ['url', 7, '/url invalid'],
    ['url', null, '/url invalid'],
    ['url', undefined, '/url required'],
    ['events', [...EVENT_FILTERS]],
    ['events', Array.from({ length: 50 }, () => 'product.*')],
    ['events', Array.from({ length: 51 }, () => 'product.*'), '/events invalid'],
    ['events', [], '/events invalid'],
    ['events', ['product'], '/events/0 invalid'],
    ['events', ['*', 'webhook.test'], '/events/1 invalid'],
    ['events', '*', '/events invalid'],
    ['events', undefined, '/events required'],
    ['description', '☕'.repeat(500)],
    ['description', '☕'.repeat(501), '/description invalid'],
    ['is_enabled', 'yes', '/is_enabled invalid'],
    ['is_enabled', null, '/is_enabled invalid'],
    ['replay_from', '2026-01-01T00:00:00Z', '/replay_from unknown_field'],
    ['secret', 'whsec_x', '/secret unknown_field'],
    ...['id', 'disabled_reason', 'previous_expires_at', 'paused_until', 'failing_since'].map(
      (field): [string, unknown, string] => [field, null, `/${field} read_only`],
    ),
  ])('%s of %j', async (field, value, where) => {
    const merchant = await makeMerchant()
    const told = await merchant.ask('POST', '/admin/webhooks', { ...newHook(), [field]: value })
    expect(told.status === 201 ? [] : faults(told)).toEqual(where === undefined ? [] : [where])
    const patch = { [field]: value }
    if (where === undefined || value === undefined || value === null || /unknown/.test(where)) return
    const hook = await makeHook(merchant)
    expect(faults(await merchant.ask('PATCH', pathOf(hook), patch))).toEqual([where])
    expect((await merchant.ask('GET', pathOf(hook))).body).toMatchObject({ url: hook.url, version: 1 })
  })

  test('that names a forbidden endpoint is told with every other fault, and what to do', async () => {
    const told = await owner.ask('POST', '/admin/webhooks', {
      url: 'http://hooks.example/',
      events: [],
      x: 1,
    })
    expect(faults(told).sort()).toEqual(['/events invalid', '/url invalid', '/x unknown_field'])
    expect(told.body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/url', detail: 'must begin with https://' }),
    )
  })
})
