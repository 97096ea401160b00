import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as getDelivery } from '../../../functions/admin/webhooks/deliveries/get.ts'
import { webhookStateKey } from '../../../lib/data/table/keys.ts'
import { type StoredDelivery, writeDelivery } from '../../../lib/data/webhooks/deliveries.ts'
import { deliveryId } from '../../../lib/domain/webhooks/delivery.ts'
import { invoke } from '../in-process.ts'
import { type Body, type Merchant, makeMerchant, outcome } from '../merchant.ts'
import { overwrite } from '../table.ts'
import { makeHook, pathOf, recordEvent } from './hooks.ts'

/** The action of a run right before the state of the webhook is read; none by default. */
const meanwhile = vi.hoisted((): { act: (() => Promise<unknown>) | undefined } => ({ act: undefined }))

vi.mock('../../../lib/data/webhooks/state.ts', async (actual) => {
  const real = await actual<typeof import('../../../lib/data/webhooks/state.ts')>()
  const readState: typeof real.readState = async (of) => {
    const { act } = meanwhile
    meanwhile.act = undefined
    await act?.()
    return real.readState(of)
  }
  return { ...real, readState }
})

let owner: Merchant
let hook: Body
beforeEach(async () => {
  owner = await makeMerchant()
  hook = await makeHook(owner)
})

const askFor = (path = '', of = hook) => owner.ask('GET', `${pathOf(of)}/deliveries${path}`)
const inMs = (ms: number) => new Date(Date.now() + ms)

/** An event that was tried, as a run leaves it. */
async function tried(eventId: string, change: Partial<StoredDelivery> = {}): Promise<string> {
  const tries = [{ at: '2026-01-01T00:00:00.000Z', status_code: 500, error: null, duration_ms: 7 }]
  const failed = { eventId, eventType: 'product.updated', status: 'failed' as const, tries, attempts: 10 }
  const of = { businessId: owner.business.id, webhookId: hook.id }
  await writeDelivery(of, undefined, { ...failed, nextTryAt: null, ...change })
  await overwrite(webhookStateKey(owner.business.id, hook.id), 'watermark', eventId)
  return deliveryId(eventId)
}

describe('one delivery', () => {
  test('is read by its id, as the list has it: tried, waiting, or a test', async () => {
    await tried(await recordEvent(owner.business.id))
    await tried(await recordEvent(owner.business.id), { status: 'succeeded' })
    await recordEvent(owner.business.id, { at: inMs(5) })
    const { id } = (await owner.ask('POST', `${pathOf(hook)}/test`)).body
    const { data } = (await askFor()).body
    expect([data.length, data.some((delivery) => delivery.id === id)]).toEqual([4, true])
    for (const delivery of data) {
      const told = await askFor(`/${delivery.id.toUpperCase()}`)
      expect([told.status, told.body]).toEqual([200, delivery])
    }
  })

  test('is found while its first try ends', async () => {
    const eventId = await recordEvent(owner.business.id, { at: inMs(5) })
    meanwhile.act = () => tried(eventId, { status: 'succeeded' })
    const told = await invoke(getDelivery, owner.business.id, {
      method: 'GET',
      route: '/admin/webhooks/{id}/deliveries/{delivery_id}',
      path: { id: hook.id, delivery_id: deliveryId(eventId) },
    })
    expect([told.status, told.body.status]).toEqual([200, 'succeeded'])
  })

  test('is not found where the webhook neither got nor waits for the event', async () => {
    const failed = await tried(await recordEvent(owner.business.id))
    const narrow = await makeHook(owner, { events: ['category.*'] })
    const unwanted = deliveryId(await recordEvent(owner.business.id, { at: inMs(5) }))
    const at = new Date(Date.parse(narrow.created_at) - 1)
    const early = deliveryId(await recordEvent(owner.business.id, { at, type: 'category.updated' }))
    for (const id of [failed, unwanted, early, `dlv_${randomUUID()}`, 'x', '%25'])
      expect(outcome(await askFor(`/${id}`, narrow)), id).toBe('404 delivery_not_found')
  })

  test('of another business, or of no webhook, is not found', async () => {
    const path = `/${await tried(await recordEvent(owner.business.id))}`
    expect(outcome(await askFor(path, { ...hook, id: randomUUID() }))).toBe('404 webhook_not_found')
    const foreign = await makeMerchant()
    const theirs = await makeHook(foreign)
    expect(outcome(await askFor(path, theirs))).toBe('404 webhook_not_found')
    const told = await foreign.ask('GET', `${pathOf(theirs)}/deliveries${path}`)
    expect(outcome(told)).toBe('404 delivery_not_found')
  })

  test('that waits is not found once the webhook is disabled, one that was tried is', async () => {
    const failed = await tried(await recordEvent(owner.business.id))
    const waiting = deliveryId(await recordEvent(owner.business.id, { at: inMs(5) }))
    await owner.ask('PATCH', pathOf(hook), { is_enabled: false })
    expect(outcome(await askFor(`/${failed}`))).toBe('200')
    expect(outcome(await askFor(`/${waiting}`))).toBe('404 delivery_not_found')
  })

  test('older than 30 days is not found, though the table may still hold it', async () => {
    const at = inMs(-30.01 * 24 * 60 * 60 * 1000)
    const old = await tried(await recordEvent(owner.business.id, { at }))
    expect(outcome(await askFor(`/${old}`))).toBe('404 delivery_not_found')
  })
})
