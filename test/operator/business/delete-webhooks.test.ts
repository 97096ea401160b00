import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type * as writer from '../../../lib/data/table/calls/writer.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { deliver } from '../../../lib/delivery/deliver.ts'
import type { Effects } from '../../../lib/delivery/effects.ts'
import { type RemovalOptions, removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { corruptItem, itemsIn, removeItem, storedItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'
import { dumpOf, nameOf } from './business-table.ts'
import { makeDelivery, makeFailedDelivery, makeWebhook, makeWebhooks } from './business-webhooks.ts'
import { forgetOthers, others } from './others.ts'

await useOwnTable({ indexes: [] })

afterEach(forgetOthers)

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) =>
  (await import('./others.ts')).withOthers(await original<typeof writer>()),
)

const remove = (id: string, options: Partial<RemovalOptions> = {}) =>
  removeBusiness(id, { wait: async () => {}, ...options })

const COMPLETE = { is_complete: true, left: [] }

const partition = (id: string, webhookId: string) => keys.webhookStateKey(id, webhookId).pk

/** The beginnings of the sort keys in a partition, each once. */
const kindsIn = async (pk: string) => [...new Set((await itemsIn(pk)).map(({ sk }) => sk.split('#')[0]))]

test('webhooks in every state go with the business, and with everything under them', async () => {
  const { id } = await makeBusiness()
  const { running, disabled, deleted, fresh, paused, rotated } = await makeWebhooks(id)
  const theirs = await makeBusiness()
  await makeWebhooks(theirs.id)
  const kept = await dumpOf(theirs.id)
  expect(await kindsIn(partition(id, fresh))).toEqual(['DELIVERIES'])
  for (const webhookId of [running, paused, rotated, disabled])
    expect(await kindsIn(partition(id, webhookId))).toEqual(['DELIVERIES', 'DELIVERY', 'DUE'])
  expect(await kindsIn(partition(id, deleted))).toEqual(['DELIVERY', 'DUE'])
  const before = (await dumpOf(id)).map(nameOf)
  expect(before).toEqual(
    expect.arrayContaining([
      nameOf(keys.webhookKey(id, running)),
      nameOf(keys.webhookSecretKey(id, rotated)),
      nameOf(keys.webhookSecretKey(id, disabled)),
      nameOf(keys.enabledWebhookKey(id, paused)),
    ]),
  )
  expect(await remove(id)).toMatchObject(COMPLETE)
  expect(await dumpOf(id)).toEqual([])
  expect(await dumpOf(theirs.id)).toEqual(kept)
})

test('a delivery under way when it begins is walked after, and none begins any more', async () => {
  const business = await makeBusiness()
  const { id } = business
  const webhook = await makeWebhook(id)
  await makeCategory(business, { id: 'tea' })
  const [sending, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sent: string[] = []
  const world: Effects = {
    now: () => Date.now(),
    random: () => 0,
    wait: async () => {},
    async send(outgoing) {
      sent.push(outgoing.id)
      sending.resolve()
      await released.promise
      return { status_code: 500, error: null, duration_ms: 1, retry_after_s: null }
    },
    wake: async () => {},
  }
  const wakeUp = { business_id: id, webhook_id: webhook.id }
  const run = deliver(wakeUp, 'run-1', world)
  await sending.promise
  const removal = await remove(id, {
    async wait() {
      expect(await kindsIn(partition(id, webhook.id))).toEqual([])
      expect(await itemsIn(keys.webhookSecretKey(id, webhook.id).pk)).toEqual([])
      const enabled = await itemsIn(keys.enabledWebhookKey(id, webhook.id).pk)
      expect(enabled.filter(({ business_id }) => business_id === id)).toEqual([])
      // It leads to what is still to be written.
      expect(await storedItem(keys.webhookKey(id, webhook.id))).toMatchObject({ id: webhook.id })
      released.resolve()
      expect(await run).toMatchObject({ sent: sent.length, failed: sent.length })
      expect(await kindsIn(partition(id, webhook.id))).toEqual(['DELIVERY', 'DUE'])
      const before = sent.length
      expect(await deliver(wakeUp, 'run-2', world)).toBeUndefined()
      expect(sent).toHaveLength(before)
    },
  })
  expect(removal).toMatchObject(COMPLETE)
  expect(sent.length).toBeGreaterThan(0)
  expect(await dumpOf(id)).toEqual([])
})

test('a delivery that is written when everything was read once is walked after', async () => {
  const { id } = await makeBusiness()
  const webhook = await makeWebhook(id)
  const onStage = (stage: string) => {
    if (stage !== 'remains') return
    others.whenRead = async (pk) => {
      if (pk !== partition(id, webhook.id)) return
      others.whenRead = undefined
      await makeFailedDelivery(id, webhook.id)
    }
  }
  expect(await remove(id, { onStage })).toMatchObject(COMPLETE)
  expect(others.whenRead).toBeUndefined()
  expect(await dumpOf(id)).toEqual([])
})

test('a webhook whose item is gone leads to its deliveries by the roster', async () => {
  const { id } = await makeBusiness()
  const webhook = await makeWebhook(id)
  await makeDelivery(id, webhook.id)
  await removeItem(keys.webhookKey(id, webhook.id))
  expect(await remove(id)).toMatchObject(COMPLETE)
  expect(await dumpOf(id)).toEqual([])
})

test('a webhook that the roster does not have leads to them by its item, however often it is killed', async () => {
  const { id } = await makeBusiness()
  const webhook = await makeWebhook(id)
  await makeDelivery(id, webhook.id)
  await corruptItem(keys.rosterKey(id), { webhooks: undefined })
  for (const last of ['calls', 'contents', 'remains'])
    await remove(id, {
      onStage(stage) {
        if (stage === last) throw new Error('killed')
      },
    })
  await makeDelivery(id, webhook.id)
  expect(await remove(id)).toMatchObject(COMPLETE)
  expect(await dumpOf(id)).toEqual([])
})

test('a webhook that only an event still names leads to them before the event goes', async () => {
  const { id } = await makeBusiness()
  const { disabled } = await makeWebhooks(id)
  await removeItem(keys.webhookKey(id, disabled))
  await corruptItem(keys.rosterKey(id), { webhooks: { [randomUUID()]: null } })
  await remove(id, {
    onStage(stage) {
      if (stage === 'remains') throw new Error('killed')
    },
  })
  expect(await kindsIn(partition(id, disabled))).toEqual([])
  expect(await itemsIn(keys.webhookSecretKey(id, disabled).pk)).toEqual([])
})

test('a deleted webhook leads to its deliveries by the roster, also where no event names it any more', async () => {
  const { id } = await makeBusiness()
  const { deleted } = await makeWebhooks(id)
  for (const event of await itemsIn(keys.eventKey(id, '').pk)) await removeItem(event)
  expect(await kindsIn(partition(id, deleted))).toEqual(['DELIVERY', 'DUE'])
  expect(await remove(id)).toMatchObject(COMPLETE)
  expect(await kindsIn(partition(id, deleted))).toEqual([])
})

test('a roster can hold any value', async () => {
  for (const webhooks of [null, 'x', 7, [newId(new Date())]]) {
    const { id } = await makeBusiness()
    await makeWebhook(id)
    await corruptItem(keys.rosterKey(id), { webhooks })
    expect(await remove(id)).toMatchObject(COMPLETE)
    expect(await dumpOf(id)).toEqual([])
  }
})
