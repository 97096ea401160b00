import { describe, expect, test } from 'vitest'
import {
  inOrder,
  nextTimeOf,
  readWantedSchedule,
  requireTimes,
  type WantedSchedule,
} from '../../../lib/domain/schedules/schedule.ts'
import { faultsOf } from '../products/stored-product.ts'

const AT = '2026-11-27T00:00:00+01:00'
const read = (more: object = {}) => readWantedSchedule({ at: AT, patch: { price: 5 }, ...more })
const faults = (more: object) => faultsOf(() => read(more))
const variant = (change: object) => ({ patch: { variants: [change] } })

describe('a body', () => {
  test('says times in any offset, which are stored in UTC, and no end unless it names one', () => {
    expect(read()).toEqual({ at: '2026-11-26T23:00:00.000Z', until: null, patch: { price: 5 } })
    expect(read({ until: '2026-12-01T00:00:00-08:00' }).until).toBe('2026-12-01T08:00:00.000Z')
    expect(read({ until: null }).until).toBeNull()
  })

  test('changes the fields that can be neither taken nor unknown by then', () => {
    const patch = {
      status: 'active',
      price: 5,
      compare_at_price: null,
      tags: [' sale ', 'sale', 'new'],
      variants: [
        { sku: 'S', price: 1, compare_at_price: 2, is_enabled: false },
        { id: '0190A1B2-0000-7000-8000-000000000001-2', compare_at_price: null },
      ],
    }
    expect(read({ patch }).patch).toEqual({
      ...patch,
      tags: ['sale', 'new'],
      variants: [patch.variants[0], { ...patch.variants[1], id: '0190a1b2-0000-7000-8000-000000000001-2' }],
    })
  })

  test.each<[string, object, string[]]>([
    ['a time without an offset', { at: '2026-11-27T00:00:00' }, ['at invalid: must be an RFC 3339 time']],
    [
      'a day that does not exist',
      { until: '2027-02-29T00:00:00Z' },
      ['until invalid: must be an RFC 3339 time'],
    ],
    ['no time', { at: undefined }, ['at required: is required']],
    ['no patch', { patch: undefined }, ['patch required: is required']],
    ['an empty patch', { patch: {} }, ['patch invalid: must change something']],
    ['a patch that is a list', { patch: [{ price: 5 }] }, ['patch invalid: must be an object']],
    [
      'a variant that is a list',
      { patch: { variants: [['S']] } },
      ['patch/variants/0 invalid: must be an object'],
    ],
    [
      'a patch of no variants',
      { patch: { variants: [] } },
      ['patch/variants invalid: must have at least one variant'],
    ],
    [
      'another field',
      { patch: { price: 5, name: 'Mug' } },
      ['patch/name unknown_field: is not a known field'],
    ],
    [
      'another field of a variant',
      variant({ id: 'x', sku: 'S' }),
      ['patch/variants/0/id invalid: must be the id of a variant'],
    ],
    [
      'a variant without a name',
      variant({ price: 5 }),
      ['patch/variants/0 invalid: must have exactly one of id and sku'],
    ],
    [
      'a variant without a change',
      variant({ sku: 'S' }),
      ['patch/variants/0 invalid: must change something'],
    ],
    [
      'a stock',
      variant({ sku: 'S', quantity: 5 }),
      ['patch/variants/0/quantity unknown_field: is not a known field'],
    ],
    [
      'a price below 0',
      { patch: { price: -1 } },
      ['patch/price invalid: must be an integer from 0 to 1000000000000'],
    ],
    ['no price', { patch: { price: null } }, ['patch/price invalid: must be a number']],
    ['another member', { repeat: 'weekly' }, ['repeat unknown_field: is not a known field']],
  ])('is refused with %s', (_, more, expected) => {
    expect(faults(more)).toEqual(expected)
  })
})

describe('the times', () => {
  const NOW = Date.parse('2026-11-20T10:00:00Z')
  const [MINUTE, DAY] = [60_000, 24 * 3_600_000]
  const inTime = (ms: number) => new Date(NOW + ms).toISOString()
  const judged = (at: string, until: string | null = null, isMade = false) =>
    faultsOf(() => requireTimes({ at, until }, NOW, isMade))

  test('are a minute to 400 days from now, the end a minute after the beginning', () => {
    expect(judged(inTime(MINUTE))).toEqual([])
    expect(judged(inTime(MINUTE), inTime(2 * MINUTE))).toEqual([])
    expect(judged(inTime(400 * DAY - MINUTE), inTime(400 * DAY))).toEqual([])
    expect(judged(inTime(MINUTE - 1))).toEqual(['at invalid: must be at least one minute from now'])
    expect(judged(inTime(-DAY))).toEqual(['at invalid: must be at least one minute from now'])
    expect(judged(inTime(400 * DAY + 1))).toEqual(['at invalid: must be at most 400 days from now'])
    expect(judged(inTime(MINUTE), inTime(2 * MINUTE - 1))).toEqual([
      'until invalid: must be at least one minute after at',
    ])
    expect(judged(inTime(DAY), inTime(MINUTE))).toEqual([
      'until invalid: must be at least one minute after at',
    ])
    expect(judged(inTime(0), inTime(401 * DAY))).toEqual([
      'at invalid: must be at least one minute from now',
      'until invalid: must be at most 400 days from now',
    ])
  })

  test('can stay as they were until the change is made', () => {
    expect(judged(inTime(30_000), null, true)).toEqual([])
    expect(judged(inTime(30_000), inTime(MINUTE + 30_000), true)).toEqual([])
    expect(judged(inTime(30_000), inTime(MINUTE + 29_999), true)).toEqual([
      'until invalid: must be at least one minute after at',
    ])
  })

  test('of a change that was made: only its end can change', () => {
    expect(judged(inTime(-DAY), inTime(MINUTE), true)).toEqual([])
    expect(judged(inTime(-DAY), null, true)).toEqual([])
    expect(judged(inTime(-DAY), inTime(MINUTE - 1), true)).toEqual([
      'until invalid: must be at least one minute from now',
    ])
  })
})

test('the next time is the beginning until the change is made, and then the end', () => {
  const times = { at: 'at', until: 'until' }
  expect(nextTimeOf({ ...times, replaced: null })).toBe('at')
  expect(nextTimeOf({ ...times, replaced: {} })).toBe('until')
})

test('values are shown in one order, however they are stored', () => {
  const patch: WantedSchedule['patch'] = { tags: [], price: 1, status: 'draft' }
  const shown = inOrder({ ...patch, variants: [{ is_enabled: true, price: 2, id: 'a' }] })
  expect(JSON.stringify(shown)).toBe(
    '{"status":"draft","price":1,"tags":[],"variants":[{"id":"a","price":2,"is_enabled":true}]}',
  )
})
