import { expect, test } from 'vitest'
import { InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import { isGivenUp, isOutage } from '../../../lib/domain/webhooks/delivery.ts'
import { readRedelivery } from '../../../lib/domain/webhooks/redelivery.ts'
import { waitAfter } from '../../../lib/domain/webhooks/waits.ts'

const FIVE_DAYS_MS = 5 * 24 * 3_600_000
const LONGEST_S = 11 * 3600

test.each([
  [10, FIVE_DAYS_MS, true],
  [9, FIVE_DAYS_MS, false],
  [10, FIVE_DAYS_MS - 1, false],
])('an endpoint that failed %i times in %i ms is given up: %j', (failures, ms, isSo) => {
  expect(isGivenUp(failures, 1_000, 1_000 + ms)).toBe(isSo)
})

test('an endpoint is down if it does not respond, or says that it is', () => {
  const codes = [null, 200, 301, 400, 408, 429, 500, 501, 502, 503, 504, 505]
  expect(codes.filter((status_code) => isOutage({ status_code }))).toEqual([null, 429, 502, 503, 504])
})

test('a wait is shortened by a tenth at most, and is the endpoint’s Retry-After if that is longer', () => {
  expect([0, 0.5, 1].map((random) => waitAfter(1, null, random))).toEqual([5_000, 4_750, 4_500])
  expect([0, 5, 6].map((asked) => waitAfter(1, asked, 0))).toEqual([5_000, 5_000, 6_000])
})

test('no wait is longer than 11 hours, however often it failed and whatever the endpoint asks for', () => {
  for (const failures of [7, 9, 10, 100]) expect(waitAfter(failures, null, 0)).toBe(LONGEST_S * 1000)
  expect(waitAfter(1, LONGEST_S + 1, 0)).toBe(LONGEST_S * 1000)
})

test('failed deliveries are requested from a time to a later one', () => {
  const from = '2026-11-20T09:00:00.000Z'
  const read = (until: string) => readRedelivery({ status: 'failed', from, until })
  expect(read('2026-11-20T09:00:00.001Z')).toMatchObject({ from })
  expect(() => read(from)).toThrow(InvalidFields)
  expect(() => read('2026-11-20T10:00:00.000+01:00')).toThrow(InvalidFields)
})
