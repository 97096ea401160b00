import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateBusiness } from '../../../lib/data/businesses.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { eventsAt } from '../../../lib/domain/events.ts'
import { corruptItem, itemsIn, plantItem, storedItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { beginRun, makeWebhook, makeWebhooks, pause } from '../business/business-webhooks.ts'
import { operate } from '../operate.ts'

const HOUR = 3_600_000

let business: Business
let id: string
let slug: string
beforeEach(async () => {
  business = await makeBusiness()
  id = business.id
  slug = business.slug
})

const webhooks = (command: string, ...options: string[]) =>
  operate('webhooks', ...command.split(' '), '--business', slug, ...options)

/** An event in the feed, made some time ago. */
async function plantEvent(ago: number): Promise<string> {
  const eventId = `evt_${newId(new Date(Date.now() - ago))}`
  const json = JSON.stringify({ id: eventId, type: 'product.updated', data: { id: 'x' } })
  await plantItem({ ...keys.eventKey(id, eventId), type: 'event', event_type: 'product.updated', json })
  return eventId
}

/** Moves the state of a webhook back in time, as if it had been made then. */
const setBack = (webhookId: string, ago: number) => {
  const since = eventsAt(Date.now() - ago)
  return corruptItem(keys.webhookStateKey(id, webhookId), { since, watermark: since })
}

describe('list', () => {
  test('prints a line for each webhook: id, state, how far it is behind, URL and events', async () => {
    const url = 'https://hooks.example/storefront'
    const { id: fresh } = await makeWebhook(id, { url, events: ['product.*', 'category.created'] })
    const { id: paused } = await makeWebhook(id, { url: `${url}/2` })
    const until = await pause(id, paused)
    await setBack(paused, 3 * HOUR)
    await plantEvent(HOUR)
    const { id: disabled } = await makeWebhook(id, { url: `${url}/3`, is_enabled: false })
    await setBack(disabled, 3 * HOUR)
    const { code, stdout, notes } = await webhooks('list')
    expect({ code, notes }).toEqual({ code: 0, notes: [] })
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'STATE', 'BEHIND', 'URL (EVENTS)'],
      [fresh, 'enabled', '-', 'https://hooks.example/storefront (product.* category.created)'],
      [paused, `paused until ${until}`, '3 h', 'https://hooks.example/storefront/2 (*)'],
      [disabled, 'disabled (requested)', '-', 'https://hooks.example/storefront/3 (*)'],
    ])
  })

  test('a webhook whose pause has ended is failing; one without a state says so', async () => {
    const { id: failing } = await makeWebhook(id)
    await pause(id, failing)
    const failing_since = '2026-11-20T00:00:00.000Z'
    const state = keys.webhookStateKey(id, failing)
    await corruptItem(state, { probe_at: '2026-11-20T01:00:00.000Z', failing_since })
    expect((await webhooks('list')).stdout).toContain(`failing since ${failing_since}`)
  })

  test('--json has the fields of the API and the state of the deliveries', async () => {
    const { running } = await makeWebhooks(id)
    const all = JSON.parse((await webhooks('list', '--json')).stdout)
    expect(all).toHaveLength(5)
    expect(all[0]).toMatchObject({
      id: running,
      is_enabled: true,
      paused_until: null,
      deliveries: { lease: expect.stringMatching(/^held until /), behind: null, failures_in_a_row: 0 },
    })
  })

  test('says who has the lease, and if that was a dead run', async () => {
    const { id: webhookId } = await makeWebhook(id)
    await beginRun(id, webhookId)
    const leaseOf = async () => JSON.parse((await webhooks('list', '--json')).stdout)[0].deliveries.lease
    expect(await leaseOf()).toMatch(/^held until \d{4}-/)
    await corruptItem(keys.webhookStateKey(id, webhookId), { lease_until: 1_000 })
    expect(await leaseOf()).toBe('lapsed since 1970-01-01T00:00:01.000Z')
  })

  test('says if there are none', async () => {
    expect(await webhooks('list')).toEqual({ code: 0, stdout: `${slug} has no webhooks`, notes: [] })
    expect((await webhooks('list', '--json')).stdout).toBe('[]')
  })
})

