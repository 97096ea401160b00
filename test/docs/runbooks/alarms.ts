import { expect } from 'vitest'
import { productKey, webhookStateKey } from '../../../lib/data/table/keys.ts'
import { STOREFRONT } from '../../../lib/data/table/schema.ts'
import { plantEvent } from '../../support/feed.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { changeState, failForGood, makeListening, minutesAgo, sweepNow } from './failures.ts'
import { rings } from './rings.ts'
import { played, type Row } from './row.ts'

const MINUTE_MS = 60_000

const NOT_YET = 'Not tried yet.'
const DEAD_LETTERS = 'Empty the dead letters'

/** Each alarm of the template, by its name in docs/operations.md. */
export const ALARMS: Readonly<Record<string, Row>> = {
  TenantGuard: played({
    async fails({ stack }) {
      const [business, owner] = [await makeBusiness(), await makeBusiness()]
      const { id: own } = await makeProduct(business, { category_id: (await makeCategory(business)).id })
      const { id: other } = await makeProduct(owner, { category_id: (await makeCategory(owner)).id })
      const { store } = await storedItem(productKey(business.id, own))
      await corruptItem(productKey(owner.id, other), { [STOREFRONT.store]: store })
      const headers = { 'x-public-business-slug': business.slug }
      const ask = async () => (await fetch(`${stack.baseUrl}/products`, { headers })).status
      expect(await ask()).toBe(500)
      return { business: business.slug, business_id: business.id, owner: owner.slug, owner_id: owner.id }
    },
    shows: {
      query: 'Last errors',
      line: ({ business_id }) => ({ alarm: 'foreign_item', business_id, error: expect.any(String) }),
    },
    async steps(desk, { business_id, owner, owner_id }) {
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
      for (const slug of [business, owner]) {
        const headers = { 'x-public-business-slug': slug }
        const response = await fetch(`${stack.baseUrl}/products`, { headers })
        expect(await response.json()).toMatchObject({ count: 1 })
      }
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
  PublicErrors: { notPlayed: NOT_YET },
  AdminErrors: { notPlayed: NOT_YET },
  StreamAge: { notPlayed: NOT_YET },
  ImportsWaiting: { notPlayed: NOT_YET },
  SweepErrors: { notPlayed: NOT_YET },
  SweepStopped: { notPlayed: NOT_YET },
}
