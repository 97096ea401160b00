import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { putHold } from '../../../lib/data/holds/holds.ts'
import { readImport } from '../../../lib/data/imports/imports.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { importKey, productKey, webhookKey, webhookStateKey } from '../../../lib/data/table/keys.ts'
import { startImport } from '../../import/run/bench.ts'
import { plantEvent } from '../../support/feed.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../../support/shop.ts'
import {
  changeState,
  failForGood,
  makeForeignRow,
  makeListening,
  mappingTo,
  minutesAgo,
  readAs,
  readProducts,
  runDueNow,
  sweepClock,
  sweepNow,
} from './failures.ts'
import { rings } from './rings.ts'
import { played, type Row } from './row.ts'

const MINUTE_MS = 60_000

const DEAD_LETTERS = 'Empty the dead letters'

/** Each alarm of the template, by its name in docs/operations.md. */
export const ALARMS: Readonly<Record<string, Row>> = {
  TenantGuard: played({
    async fails({ stack }) {
      const made = await makeForeignRow()
      expect((await readProducts(stack, made.business)).status).toBe(500)
      return made
    },
    shows: {
      query: 'Last errors',
      line: ({ business_id }) => ({ alarm: 'foreign_item', business_id, error: expect.any(String) }),
    },
    async steps(desk, { business_id, owner, owner_id }) {
      expect(await rings(desk, 'TenantGuard')).toBe(true)
      const { stdout } = await desk.play(
        'Alarm TenantGuard',
        'npm run operator -- verify',
        { business_id },
        [1],
      )
      expect(stdout).toMatch(new RegExp(`^index_foreign .*${owner_id}`, 'm'))
      await desk.play('Alarm TenantGuard', 'npm run operator -- reindex', { owner })
    },
    async afterwards({ stack }, { business, owner }) {
      for (const slug of [business, owner])
        expect(await (await readProducts(stack, slug)).json()).toMatchObject({ count: 1 })
    },
  }),

  DeadLetters: played({
    async fails(desk) {
      const made = await makeListening(desk)
      return { ...made, event: await failForGood(desk, made) }
    },
    shows: {
      query: 'Last errors',
      line: ({ business_id, webhook_id }) => ({ message: 'delivery', business_id, webhook_id }),
    },
    async steps(desk, made) {
      const { stdout } = await desk.play(DEAD_LETTERS, 'aws sqs receive-message')
      expect(stdout).toContain(made.webhook_id)
      await changeState(made, { watermark: made.watermark })
      await desk.play(DEAD_LETTERS, 'arn=$(aws sqs')
    },
    async afterwards(desk, { event }) {
      expect(await rings(desk, 'DeadLetters')).toBe(false)
      await expect.poll(() => desk.receiver.events).toContain(event)
    },
  }),

  SweepHealed: played({
    async fails(desk) {
      const made = await makeListening(desk)
      const run = { run: 'dead', lease_until: Date.now() + 30 * MINUTE_MS }
      await changeState(made, run)
      const event = await plantEvent(made.business_id, { at: minutesAgo(5) })
      // The wake-up of the event finds the lease of the run that died.
      await expect
        .poll(() => storedItem(webhookStateKey(made.business_id, made.webhook_id)))
        .toMatchObject({ again: true })
      await changeState(made, { ...run, lease_until: 0 })
      await sweepNow(desk)
      await expect.poll(() => rings(desk, 'SweepHealed')).toBe(true)
      return { ...made, event }
    },
    shows: {
      query: 'Last errors',
      line: ({ webhook_id }) => ({ alarm: 'webhook_healed', webhook_id, late: 1 }),
    },
    async steps() {},
    async afterwards(desk, { event }) {
      await expect.poll(() => desk.receiver.events).toContain(event)
      desk.log.splice(0)
      await sweepNow(desk)
      expect(await rings(desk, 'SweepHealed')).toBe(false)
    },
  }),

  GatewayErrors: { notPlayed: 'The gateway and Lambda count such errors and `Throttles` on AWS alone.' },
  AuthorizerErrors: {
    notPlayed: 'Lambda counts errors of a function on AWS alone; the step is a deployment.',
  },
  Latency: { notPlayed: 'The gateway measures its latency on AWS alone.' },
  GatewayThrottled: { notPlayed: 'The access log of the gateway is on AWS alone.' },
  RateLimitUnavailable: {
    notPlayed: 'No engine on this machine throttles. test/faults/rate-limit.test.ts plants the error.',
  },
  TableThrottled: {
    notPlayed: 'No engine on this machine throttles. test/infra/throttled.test.ts plants the error.',
  },

  PublicErrors: played({
    async fails({ stack }) {
      const made = await makeForeignRow()
      for (let n = 0; n < 5; n++) expect((await readProducts(stack, made.business)).status).toBe(500)
      return made
    },
    shows: {
      query: 'Last errors',
      line: ({ business_id }) => ({ status: 500, business_id, error: expect.any(String) }),
    },
    async steps(desk, { owner }) {
      expect(await rings(desk, 'PublicErrors')).toBe(true)
      // The line is of TenantGuard, too, and so is the repair.
      await desk.play('Alarm TenantGuard', 'npm run operator -- reindex', { owner })
    },
    async afterwards({ stack }, { business }) {
      expect((await readProducts(stack, business)).status).toBe(200)
    },
  }),

  AdminErrors: played({
    async fails({ stack }) {
      const business = await makeBusiness()
      const { id } = await makeProduct(business, { category_id: (await makeCategory(business)).id })
      const token = await makeToken(business)
      await corruptItem(productKey(business.id, id), { images: 7 })
      for (let n = 0; n < 5; n++) expect(await readAs(stack, token, `/admin/products/${id}`)).toBe(500)
      return { business_id: business.id, id, token }
    },
    shows: {
      query: 'Last errors',
      line: ({ business_id }) => ({ status: 500, business_id, error: expect.any(String) }),
    },
    async steps(desk, { business_id, id }) {
      expect(await rings(desk, 'AdminErrors')).toBe(true)
      const { stdout } = await desk.play('Alarm AdminErrors', 'verify', { business_id }, [1])
      expect(stdout).toMatch(new RegExp(`^invalid_item .*${id}`, 'm'))
      await corruptItem(productKey(business_id, id), { images: [] })
    },
    async afterwards({ stack }, { id, token }) {
      expect(await readAs(stack, token, `/admin/products/${id}`)).toBe(200)
    },
  }),

  StreamAge: played({
    async fails(desk) {
      const made = await makeListening(desk)
      await corruptItem(webhookKey(made.business_id, made.webhook_id), { events: 7 })
      const event = await plantEvent(made.business_id, { at: minutesAgo(5) })
      return { ...made, event }
    },
    shows: { query: 'Last errors', line: ({ business_id }) => ({ message: 'dispatch', business_id }) },
    async steps(_, { business_id, webhook_id }) {
      await corruptItem(webhookKey(business_id, webhook_id), { events: ['product.*'] })
    },
    async afterwards(desk, { event }) {
      await sweepNow(desk)
      await expect.poll(() => desk.receiver.events).toContain(event)
    },
  }),

  ImportsWaiting: played({
    async fails({ stack }) {
      await mappingTo(stack, 'ImportsRun').switchTo(false)
      const business = await makeBusiness()
      const token = await makeToken(business)
      const response = await fetch(`${stack.baseUrl}/admin/imports?format=json&prices=minor`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify([{ name: 'Sencha', price: 1250, category: 'Tea', sku: 'S1' }]),
      })
      const { id, status } = (await response.json()) as Record<string, string>
      expect(status).toBe('queued')
      return { business_id: business.id, id: String(id) }
    },
    shows: null,
    async steps(desk, { business_id, id }) {
      const { stdout } = await desk.play('Alarm ImportsWaiting', '[UUID,State]')
      const [UUID = '', state] = stdout.trim().split('\t')
      expect(state).toBe('Disabled')
      expect(await readImport(business_id, id)).toMatchObject({ status: 'queued' })
      await desk.play('Alarm ImportsWaiting', 'update-event-source-mapping', { UUID })
    },
    async afterwards(_, { business_id, id }) {
      await expect.poll(() => readImport(business_id, id)).toMatchObject({ status: 'succeeded' })
    },
  }),

  SweepErrors: played({
    async fails(desk) {
      const business = await makeBusiness()
      const begun = { business, apiKeyId: randomUUID() }
      const id = await startImport(begun, '[]', {}, minutesAgo(2 * 24 * 60))
      await corruptItem(importKey(business.id, id), { id: 7 })
      await expect(sweepNow(desk)).rejects.toThrow()
      return { business_id: business.id, id }
    },
    shows: { query: 'Last errors', line: ({ business_id }) => ({ message: 'sweep', business_id }) },
    async steps(_, { business_id, id }) {
      await corruptItem(importKey(business_id, id), { id })
    },
    async afterwards(desk, { business_id, id }) {
      await sweepNow(desk)
      expect(await readImport(business_id, id)).toMatchObject({ status: 'failed', reason: 'stalled' })
    },
  }),

  SweepStopped: played({
    async fails(desk) {
      await sweepClock(desk).switchTo(false)
      await expect(sweepNow(desk)).rejects.toThrow('is disabled')
      return {}
    },
    shows: null,
    async steps(desk) {
      const { stdout } = await desk.play('Alarm SweepStopped', 'aws events list-rules')
      const [rule = '', state] = stdout.trim().split('\t')
      expect(state).toBe('DISABLED')
      await desk.play('Alarm SweepStopped', 'aws events enable-rule', { rule })
    },
    afterwards: (desk) => sweepNow(desk),
  }),

  DueStopped: played({
    async fails(desk) {
      await mappingTo(desk.stack, 'DueRun').switchTo(false)
      await expect(runDueNow(desk)).rejects.toThrow('is disabled')
      return {}
    },
    shows: null,
    async steps(desk) {
      const { stdout } = await desk.play('Alarm DueStopped', 'aws events list-rules')
      const [rule = '', state] = stdout.trim().split('\t')
      expect(state).toBe('DISABLED')
      await desk.play('Alarm DueStopped', 'aws events enable-rule', { rule })
    },
    afterwards: (desk) => runDueNow(desk),
  }),

  DueLate: played({
    async fails(desk) {
      const business = await makeBusiness()
      const product = { category_id: (await makeCategory(business)).id, track_inventory: true, quantity: 1 }
      const { id } = await makeProduct(business, product)
      // The last piece: the product is written when it comes back.
      await putHold(business.id, 'cart', { items: [{ variant_id: id, quantity: 1 }], expires_in: -5 * 60 })
      await corruptItem(productKey(business.id, id), { images: 7 })
      await runDueNow(desk)
      return { business_id: business.id, id }
    },
    shows: {
      query: 'Last errors',
      line: ({ business_id }) => ({
        message: 'due',
        business_id,
        item: 'HOLD#cart',
        error: expect.any(String),
      }),
    },
    async steps(desk, { business_id, id }) {
      expect(await rings(desk, 'DueLate')).toBe(true)
      const { stdout } = await desk.play('Alarm DueLate', 'verify', { business_id }, [1])
      expect(stdout).toMatch(new RegExp(`^invalid_item .*${id}`, 'm'))
      await corruptItem(productKey(business_id, id), { images: [] })
    },
    async afterwards(desk, { business_id, id }) {
      await runDueNow(desk)
      expect([...(await readStock(business_id, id)).values()]).toMatchObject([{ quantity: 1 }])
      desk.log.splice(0)
      await runDueNow(desk)
      expect(await rings(desk, 'DueLate')).toBe(false)
    },
  }),
}