describe('disable and enable', () => {
  const listed = async (webhookId: string) => {
    const rows = await itemsIn(keys.enabledWebhookKey(id, webhookId).pk)
    return rows.some(({ webhook_id }) => webhook_id === webhookId)
  }

  test('change a webhook once, with an event of the operator', async () => {
    const { id: webhookId } = await makeWebhook(id)
    const line = (said: string) => ({ code: 0, stdout: `the webhook ${webhookId} is ${said}`, notes: [] })
    const off = 'disabled: it gets no events; a delivery that has begun can still end'
    expect(await webhooks(`disable ${webhookId}`)).toEqual(line(off))
    expect(await webhooks(`disable ${webhookId}`)).toEqual(line('already disabled'))
    expect(await listed(webhookId)).toBe(false)
    expect(await storedItem(keys.webhookKey(id, webhookId))).toMatchObject({
      is_enabled: false,
      disabled_reason: 'requested',
      version: 2,
    })
    const disabled = (await itemsIn(keys.eventKey(id, '').pk)).filter(
      ({ event_type }) => event_type === 'webhook.disabled',
    )
    expect(disabled.map(({ actor }) => actor)).toEqual(['operator'])
    expect(await webhooks(`enable ${webhookId}`)).toEqual(line('enabled: it gets the events from now on'))
    expect(await webhooks(`enable ${webhookId}`)).toEqual(line('already enabled'))
    expect(await listed(webhookId)).toBe(true)
  })

  test('--json prints the webhook, and the line on stderr', async () => {
    const { id: webhookId } = await makeWebhook(id)
    const { stdout, notes } = await webhooks(`disable ${webhookId}`, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ id: webhookId, is_enabled: false, paused_until: null })
    expect(notes).toEqual([expect.stringMatching(/ is disabled: /)])
  })

  test('are refused for a business that is being deleted', async () => {
    const { id: webhookId } = await makeWebhook(id)
    await updateBusiness(id, (before) => ({ ...before, status: 'deleting' }))
    for (const command of ['disable', 'enable'])
      expect(await webhooks(`${command} ${webhookId}`)).toEqual({
        code: 1,
        stdout: '',
        notes: [`error: "${slug}" is being deleted`],
      })
  })
})

test.each(['disable', 'enable'])('%s names an id that is not a webhook', async (command) => {
  const unknown = randomUUID()
  expect(await webhooks(`${command} ${unknown}`)).toEqual({
    code: 1,
    stdout: '',
    notes: [`error: ${slug} has no webhook ${unknown}`],
  })
  expect((await webhooks(`${command} acme`)).notes).toEqual([
    'error: "acme" is not the id of a webhook: use the UUID that webhooks list shows',
  ])
})

test('a webhook of another business is not found', async () => {
  const theirs = await makeBusiness()
  const { id: webhookId } = await makeWebhook(theirs.id)
  for (const command of ['disable', 'enable'])
    expect((await webhooks(`${command} ${webhookId}`)).code).toBe(1)
  expect(await storedItem(keys.webhookKey(theirs.id, webhookId))).toMatchObject({ version: 1 })
})

test('no command shows a secret', async () => {
  const { running, rotated, disabled } = await makeWebhooks(id)
  const secrets = await Promise.all(
    [running, rotated].map(async (one) => (await storedItem(keys.webhookSecretKey(id, one))).secret),
  )
  for (const command of ['list', `disable ${rotated}`, `enable ${disabled}`])
    for (const format of [[], ['--json']]) {
      const { code, stdout, notes } = await webhooks(command, ...format)
      expect({ command, code }).toEqual({ command, code: 0 })
      for (const secret of ['whsec_', ...secrets]) expect(stdout + notes.join('')).not.toContain(secret)
    }
})
