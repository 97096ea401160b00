import { expect, test } from 'vitest'
import { delayFor, isHeldByAnother, isOutOfDate, lowered } from '../../lib/delivery/wake-up-turn.ts'
import { eventsAt, positionAt } from '../../lib/domain/events.ts'

const NOW = 1_800_000_000_000
const iso = (ms: number) => new Date(NOW + ms).toISOString()
const [LOW, KNOWN] = [eventsAt(NOW - 2_000), eventsAt(NOW - 1_000)]

test.each([
  ['nobody has it', {}, false],
  ['this run has it', { run: 'own', lease_until: NOW + 1 }, false],
  ['another run has it', { run: 'another', lease_until: NOW + 1 }, true],
  ['that of another run lapses now', { run: 'another', lease_until: NOW }, false],
  ['another run has it without an end', { run: 'another' }, false],
  ['it has an end and nobody has it', { lease_until: NOW + 1 }, false],
])('a lease is held by another run: %s', (_, state, isSo) => {
  expect(isHeldByAnother(state, 'own', NOW)).toBe(isSo)
})

test.each([
  ['without a time', undefined, iso(1), false],
  ['for the time agreed on', iso(1), iso(1), false],
  ['for another time, when that agreed on is to come', iso(-1), iso(1), true],
  ['for another time, when that agreed on has come', iso(-1), iso(0), false],
  ['for another time, when none is agreed on', iso(-1), undefined, true],
])('a wake-up is out of date: %s', (_, at, next_at, isSo) => {
  expect(isOutOfDate({ ...(at && { at }) }, { ...(next_at && { next_at }) }, NOW)).toBe(isSo)
})

test.each([
  ['for no event leaves the watermark', undefined, KNOWN],
  ['above the watermark leaves it', positionAt(NOW), KNOWN],
  [
    'below the watermark lowers it below all of that millisecond',
    positionAt(NOW - 1_500),
    eventsAt(NOW - 1_500),
  ],
  ['from before the webhook lowers it as far as the webhook goes back', positionAt(NOW - 3_000), LOW],
])('a wake-up %s', (_, from, watermark) => {
  expect(lowered({ watermark: KNOWN, since: LOW }, from)).toBe(watermark)
})

test('a wake-up for the event that is the watermark lowers it below that event', () => {
  const from = positionAt(NOW - 1_000)
  expect(lowered({ watermark: from, since: LOW }, from)).toBe(KNOWN)
})

test('a message is kept back by whole seconds, 15 minutes at most', () => {
  expect([-1, 0, 1, 1_000, 1_001, 900_000, 900_001].map(delayFor)).toEqual([0, 0, 1, 1, 2, 900, 900])
})
