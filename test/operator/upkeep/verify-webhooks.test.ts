import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { corruptItem, itemsIn, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { dumpOf } from '../business/business-table.ts'
import {
  beginRun,
  makeDelivery,
  makeFailedDelivery,
  makeWebhook,
  makeWebhooks,
} from '../business/business-webhooks.ts'
import { verify } from '../business/busy-shop.ts'
import { operate } from '../operate.ts'

await useOwnTable()

/** A business with an API key, an enabled webhook and a disabled one. */
let business: Business
let on: string
let off: string
beforeEach(async () => {
  business = await makeBusiness()
  await makeToken(business)
  on = (await makeWebhook(business.id)).id
  off = (await makeWebhook(business.id, { is_enabled: false })).id
})

const STRANGER = '7b1c0000-0000-4000-8000-000000000001'
/** As long as a secret, and known. */
const OTHER_SECRET = `whsec_${'A'.repeat(43)}`

const hook = (id: string) => keys.webhookKey(id, on)
const secret = (id: string) => keys.webhookSecretKey(id, on)
const state = (id: string) => keys.webhookStateKey(id, on)
const roster = keys.rosterKey

test.each([[], ['--deep']])('webhooks in every state are in order, and counted %j', async (...options) => {
  await makeWebhooks(business.id)
  const result = await verify(business, ...options)
  expect(result).toMatchObject({ code: 0, findings: [], seen: { webhooks: 7, api_keys: 1 } })
})

test('the summary names them', async () => {
  const { stdout } = await operate('verify', '--business', business.id)
  expect(stdout).toMatch(/^nothing found in .*, 2 webhooks, /)
})

/** Breaks something, and says which item is then named. */
type Break = (id: string) => Promise<keys.Key>

const corrupt =
  (key: (id: string) => keys.Key, changes: Record<string, unknown>): Break =>
  async (id) => {
    await corruptItem(key(id), changes)
    return key(id)
  }

const remove =
  (key: (id: string) => keys.Key): Break =>
  async (id) => {
    await removeItem(key(id))
    return key(id)
  }

const plant =
  (item: (id: string) => keys.Key & Record<string, unknown>): Break =>
  async (id) => {
    await plantItem(item(id))
    return item(id)
  }

const CORRUPTIONS: [code: string, what: string, breakIt: Break][] = [
  ['invalid_item', 'a webhook under another’s key', corrupt(hook, { id: STRANGER })],
  ['invalid_item', 'a webhook of another type', corrupt(hook, { type: 'x' })],
  ['invalid_item', 'a webhook without a URL', corrupt(hook, { url: undefined })],
  ['invalid_item', 'a webhook whose URL is a number', corrupt(hook, { url: 7 })],
  ['invalid_item', 'a webhook without events', corrupt(hook, { events: undefined })],
  ['invalid_item', 'a webhook for events that there are not', corrupt(hook, { events: ['order.paid'] })],
  ['invalid_item', 'a webhook without a version', corrupt(hook, { version: undefined })],
  ['invalid_item', 'a webhook that was made some day', corrupt(hook, { created_at: 'some day' })],
  [
    'invalid_item',
    'a webhook that is enabled and says why not',
    corrupt(hook, { disabled_reason: 'requested' }),
  ],
  [
    'invalid_item',
    'a webhook that is disabled and does not say why',
    corrupt((id) => keys.webhookKey(id, off), { disabled_reason: null }),
  ],
  ['foreign_item', 'a webhook of another business', corrupt(hook, { business_id: STRANGER })],
  ['rule_broken', 'a URL that nobody could give today', corrupt(hook, { url: 'hooks.example' })],
  ['rule_broken', 'a description that is too long', corrupt(hook, { description: 'x'.repeat(501) })],
  ['secret_missing', 'a webhook without a secret', remove(secret)],
  ['invalid_item', 'a secret that signs nothing', corrupt(secret, { secret: 'whsec_' })],
  ['invalid_item', 'a secret of another type', corrupt(secret, { type: 'x' })],
  ['invalid_item', 'a secret without the one before it', corrupt(secret, { previous: undefined })],
  ['invalid_item', 'a secret before it that ends some day', corrupt(secret, { previous_until: 'some day' })],
  ['invalid_item', 'an older secret that signs nothing', corrupt(secret, { older: 'whsec_' })],
  ['invalid_item', 'an older secret that ends some day', corrupt(secret, { older_until: 'some day' })],
  ['state_missing', 'a webhook without a state', remove(state)],
  ['invalid_item', 'a state without a watermark', corrupt(state, { watermark: undefined })],
  ['invalid_item', 'a watermark that is no event', corrupt(state, { watermark: '0' })],
  ['invalid_item', 'a state that does not say from when on', corrupt(state, { since: undefined })],
  ['invalid_item', 'a lease until some day', corrupt(state, { lease_until: 'some day' })],
  ['invalid_item', 'a pause until some day', corrupt(state, { probe_at: 'some day' })],
  ['invalid_item', 'failures that are no number', corrupt(state, { failures: '5' })],
  ['enabled_missing', 'no row among the enabled ones', remove((id) => keys.enabledWebhookKey(id, on))],
  [
    'enabled_missing',
    'a row that names another webhook',
    corrupt((id) => keys.enabledWebhookKey(id, on), { webhook_id: STRANGER }),
  ],
  [
    'enabled_missing',
    'a row that names another business',
    corrupt((id) => keys.enabledWebhookKey(id, on), { business_id: STRANGER }),
  ],
  [
    'enabled_left',
    'a disabled webhook among the enabled ones',
    plant((id) => ({
      ...keys.enabledWebhookKey(id, off),
      type: 'enabled_webhook',
      business_id: id,
      webhook_id: off,
    })),
  ],
  [
    'roster_differs',
    'a webhook that the roster does not have',
    async (id) => {
      await corruptItem(roster(id), { webhooks: await entriesOf(id, off) })
      return roster(id)
    },
  ],
  ['roster_differs', 'a roster without webhooks', corrupt(roster, { webhooks: undefined })],
  ['roster_differs', 'a webhook that another key created', changeEntry({ created_by: STRANGER })],
  ['roster_differs', 'a webhook with another URL', changeEntry({ url_digest: 'x' })],
]

/** Breaks the entry of a webhook in the roster. */
function changeEntry(change: object): Break {
  return async (id) => {
    const webhooks = await entriesOf(id, on, off)
    await corruptItem(roster(id), { webhooks: { ...webhooks, [on]: { ...webhooks[on], ...change } } })
    return roster(id)
  }
}

/** The entries of some webhooks in the roster. */
async function entriesOf(id: string, ...webhookIds: string[]): Promise<Record<string, object>> {
  const entries = (await storedItem(roster(id))).webhooks as Record<string, object>
  return Object.fromEntries(webhookIds.map((webhookId) => [webhookId, entries[webhookId] ?? {}]))
}

test.each(CORRUPTIONS)('%s: %s', async (code, _, breakIt) => {
  const { pk, sk } = await breakIt(business.id)
  const { findings, ...result } = await verify(business)
  expect(new Set(findings.map((found) => `${found.code} ${found.pk} ${found.sk}`))).toEqual(
    new Set([`${code} ${pk} ${sk}`]),
  )
  expect(result).toMatchObject({ code: 1, is_complete: true })
})

test('a roster that has a webhook which does not exist, or has one as deleted, is found', async () => {
  const { id } = business
  const { [on]: _, ...others } = await entriesOf(id, on, off)
  await corruptItem(roster(id), { webhooks: { ...(await entriesOf(id, on, off)), [STRANGER]: {} } })
  expect((await verify(business)).findings).toEqual([
    { code: 'roster_differs', ...roster(id), detail: `it has the webhook ${STRANGER}, which does not exist` },
  ])
  await corruptItem(roster(id), { webhooks: others, deleted_webhooks: { [on]: '2026-11-23T00:00:00.000Z' } })
  expect((await verify(business)).findings).toEqual([
    { code: 'roster_differs', ...roster(id), detail: `it has as deleted the webhook ${on}` },
  ])
})

test('a roster whose webhooks are not a map is found, and so is each webhook that it does not have', async () => {
  for (const webhooks of ['x', null, 7]) {
    await corruptItem(roster(business.id), { webhooks })
    const { findings } = await verify(business)
    expect(findings.map(({ code }) => code).sort()).toEqual([
      'invalid_item',
      'roster_differs',
      'roster_differs',
    ])
  }
})

test('a roster from before webhooks, and one from before keys, are in order', async () => {
  const bare = await makeBusiness()
  await makeToken(bare)
  await corruptItem(roster(bare.id), { webhooks: undefined })
  expect(await verify(bare)).toMatchObject({ code: 0, findings: [] })
  const keyless = await makeBusiness()
  await makeWebhook(keyless.id)
  expect(await verify(keyless, '--deep')).toMatchObject({ code: 0, findings: [] })
})

describe('only a scan finds', () => {
  const gone = randomUUID()
  test.each<[code: string, what: string, breakIt: Break]>([
    [
      'secret_left',
      'a secret without a webhook',
      plant((id) => ({ ...keys.webhookSecretKey(id, gone), type: 'webhook_secret', secret: OTHER_SECRET })),
    ],
    [
      'state_left',
      'a state without a webhook',
      plant((id) => ({ ...keys.webhookStateKey(id, gone), type: 'webhook_state' })),
    ],
    [
      'enabled_left',
      'a webhook among the enabled ones that does not exist',
      plant((id) => ({
        ...keys.enabledWebhookKey(id, gone),
        type: 'enabled_webhook',
        business_id: id,
        webhook_id: gone,
      })),
    ],
    [
      'due_missing',
      'a delivery that nothing tries again',
      async (id) => {
        const { eventId, nextTryAt } = await makeFailedDelivery(id, on)
        const due = keys.retryKey(id, on, String(nextTryAt), eventId)
        await removeItem(due)
        return due
      },
    ],
    [
      'invalid_item',
      'a delivery of a status that there is not',
      async (id) => {
        const key = keys.deliveryKey(id, on, (await makeDelivery(id, on)).eventId)
        await corruptItem(key, { status: 'lost' })
        return key
      },
    ],
    [
      'unknown_item',
      'something beside the deliveries',
      plant((id) => ({ ...state(id), sk: 'NOTE', type: 'note' })),
    ],
    [
      'unknown_item',
      'what a newer version keeps among the deliveries',
      plant((id) => ({ ...keys.deliveryKey(id, on, 'evt_note'), type: 'note' })),
    ],
    [
      'unknown_item',
      'what a newer version keeps among the times of next tries',
      plant((id) => ({ ...keys.retryKey(id, on, '2026-11-23T00:00:00.000Z', 'evt_note'), type: 'note' })),
    ],
    [
      'unknown_item',
      'something beside a secret',
      plant((id) => ({ ...secret(id), sk: 'NOTE', type: 'note' })),
    ],
  ])('%s: %s', async (code, _, breakIt) => {
    const { pk, sk } = await breakIt(business.id)
    expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
    const deep = await verify(business, '--deep')
    expect(deep).toMatchObject({ code: 1, findings: [{ code, pk, sk }] })
  })
})

test('temporary states are not findings: times that are contradicted, deliveries of deleted webhooks, a dead run', async () => {
  const { id } = business
  const { eventId } = await makeDelivery(id, on)
  await plantItem({ ...keys.retryKey(id, on, '2026-11-23T00:00:00.000Z', eventId), type: 'due' })
  await makeFailedDelivery(id, randomUUID())
  const ended = await makeFailedDelivery(id, on)
  await removeItem(keys.retryKey(id, on, String(ended.nextTryAt), ended.eventId))
  await corruptItem(keys.deliveryKey(id, on, ended.eventId), { ttl: 1 })
  await beginRun(id, on)
  await corruptItem(state(id), { lease_until: 1 })
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
})

test('no secret is ever said, whatever is wrong with it', async () => {
  const { id } = business
  await corruptItem(secret(id), { secret: `${OTHER_SECRET}x`, previous: OTHER_SECRET, type: OTHER_SECRET })
  await plantItem({ ...keys.webhookSecretKey(id, STRANGER), type: 'webhook_secret', secret: OTHER_SECRET })
  for (const format of [[], ['--json']]) {
    const { code, stdout, notes } = await operate('verify', '--business', id, '--deep', ...format)
    expect(code).toBe(1)
    expect(stdout).toContain('secret_left')
    expect(stdout).toContain('these fields of the secret are missing or wrong: type, secret')
    expect(stdout + notes.join('')).not.toContain('whsec_')
  }
})

describe('reindex', () => {
  const listed = async (id: string) =>
    (await Promise.all([0, 1, 2, 3].map((shard) => itemsIn(keys.enabledPartition(shard)))))
      .flat()
      .filter(({ business_id }) => business_id === id)

  test('has the list of enabled webhooks say what they are, once', async () => {
    const { id } = business
    const before = await dumpOf(id)
    const right = await listed(id)
    expect(right).toMatchObject([{ webhook_id: on }])
    await removeItem(keys.enabledWebhookKey(id, on))
    await plantItem({
      ...keys.enabledWebhookKey(id, off),
      type: 'enabled_webhook',
      business_id: id,
      webhook_id: off,
    })
    const reindex = async () => JSON.parse((await operate('reindex', '--business', id, '--json')).stdout)
    expect(await reindex()).toMatchObject({ written: 2 })
    expect(await listed(id)).toEqual(right)
    expect(await dumpOf(id)).toEqual(before)
    expect(await reindex()).toMatchObject({ written: 0 })
    expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
    await corruptItem(keys.enabledWebhookKey(id, on), { business_id: STRANGER })
    expect(await reindex()).toMatchObject({ written: 0 })
  })
})
