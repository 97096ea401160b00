import { expect } from 'vitest'
import { listRenditions } from '../../../lib/data/media/rendition-store.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { plantEvent } from '../../support/feed.ts'
import { makeBusiness, makeKey, makeToken } from '../../support/shop.ts'
import { upload } from '../../support/upload.ts'
import { BREAK_IN_ROWS } from './break-in-rows.ts'
import {
  changeState,
  countMessages,
  failForGood,
  makeListening,
  minutesAgo,
  readAs,
  sweepNow,
} from './failures.ts'
import { FINDING_ROWS } from './finding-rows.ts'
import { rings } from './rings.ts'
import { played, type Row } from './row.ts'

const NEEDS_CLOUDFORMATION = 'It deploys with CloudFormation, which nothing on this machine stands for.'

const filesOf = async (businessId: string) => (await Array.fromAsync(listRenditions(businessId))).flat()

const some = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

/** Each section of docs/operations.md with commands, apart from those of the alarms. */
export const SECTIONS: Readonly<Record<string, Row>> = {
  'Before the first deployment': { notPlayed: 'It is about quotas of an account.' },
  'First deployment': { notPlayed: NEEDS_CLOUDFORMATION },
  'If the first deployment fails': { notPlayed: NEEDS_CLOUDFORMATION },
  'Stages, pipelines and several accounts': { notPlayed: NEEDS_CLOUDFORMATION },
  'Keep old logs': { notPlayed: 'Logs go to CloudWatch on AWS alone.' },
  'The roles of the gateway': { notPlayed: 'IAM is not on this machine.' },
  'Tear down': { notPlayed: NEEDS_CLOUDFORMATION },
  ...BREAK_IN_ROWS,
  ...FINDING_ROWS,
  'Delete a business': {
    notPlayed: 'It waits for 98 s. test/operator/business/delete.test.ts deletes without that.',
  },

  'First business and key': played({
    async fails() {
      return {}
    },
    shows: null,
    steps: (desk) => desk.play('First business and key', 'npm run operator -- business create'),
    async afterwards({ stack }) {
      const headers = { 'x-public-business-slug': 'acme' }
      expect((await fetch(`${stack.baseUrl}/business`, { headers })).status).toBe(200)
    },
  }),

  'Throttle a noisy business': played({
    async fails({ stack }) {
      const business = await makeBusiness()
      const { apiKey, token } = await makeKey(business)
      const statuses = await Promise.all(some(5, () => readAs(stack, token, '/admin/business')))
      expect(new Set(statuses)).toEqual(new Set([200]))
      return { business: business.slug, key: apiKey.id, token }
    },
    shows: null,
    steps: (desk, made) => desk.play('Throttle a noisy business', 'key change', made),
    async afterwards({ stack }, { token }) {
      // An instance of the authorizer can remember the rights of before for 5 s.
      await expect
        .poll(() => Promise.all(some(5, () => readAs(stack, token, '/admin/business'))))
        .toContain(429)
    },
  }),

  'Take a picture down': played({
    async fails({ stack }) {
      const { id } = await makeBusiness()
      const { id: picture } = await upload({ baseUrl: stack.baseUrl, token: await makeToken({ id }) })
      const files = await filesOf(id)
      expect(files.length).toBeGreaterThan(1)
      return { business_id: id, picture }
    },
    shows: null,
    steps: (desk, made) => desk.play('Take a picture down', 'aws s3 rm', made),
    async afterwards(_, { business_id }) {
      expect(await filesOf(business_id)).toEqual([])
      const { findings } = await verifyBusiness(business_id)
      expect(findings.map(({ code }) => code)).toEqual(['renditions_missing'])
    },
  }),

  'Stop deliveries': played({
    async fails(desk) {
      const made = await makeListening(desk)
      const first = await plantEvent(made.business_id, { at: minutesAgo(5) })
      await expect.poll(() => desk.receiver.events).toContain(first)
      return made
    },
    shows: null,
    async steps(desk, made) {
      const { stdout } = await desk.play('Stop deliveries', '--no-enabled')
      expect(stdout).toBe('"Disabled"\n')
      const waiting = () => countMessages(desk.stack, desk.outputs.WakeQueueUrl)
      // The sweep may have woken others meanwhile, which also wait.
      const before = await waiting()
      const event = await plantEvent(made.business_id, { at: minutesAgo(4) })
      await expect.poll(waiting).toBeGreaterThan(before)
      expect(desk.receiver.events).not.toContain(event)
      await desk.play('Stop deliveries', ' --enabled')
      await expect.poll(() => desk.receiver.events).toContain(event)
    },
    async afterwards() {},
  }),

  'Empty the dead letters': played({
    async fails(desk) {
      const made = await makeListening(desk)
      const event = await failForGood(desk, made)
      await changeState(made, { watermark: made.watermark })
      return { ...made, event }
    },
    shows: { query: 'Last errors', line: ({ webhook_id }) => ({ message: 'delivery', webhook_id }) },
    steps: (desk) => desk.play('Empty the dead letters', 'aws sqs purge-queue'),
    async afterwards(desk, { event }) {
      expect(await rings(desk, 'DeadLetters')).toBe(false)
      expect(desk.receiver.events).not.toContain(event)
      await sweepNow(desk)
      await expect.poll(() => desk.receiver.events).toContain(event)
    },
  }),
}
