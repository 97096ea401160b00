import { describe, expect, test } from 'vitest'
import { InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import { deliveryId, eventOf, isGivenUp } from '../../../lib/domain/webhooks/delivery.ts'
import { readRedelivery } from '../../../lib/domain/webhooks/redelivery.ts'
import { LONGEST_WAIT_MS, MOST_TRIES, waitAfter } from '../../../lib/domain/webhooks/waits.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

test('an event is tried ten times in 50 hours, less often with each', () => {
  const waits = Array.from({ length: MOST_TRIES - 1 }, (_, n) => waitAfter(n + 1, null, 0))
  expect(waits).toEqual([
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    11 * HOUR,
    11 * HOUR,
    11 * HOUR,
  ])
  expect(MOST_TRIES).toBe(10)
  expect(waitAfter(0, null, 0)).toBe(5 * SECOND)
  expect(waitAfter(MOST_TRIES, null, 0)).toBe(LONGEST_WAIT_MS)
})

test('a wait is whole milliseconds, whatever chance shortens it by', () => {
  expect(waitAfter(1, null, 1 / 3)).toBe(4_833)
})

test('an endpoint that requests less than its wait gets its wait', () => {
  expect(waitAfter(2, 1, 0)).toBe(5 * MINUTE)
  expect(waitAfter(2, 0, 0)).toBe(5 * MINUTE)
})

test('the wait that an endpoint requests is not shortened by chance', () => {
  expect(waitAfter(1, 60, 1)).toBe(60 * SECOND)
})

test('an endpoint that failed often in a short time, or seldom in a long one, is not given up', () => {
  const DAYS = 24 * HOUR
  expect([1_000, 10, 9].map((failures) => isGivenUp(failures, 0, 5 * DAYS))).toEqual([true, true, false])
  expect([6, 5, 4].map((days) => isGivenUp(10, 0, days * DAYS))).toEqual([true, true, false])
})

describe('the id of a delivery', () => {
  const UUID = '01980000-0000-7abc-8def-0123456789ab'

  test('is that of its event with another beginning, and leads back to it', () => {
    expect(deliveryId(`evt_${UUID}`)).toBe(`dlv_${UUID}`)
    expect(eventOf(`dlv_${UUID}`)).toBe(`evt_${UUID}`)
  })

  test.each([
    '',
    UUID,
    `evt_${UUID}`,
    `dlv_${UUID}0`,
    `dlv_${UUID.slice(1)}`,
    `xdlv_${UUID}`,
    `dlv_${UUID}\n`,
    `dlv_${UUID.toUpperCase()}`,
    `dlv_${UUID.replaceAll('-', '')}`,
  ])('is not %j', (id) => {
    expect(eventOf(id)).toBeUndefined()
  })
})

describe('a request for deliveries that failed', () => {
  const from = '2026-11-20T09:00:00.000Z'
  const faults = (body: unknown) => {
    try {
      readRedelivery(body)
      return []
    } catch (error) {
      if (error instanceof InvalidFields)
        return error.breaks.map(({ path, code, detail }) => `${path.join('.')} ${code}: ${detail}`)
      throw error
    }
  }

  test('needs no end', () => {
    expect(readRedelivery({ status: 'failed', from })).toEqual({ status: 'failed', from })
  })

  test.each<[string, unknown, string[]]>([
    ['those that succeeded', { status: 'succeeded', from }, ['status invalid: must be failed']],
    ['no beginning', { status: 'failed' }, ['from required: is required']],
    [
      'an end at its beginning',
      { status: 'failed', from, until: from },
      ['until invalid: must be later than "from"'],
    ],
    ['a day alone', { status: 'failed', from: '2026-11-20' }, ['from invalid: must be an RFC 3339 time']],
  ])('is refused: %s', (_, body, expected) => {
    expect(faults(body)).toEqual(expected)
  })
})
