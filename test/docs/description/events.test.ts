import { expect, inject, test } from 'vitest'
import { runSchedule } from '../../../lib/data/schedules/run-schedule.ts'
import { scheduleKey } from '../../../lib/data/table/keys.ts'
import { describeStrictly } from '../../../lib/docs/description/describe.ts'
import { create, type Merchant, makeMerchant } from '../../admin/merchant.ts'
import { eventsOf, keyEventsOf } from '../../admin/table.ts'
import { makeHook } from '../../admin/webhooks/hooks.ts'
import { runOnce } from '../../import/run/bench.ts'
import { SIMPLE_RESOURCES } from '../../support/simple-resources.ts'
import { upload } from '../../support/upload.ts'
import { validatorOf } from './described.ts'

const description = describeStrictly()
const ajv = validatorOf(description)

/** Every kind of change there is. */
async function changeEverything(shop: Merchant): Promise<void> {
  for (const { path, body, patch } of SIMPLE_RESOURCES) {
    const { id } = await create(shop, path, body)
    await shop.ask('PATCH', `${path}/${id}`, patch)
    await shop.ask('DELETE', `${path}/${id}`)
  }
  await create(shop, '/admin/categories', { name: 'Tea', id: 'tea' })
  const { id } = await create(shop, '/admin/products', {
    name: 'Sencha',
    price: 1250,
    category_id: 'tea',
    images: [{ url: 'https://images.example/' }],
  })
  for (const change of [{ status: 'active' }, { tags: ['a'], images: [] }, { status: 'draft' }])
    await shop.ask('PATCH', `/admin/products/${id}`, change)
  await shop.ask('DELETE', `/admin/products/${id}`)
  const stocked = { name: 'Cup', price: 1, category_id: 'tea', track_inventory: true }
  const { id: variant_id } = await create(shop, '/admin/products', stocked)
  await shop.ask('POST', '/admin/inventory/adjust', {
    reason: 'received',
    changes: [{ variant_id, delta: 1 }],
  })
  await shop.ask('PUT', '/admin/inventory/holds/cart-1', { items: [{ variant_id, quantity: 1 }] })
  await shop.ask('POST', '/admin/inventory/holds/cart-1/commit', { payment: 'pi_1' })
  await failSchedule(shop, variant_id)
  const picture = await upload({ baseUrl: inject('baseUrl'), token: shop.token })
  await shop.ask('DELETE', `/admin/media/${picture.id}`)
  await shop.ask('PATCH', '/admin/business', { contact: { phone: '1' } })
  const key = await create(shop, '/admin/api-keys', { name: 'one', scopes: ['products:write'] })
  await shop.ask('PATCH', `/admin/api-keys/${key.id}`, { scopes: ['products:read'] })
  await shop.ask('POST', `/admin/api-keys/${key.id}/rotate`)
  await shop.ask('DELETE', `/admin/api-keys/${key.id}`)
  const webhook = await makeHook(shop)
  const path = `/admin/webhooks/${webhook.id}`
  await shop.ask('PATCH', path, { description: 'x' })
  await shop.ask('POST', `${path}/rotate-secret`)
  await shop.ask('PATCH', path, { is_enabled: false })
  await shop.ask('DELETE', path)
}

/** A change that is over before it can be made. */
async function failSchedule(shop: Merchant, id: string): Promise<void> {
  const [at, until] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  await shop.ask('PUT', `/admin/products/${id}/schedule`, { at, until, patch: { tags: ['late'] } })
  await runSchedule(shop.business.id, scheduleKey(shop.business.id, id).sk, Date.parse(`${until}`))
}

const CUP = { external_id: 'cup', name: 'Cup', price: 1250, category: 'Cups' }

/** An import of each fate. */
async function importFiles(shop: Merchant): Promise<void> {
  const refused = { ...CUP, external_id: 'none', price: -1 }
  for (const file of [[CUP], [CUP, refused], '{"name":']) {
    const { body } = await shop.ask('POST', '/admin/imports', file)
    await runOnce(shop, body.id)
  }
  const { body } = await shop.ask('POST', '/admin/imports', [CUP])
  await shop.ask('POST', `/admin/imports/${body.id}/cancel`)
}

test('every type of event is recorded as the description says, and no other is', async () => {
  const shop = await makeMerchant()
  await changeEverything(shop)
  await importFiles(shop)
  const { id } = shop.business
  const events = [...(await eventsOf(id)), ...(await keyEventsOf(id))].map(({ event }) => event)
  const faults = events.flatMap((event) => {
    const place = `webhooks/${event.type}/post/requestBody/content/application~1json/schema`
    return ajv.validate({ $ref: `description#/${place}` }, event)
      ? []
      : [`${event.type}: ${ajv.errorsText()}`]
  })
  expect(faults).toEqual([])
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(description.webhooks)))
})
