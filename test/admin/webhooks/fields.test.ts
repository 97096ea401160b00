/** The rules of each field are proven in `domain/webhooks/body`; here both ways to write one have to ask them. */
import { expect, test } from 'vitest'
import { EVENT_FILTERS } from '../../../lib/domain/webhooks/webhook.ts'
import { faults, makeMerchant } from '../merchant.ts'
import { makeHook, newHook, pathOf } from './hooks.ts'

const owner = await makeMerchant()

test('a webhook can have the longest URL and description, and every filter of events', async () => {
  const url = `https://hooks.example/${'x'.repeat(2_026)}`
  const most = { url, events: [...EVENT_FILTERS], description: '☕'.repeat(500) }
  const { body } = await owner.ask('POST', '/admin/webhooks', most)
  expect(body).toMatchObject(most)
  expect((await owner.ask('GET', pathOf(body))).body).toMatchObject(most)
})

test('all faults are named, and a forbidden endpoint with what to do', async () => {
  const hook = await makeHook(owner)
  const wrong = { url: 'http://hooks.example/', events: [], description: 7, id: null, secret: 'whsec_x' }
  const expected = [
    '/description invalid',
    '/events invalid',
    '/id read_only',
    '/secret unknown_field',
    '/url invalid',
  ]
  for (const told of [
    await owner.ask('POST', '/admin/webhooks', { ...newHook(), ...wrong }),
    await owner.ask('PATCH', pathOf(hook), wrong),
  ]) {
    expect(faults(told).sort()).toEqual(expected)
    expect(told.body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/url', detail: 'must begin with https://' }),
    )
  }
  expect((await owner.ask('GET', pathOf(hook))).body).toMatchObject({ url: hook.url, version: 1 })
})

test.each(['https://169.254.169.254/latest', 'https://hooks.example:8443/', 'https://intranet/'])(
  'nothing is sent to %s',
  async (url) => {
    const hook = await makeHook(owner)
    for (const told of [
      await owner.ask('POST', '/admin/webhooks', { ...newHook(), url }),
      await owner.ask('PATCH', pathOf(hook), { url }),
    ])
      expect(faults(told)).toEqual(['/url invalid'])
  },
)
