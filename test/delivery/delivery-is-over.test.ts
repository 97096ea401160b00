import { expect, test } from 'vitest'
import { type StoredDelivery, untried } from '../../lib/data/webhooks/deliveries.ts'
import { isOver } from '../../lib/delivery/is-over.ts'
import { eventsAt, positionAt } from '../../lib/domain/events.ts'

const SINCE = Date.parse('2026-11-20T09:00:00.000Z')
const iso = (ms: number) => new Date(SINCE + ms).toISOString()
const OLD = positionAt(SINCE - 1)
const NEW = positionAt(SINCE)

/** A delivery of an old event that was tried before its webhook was enabled again. */
const tried = (more: Partial<StoredDelivery> = {}, lastTry = -1): StoredDelivery => ({
  ...untried({ id: OLD, type: 'product.updated' }),
  attempts: 3,
  tries: [-9_000, -8_000, lastTry].map((ms) => ({
    at: iso(ms),
    status_code: 500,
    error: null,
    duration_ms: 1,
  })),
  nextTryAt: iso(60_000),
  ...more,
})

/** One that was asked for at a time. */
const asked = (ms: number, more: Partial<StoredDelivery> = {}) =>
  tried({ attempts: 0, nextTryAt: iso(ms), isByHand: true, ...more })

const over = (row: StoredDelivery, events = ['product.*']) => isOver(row, eventsAt(SINCE), { events })

test.each<[string, StoredDelivery, boolean]>([
  ['pending when the webhook was enabled again is over', tried(), true],
  ['of an event since then is not', tried({ eventId: NEW }), false],
  ['tried since then is not', tried({}, 0), false],
  [
    'asked for by hand, and tried 10 s before by a slow clock, is not',
    tried({ isByHand: true }, -10_000),
    false,
  ],
  ['asked for by hand, and tried earlier than that, is over', tried({ isByHand: true }, -10_001), true],
  ['asked for 10 s before by a slow clock is not', asked(-10_000), false],
  ['asked for earlier than that is over, whenever it was tried', asked(-10_001), true],
  [
    'asked for before requests were marked is not, by the same clock',
    tried({ attempts: 0, nextTryAt: iso(-10_000) }),
    false,
  ],
])('a delivery %s', (_, row, isSo) => {
  expect(over(row)).toBe(isSo)
})

test('a delivery of a type that its webhook does not get any more is over, unless a request started it', () => {
  const unwanted = { eventId: NEW, eventType: 'category.updated' }
  expect(over(tried(unwanted))).toBe(true)
  expect(over(tried(unwanted), ['*'])).toBe(false)
  expect(over(tried({ ...unwanted, isByHand: true }))).toBe(false)
  // As earlier versions stored a request, and a test.
  expect(over(tried({ ...unwanted, attempts: 0 }))).toBe(false)
  expect(over(tried({ ...unwanted, json: '{}' }))).toBe(false)
})
