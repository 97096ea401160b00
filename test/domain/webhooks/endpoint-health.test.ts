import { describe, expect, test } from 'vitest'
import {
  dueProbe,
  HEALTHY,
  type Health,
  healthAfterFailure,
  isDown,
  isPausedAt,
  paused,
  resumed,
  suspended,
} from '../../../lib/domain/webhooks/endpoint-health.ts'

const NOW = Date.parse('2026-11-20T09:00:00.000Z')
const at = (ms: number) => new Date(NOW + ms).toISOString()
const [MINUTE, HOUR] = [60_000, 3_600_000]

const health = (members: Partial<Health> = {}): Health => ({ ...HEALTHY, ...members })
const DOWN = health({ failures: 5, failing_since: at(-HOUR), outages: 5 })

/** The health behind failed tries with these statuses, one after the other, a minute apart. */
const behind = (statuses: readonly (number | null)[], before = HEALTHY) =>
  statuses.reduce<Health>(
    (last, status_code, n) =>
      healthAfterFailure(
        last,
        { status_code, retry_after_s: null },
        { at: NOW + n * MINUTE, isAsked: false },
      ),
    before,
  )

describe('an endpoint', () => {
  test('is down behind five tries in a row that say so', () => {
    expect([4, 5, 6].map((outages) => isDown({ outages }))).toEqual([false, true, true])
    expect(isDown(behind([503, null, 429, 502]))).toBe(false)
    expect(isDown(behind([503, null, 429, 502, 504]))).toBe(true)
  })

  test('that responds in between, even with a failure, is not down', () => {
    const last = behind([503, null, 503, 500, 503, 503])
    expect(last).toMatchObject({ failures: 6, outages: 2 })
    expect(isDown(last)).toBe(false)
  })

  test('has been failing since the first failure, whatever kind the others are of', () => {
    expect(behind([500, 503, 404])).toMatchObject({ failures: 3, failing_since: at(0) })
    expect(behind([500], DOWN)).toMatchObject({ failures: 6, failing_since: at(-HOUR) })
  })

  test('that responds is paused no more', () => {
    const whilePaused = health({ ...DOWN, probe_at: at(-1), probes: 3, probed: 'evt_1', retry_after_s: 7 })
    expect(behind([400], whilePaused)).toEqual(health({ failures: 6, failing_since: at(-HOUR) }))
  })

  test('that is still down keeps its probes, with the Retry-After of the last try', () => {
    const before = health({ ...DOWN, probe_at: at(-1), probes: 3, probed: 'evt_1', retry_after_s: 7 })
    const next = (retry_after_s: number | null) =>
      healthAfterFailure(before, { status_code: 503, retry_after_s }, { at: NOW, isAsked: false })
    expect(next(9)).toEqual({ ...before, failures: 6, outages: 6, retry_after_s: 9 })
    expect(next(null)).toMatchObject({ retry_after_s: null })
  })
})

describe('a try that was requested by hand', () => {
  const asked = (before: Health, status_code: number | null) =>
    healthAfterFailure(before, { status_code, retry_after_s: 60 }, { at: NOW, isAsked: true })

  test('makes no pause longer, but it is a failure', () => {
    const before = health({ ...DOWN, probe_at: at(MINUTE), probes: 2, probed: 'evt_1' })
    expect(asked(before, 503)).toEqual({ ...before, failures: 6 })
  })

  test('counts where there is no pause yet, and ends one if the endpoint responds', () => {
    expect(asked(health({ outages: 4 }), null)).toMatchObject({ outages: 5, retry_after_s: 60 })
    expect(asked(DOWN, 500)).toMatchObject({ outages: 0, failures: 6 })
  })
})

describe('a pause', () => {
  test('grows with every round that fails, and chance shortens it', () => {
    const first = paused(DOWN, NOW, 0)
    expect(first).toEqual({ ...DOWN, probes: 1, probe_at: at(5_000) })
    expect(paused(first, NOW, 0)).toMatchObject({ probes: 2, probe_at: at(5 * MINUTE) })
    expect(paused({ ...DOWN, probes: 99 }, NOW, 0)).toMatchObject({ probes: 100, probe_at: at(11 * HOUR) })
    expect(paused(DOWN, NOW, 1)).toMatchObject({ probe_at: at(4_500) })
  })

  test('is what the endpoint asks for, if that is longer', () => {
    expect(paused({ ...DOWN, retry_after_s: 60 }, NOW, 0)).toMatchObject({ probe_at: at(MINUTE) })
    expect(paused({ ...DOWN, retry_after_s: 1 }, NOW, 0)).toMatchObject({ probe_at: at(5_000) })
  })

  test('lasts until its time, and is one of an endpoint that is down alone', () => {
    const isPaused = (probe_at: string | undefined, outages?: number) =>
      isPausedAt({ outages, probe_at }, NOW)
    expect([at(1), at(0), at(-1), undefined].map((until) => isPaused(until, 5))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect([5, 4, undefined].map((outages) => isPaused(at(1), outages))).toEqual([true, false, false])
  })
})

describe('a suspension of its business', () => {
  const failing = health({ failures: 3, failing_since: at(-HOUR) })

  test('began when a run first learned of it', () => {
    const first = suspended(failing, at(0))
    expect(first).toEqual({ ...failing, suspended_at: at(0) })
    expect(suspended(first, at(MINUTE))).toEqual(first)
  })

  test('does not count towards the time for which the endpoint has been failing', () => {
    expect(resumed({ ...failing, suspended_at: at(-10 * MINUTE) }, NOW)).toEqual({
      ...failing,
      failing_since: at(-HOUR + 10 * MINUTE),
    })
  })

  test('that begins later by another clock makes that no longer', () => {
    expect(resumed({ ...failing, suspended_at: at(MINUTE) }, NOW)).toEqual(failing)
  })

  test('of an endpoint that does not fail, or that was not suspended, changes nothing', () => {
    expect(resumed(health({ suspended_at: at(-MINUTE) }), NOW)).toEqual(HEALTHY)
    expect(resumed(failing, NOW)).toEqual(failing)
  })
})

describe('a paused webhook is tried with', () => {
  const due = (...ids: string[]) => ids.map((id) => ({ event: { id } }))
  const probe = (ids: string[], probes: number, probed?: string) => {
    const { job, isItsTurn } = dueProbe(due(...ids), { probes, probed })
    return [job?.event.id, isItsTurn]
  }

  test('the oldest that is due, in every second round', () => {
    expect([1, 2, 3, 4].map((probes) => probe(['a', 'b'], probes))).toEqual([
      ['a', true],
      ['a', false],
      ['a', true],
      ['a', false],
    ])
  })

  test('another one than the last time', () => {
    expect(probe(['a', 'b', 'c'], 1, 'a')).toEqual(['b', true])
    expect(probe(['a', 'b'], 1, 'b')).toEqual(['a', true])
  })

  test('the same again only if there is no other, and none that was not tried', () => {
    expect(probe(['a'], 1, 'a')).toEqual(['a', false])
    expect(probe(['a'], 2, 'a')).toEqual(['a', false])
  })

  test('nothing, if nothing is due', () => {
    expect(probe([], 1, 'a')).toEqual([undefined, false])
  })
})
