import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventsAt, eventTime, isEventId, isPosition, positionAt } from '../../lib/domain/events.ts'

const ID = 'evt_01980000-0000-7abc-8def-0123456789ab'

test.each<[string, string, boolean]>([
  ['a UUIDv7 behind evt_', ID, true],
  ['another variant', ID.replace('-8', '-b'), true],
  ['a position of the feed', positionAt(1_800_000_000_000), true],
  ['an import', ID.replace('evt', 'imp'), false],
  ['another version', ID.replace('-7', '-1'), false],
  ['another variant that is none', ID.replace('-8', '-7'), false],
  ['capitals', ID.toUpperCase(), false],
  ['a digit more', `${ID}0`, false],
  ['something in front', `x${ID}`, false],
  ['a line end', `${ID}\n`, false],
  ['nothing', '', false],
])('the id of an event: %s: %j: %j', (_, text, expected) => {
  expect(isEventId(text)).toBe(expected)
})

/** From 1970 to the end of 9999, the last year that RFC 3339 can say. */
const time = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') })

describe('a position in the feed', () => {
  test('has its millisecond, and is not an event', () => {
    fc.assert(
      fc.property(time, (ms) => {
        expect(eventTime(positionAt(ms))).toBe(ms)
        expect(isEventId(positionAt(ms))).toBe(true)
        expect(isPosition(positionAt(ms))).toBe(true)
      }),
    )
    expect(isPosition(ID)).toBe(false)
  })

  test('is before all events of its millisecond, and behind all earlier ones', () => {
    const event = (ms: number) => `${eventsAt(ms)}-7fff-bfff-ffffffffffff`
    fc.assert(
      fc.property(time, (ms) => {
        expect(positionAt(ms) < `${eventsAt(ms)}-7000-8000-000000000001`).toBe(true)
        if (ms > 0) expect(event(ms - 1) < positionAt(ms)).toBe(true)
      }),
    )
  })

  test('before there were any is that of the first', () => {
    expect(positionAt(-1)).toBe(positionAt(0))
    expect(positionAt(0)).toBe('evt_00000000-0000-7000-8000-000000000000')
  })
})

test('the time of an event is that of its id', () => {
  expect(eventTime('evt_0198f3a2-b1c0-7abc-8def-0123456789ab')).toBe(0x0198f3a2b1c0)
})
