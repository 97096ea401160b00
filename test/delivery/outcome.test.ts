import { describe, expect, test } from 'vitest'
import { type StoredDelivery, untried } from '../../lib/data/webhooks/deliveries.ts'
import { isDelivered, isLate, nextTryOf, outcomeOf, reasonToDisable } from '../../lib/delivery/outcome.ts'
import type { Sent } from '../../lib/delivery/send/send.ts'
import { positionAt } from '../../lib/domain/events.ts'

const NOW = Date.parse('2026-11-20T09:00:00.000Z')
const iso = (ms: number) => new Date(NOW + ms).toISOString()
const event = { id: positionAt(NOW), type: 'product.updated', json: '{}' }

const sent = (status_code: number | null, retry_after_s: number | null = null): Sent => ({
  status_code,
  error: status_code === null ? 'timeout' : null,
  duration_ms: 7,
  retry_after_s,
})
const stored = (more: Partial<StoredDelivery> = {}): StoredDelivery => ({ ...untried(event), ...more })
const outcome = (of: Sent, before?: StoredDelivery, random = 0) =>
  outcomeOf({ event, ...(before && { before }) }, of, { at: NOW, random })

describe('the delivery behind a try', () => {
  test('has the event, the try and nothing else', () => {
    expect(outcome(sent(200))).toEqual({
      eventId: event.id,
      eventType: 'product.updated',
      status: 'succeeded',
      tries: [{ at: iso(0), status_code: 200, error: null, duration_ms: 7 }],
      attempts: 1,
      nextTryAt: null,
    })
  })

  test.each([
    [200, 'succeeded'],
    [299, 'succeeded'],
    [199, 'pending'],
    [300, 'pending'],
    [410, 'failed'],
    [null, 'pending'],
  ] as const)('with the status %j is %s, and has a next try only if it is pending', (status_code, status) => {
    expect(isDelivered({ status_code })).toBe(status === 'succeeded')
    expect(outcome(sent(status_code))).toMatchObject({
      status,
      nextTryAt: status === 'pending' ? iso(5_000) : null,
      tries: [{ error: status_code === null ? 'timeout' : null }],
    })
  })

  test('is tried again after the wait for its number of tries, which its endpoint or chance can change', () => {
    const second = stored({ attempts: 1 })
    expect(outcome(sent(500), second)).toMatchObject({ attempts: 2, nextTryAt: iso(300_000) })
    expect(outcome(sent(500), second, 1).nextTryAt).toBe(iso(270_000))
    expect(outcome(sent(500, 301), second).nextTryAt).toBe(iso(301_000))
  })

  test('has failed with the tenth try since its request, and succeeds with it', () => {
    expect(outcome(sent(500), stored({ attempts: 8 })).status).toBe('pending')
    expect(outcome(sent(500), stored({ attempts: 9 }))).toMatchObject({ status: 'failed', nextTryAt: null })
    expect(outcome(sent(200), stored({ attempts: 9 })).status).toBe('succeeded')
  })

  test('keeps the tries before it, its request, and an event of its own', () => {
    const earlier = { at: iso(-1), status_code: 500, error: null, duration_ms: 1 }
    const whole = stored({ tries: [earlier], isByHand: true, json: '{"a":1}' })
    expect(outcome(sent(500), whole)).toMatchObject({ isByHand: true, json: '{"a":1}' })
    expect(outcome(sent(500), whole).tries).toEqual([earlier, expect.objectContaining({ at: iso(0) })])
    expect(Object.keys(outcome(sent(500), stored()))).not.toContain('isByHand')
  })
})

test('a try is late if its event, or its time, was more than a minute before', () => {
  const due = stored({ attempts: 1, nextTryAt: iso(3_600_000) })
  expect([60_000, 60_001].map((ms) => isLate({ event }, NOW + ms))).toEqual([false, true])
  expect([3_660_000, 3_660_001].map((ms) => isLate({ event, before: due }, NOW + ms))).toEqual([false, true])
  expect(isLate({ event, before: stored() }, NOW + 60_001)).toBe(true)
})

test('the next try of a delivery is behind those since its request', () => {
  expect([{}, { before: stored() }, { before: stored({ attempts: 4 }) }].map(nextTryOf)).toEqual([1, 1, 5])
})

test('a webhook is disabled by an endpoint that is gone, or that has failed for five days and ten times', () => {
  const fiveDays = 5 * 24 * 3_600_000
  const reason = (status_code: number, failures: number, ms: number) =>
    reasonToDisable({ status_code }, { failures, failing_since: iso(-ms) }, NOW)
  expect(reason(410, 1, 0)).toBe('endpoint_gone')
  expect(reason(410, 10, fiveDays)).toBe('endpoint_gone')
  expect(reason(500, 10, fiveDays)).toBe('endpoint_failing')
  expect(reason(500, 9, fiveDays)).toBeUndefined()
  expect(reason(404, 10, fiveDays - 1)).toBeUndefined()
  expect(
    reasonToDisable({ status_code: 500 }, { failures: 10, failing_since: undefined }, NOW),
  ).toBeUndefined()
})
