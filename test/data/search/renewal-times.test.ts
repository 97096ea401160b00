import { beforeEach, expect, test } from 'vitest'
import { READ_AGAIN_MS, RenewalTimes, STORED_AGAIN_MS } from '../../../lib/data/search/renewal-times.ts'
import { CatalogueTooLarge } from '../../../lib/data/storefront/catalogue.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'

/** When everything below was done last. */
const THEN = 1.8e12

let times: RenewalTimes
beforeEach(() => {
  times = new RenewalTimes()
})

/** The waiting times, of those given, after which something is done. */
const after = (isDone: (now: number) => boolean, waits: readonly number[]) =>
  waits.filter((wait) => isDone(THEN + wait))

test('without an index nothing waits', () => {
  expect(times.hasIndex).toBe(false)
  expect(times.isRenewalDue(THEN)).toBe(true)
  expect(times.mayRenew(THEN, 500, false)).toBe(true)
  expect(times.mayBegin(THEN)).toBe(true)
  expect(times.isLookDue(THEN, 60_000)).toBe(true)
  expect(times.mayChange(THEN, 500)).toBe(true)
})

test('an index that was read is compared with the table from that time on', () => {
  times.looked(THEN - 1)
  times.read(THEN)
  expect([times.hasIndex, times.readAt, times.lookedAt]).toEqual([true, THEN, THEN])
  times.looked(THEN + 5)
  expect([times.readAt, times.lookedAt]).toEqual([THEN, THEN + 5])
})

test('it is renewed after 15 minutes, and when the clock was set back', () => {
  times.renewed(THEN)
  expect(after((now) => times.isRenewalDue(now), [-1, 0, READ_AGAIN_MS - 1, READ_AGAIN_MS])).toEqual([
    -1,
    READ_AGAIN_MS,
  ])
})

test.each([
  ['one that is read', false, false, 4_000],
  ['a stored one', true, false, 2_000],
  ['a stored one that could not be renewed', true, true, 4_000],
] as const)('between two renewals of %s there is a pause', (_, isStored, hasFailed, pause) => {
  times.tried(THEN)
  if (hasFailed) times.failed(new TableUnavailable('throttled'))
  const renews = (now: number) => times.mayRenew(now, 500, isStored)
  expect(after(renews, [-1, 0, pause - 1, pause])).toEqual([-1, pause])
})

test.each([
  ['a second', new TableUnavailable('throttled'), 1_000],
  ['five, if it is too large', new CatalogueTooLarge(), 5_000],
] as const)('a shop that could not be read is read again after %s', (_, failure, pause) => {
  times.tried(THEN)
  times.failed(failure)
  expect(times.failure).toBe(failure)
  expect(after((now) => times.mayBegin(now), [-pause, 1 - pause, 0, pause - 1, pause])).toEqual([
    -pause,
    pause,
  ])
  times.tried(THEN)
  expect(times.failure).toBeUndefined()
  expect(times.mayBegin(THEN)).toBe(true)
})

test('changes are looked for when those in memory are too old, also with a clock that was set back', () => {
  times.looked(THEN)
  expect(after((now) => times.isLookDue(now, 1_000), [-1_000, -999, 0, 999, 1_000])).toEqual([-1_000, 1_000])
  expect(times.isLookDue(THEN, 0)).toBe(true)
})

test('an index is changed again after a tenth of a millisecond for each product', () => {
  times.changed(THEN)
  expect(after((now) => times.mayChange(now, 500), [0, 49, 50])).toEqual([50])
})

test('a stored index is stale six hours after its products were read', () => {
  times.read(THEN)
  expect(after((now) => times.isStale(now), [0, STORED_AGAIN_MS - 1, STORED_AGAIN_MS])).toEqual([
    STORED_AGAIN_MS,
  ])
})
