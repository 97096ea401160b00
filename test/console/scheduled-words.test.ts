import { expect, test } from 'vitest'
import {
  endedWords,
  endQuestion,
  refusedEnd,
  type Schedule,
  valuesWords,
  whenElsewhere,
  whenWords,
} from '../../clients/console/src/rules/scheduled/schedule-words.ts'
import {
  emptyWanted,
  readWanted,
  refusedPlan,
  type Wanted,
} from '../../clients/console/src/rules/scheduled/wanted-change.ts'
import { elsewhere, instantIn, offsetAt } from '../../clients/console/src/rules/scheduled/zoned-time.ts'
import { euros, row } from './table.ts'

const BERLIN = 'Europe/Berlin'

const iso = (local: string, zone: string) => {
  const found = instantIn(local, zone)
  return 'at' in found ? new Date(found.at).toISOString() : found.fault
}

test.for([
  // Both changes of summer time, to the minute.
  ['2027-03-28T00:00', BERLIN, '2027-03-27T23:00:00.000Z'],
  ['2027-03-28T01:59', BERLIN, '2027-03-28T00:59:00.000Z'],
  ['2027-03-28T03:00', BERLIN, '2027-03-28T01:00:00.000Z'],
  ['2027-03-29T00:00', BERLIN, '2027-03-28T22:00:00.000Z'],
  ['2027-10-31T01:59', BERLIN, '2027-10-30T23:59:00.000Z'],
  ['2027-10-31T03:00', BERLIN, '2027-10-31T02:00:00.000Z'],
  ['2027-11-01T00:00', BERLIN, '2027-10-31T23:00:00.000Z'],
  ['2027-07-01T12:00', 'UTC', '2027-07-01T12:00:00.000Z'],
  ['2027-07-01T00:00', 'America/St_Johns', '2027-07-01T02:30:00.000Z'],
  ['2027-07-01T00:00', 'Asia/Kathmandu', '2027-06-30T18:15:00.000Z'],
  ['2027-07-01T00:00', 'Pacific/Kiritimati', '2027-06-30T10:00:00.000Z'],
  ['2027-07-01T00:00', 'Pacific/Pago_Pago', '2027-07-01T11:00:00.000Z'],
  // Half an hour, in the other half of the year.
  ['2027-04-04T01:29', 'Australia/Lord_Howe', '2027-04-03T14:29:00.000Z'],
  ['2027-04-04T02:00', 'Australia/Lord_Howe', '2027-04-03T15:30:00.000Z'],
  // The day begins at 01:00.
  ['2027-09-05T01:00', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
] as const)('%s in %s is %s', ([local, zone, instant]) => {
  expect(iso(local, zone)).toBe(instant)
})

test.for([
  ['2027-03-28T02:00', BERLIN, '02:00'],
  ['2027-03-28T02:59', BERLIN, '02:59'],
  ['2027-10-03T02:15', 'Australia/Lord_Howe', '02:15'],
  ['2027-09-05T00:00', 'America/Santiago', '00:00'],
] as const)('%s does not exist in %s', ([local, zone, time]) => {
  expect(iso(local, zone)).toBe(
    `${time} does not exist on this day: clocks in ${zone} skip it. Type another time.`,
  )
})

test.for([
  ['2027-10-31T02:00', BERLIN, '02:00', '+02:00 and then +01:00'],
  ['2027-10-31T02:59', BERLIN, '02:59', '+02:00 and then +01:00'],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '01:45', '+11:00 and then +10:30'],
  ['2027-11-07T01:00', 'America/New_York', '01:00', '-04:00 and then -05:00'],
] as const)('%s is there twice in %s', ([local, zone, time, offsets]) => {
  expect(iso(local, zone)).toBe(
    `Clocks in ${zone} show ${time} twice on this day, at ${offsets}. Type another time.`,
  )
})

test.for(['', '2027-03-28', '0002-03-28T00:00', '12027-03-28T00:00', '2027-02-30T99:00'])(
  '“%s” is not a date with a time',
  (local) => {
    expect(iso(local, BERLIN)).toBe('Type a date and a time.')
  },
)

test('offsets are those of the day', () => {
  expect(offsetAt(Date.parse('2027-01-01T00:00Z'), BERLIN)).toBe('+01:00')
  expect(offsetAt(Date.parse('2027-07-01T00:00Z'), BERLIN)).toBe('+02:00')
  expect(offsetAt(Date.parse('2027-07-01T00:00:00.999Z'), 'America/St_Johns')).toBe('-02:30')
  expect(offsetAt(0, 'UTC')).toBe('+00:00')
})

const schedule = (more: Partial<Schedule> = {}): Schedule => ({
  product_id: 'p',
  at: '2027-03-27T23:00:00.000Z',
  until: '2027-03-30T22:00:00.000Z',
  patch: { price: 1080, compare_at_price: 1350 },
  replaced: null,
  planned_by: { key_id: 'k', key_name: 'Anna' },
  created_at: '2027-03-01T00:00:00.000Z',
  updated_at: '2027-03-01T00:00:00.000Z',
  version: 1,
  ...more,
})
const running = schedule({ replaced: { price: 1350, compare_at_price: null } })

test('times are those of the business, and also those of the browser where they differ', () => {
  const zones = { zone: BERLIN, own: 'Asia/Tokyo', locale: 'en-GB' }
  expect(whenWords(schedule(), zones)).toBe(
    'from 28 Mar 2027, 00:00 until 31 Mar 2027, 00:00 (Europe/Berlin)',
  )
  expect(whenWords(schedule({ until: null }), zones)).toBe('from 28 Mar 2027, 00:00 on (Europe/Berlin)')
  expect(whenElsewhere(schedule(), zones)).toBe(
    'from 28 Mar 2027, 08:00 until 31 Mar 2027, 07:00 (Asia/Tokyo)',
  )
  expect(whenElsewhere(schedule(), { ...zones, own: 'Europe/Paris' })).toBe('')
  // Only the end differs: Tunis has no summer time.
  expect(whenElsewhere(schedule(), { ...zones, own: 'Africa/Tunis' })).toMatch(/30 Mar 2027, 23:00/)
  expect(elsewhere(Date.parse('2027-03-27T23:00Z'), zones)).toBe('28 Mar 2027, 08:00 in Asia/Tokyo')
})

test('a change is said with all its values', () => {
  const names = new Map([['v-1', '50 g']])
  expect(valuesWords(schedule().patch, names, euros)).toEqual(['price 10.80 EUR', 'compare at 13.50 EUR'])
  expect(
    valuesWords(
      {
        status: 'active',
        compare_at_price: null,
        tags: [],
        variants: [
          { id: 'v-1', price: 0, is_enabled: true },
          { id: 'v-2', is_enabled: false },
        ],
      },
      names,
      euros,
    ),
  ).toEqual([
    'status active',
    'no compare at',
    'no tags',
    '50 g: price 0.00 EUR, shown',
    'Variant v-2: hidden',
  ])
  expect(valuesWords({ tags: ['a', 'sale'] }, names, euros)).toEqual(['tags a, sale'])
})

test('before an end it is said whether anything is taken back', () => {
  expect(endQuestion(schedule(), 'Tea')).toMatch(/^Cancel the planned change of Tea\? .* will not be made\.$/)
  expect(endQuestion(running, 'Tea')).toMatch(/^End the change of Tea now\? .* is taken back at once\./)
  expect([endedWords(schedule(), 'Tea'), endedWords(running, 'Tea')]).toEqual([
    'Cancelled the planned change of Tea',
    'Ended the change of Tea',
  ])
})

test('an end that is refused says why, and whether the change is over', () => {
  expect(refusedEnd('schedule_not_found', 'Tea')).toEqual({
    words: 'The change of Tea is already over.',
    isOver: true,
  })
  expect(refusedEnd('product_not_found', 'Tea').isOver).toBe(true)
  expect(refusedEnd('precondition_failed', 'Tea')).toMatchObject({
    isOver: false,
    words: expect.stringMatching(/another one by now/),
  })
  expect(refusedEnd('of_a_newer_version', 'Tea')).toEqual({ isOver: false })
})

const tea = row('p', { price: 1350, tags: ['green'] })
const read = (more: Partial<Wanted>, of = tea) =>
  readWanted(
    { ...emptyWanted(of, euros), at: '2027-03-28T00:00', ...more },
    { row: of, shop: euros, zone: BERLIN },
  )

test('a sale has the price before it as its compare-at price, and the offsets of its days', () => {
  expect(read({ price: '10,8', until: '2027-03-31T00:00' })).toEqual({
    body: {
      at: '2027-03-28T00:00:00+01:00',
      until: '2027-03-31T00:00:00+02:00',
      patch: { price: 1080, compare_at_price: 1350 },
    },
  })
  const reduced = row('p', { price: 1200, compare_at_price: 1500 })
  expect(read({ price: '10' }, reduced).body).toMatchObject({
    until: null,
    patch: { price: 1000, compare_at_price: 1500 },
  })
  expect(read({ price: '14', compare_at_price: '' }).body?.patch).toEqual({
    price: 1400,
    compare_at_price: null,
  })
})

test('what is not typed is not changed, and tags are added to those of the product', () => {
  expect(read({ status: 'active' }).body?.patch).toEqual({ status: 'active' })
  expect(read({ tags: 'sale, green,, new ' }).body?.patch).toEqual({ tags: ['green', 'sale', 'new'] })
  expect(read({}).faults).toEqual({ price: 'Say what changes.' })
  const options = row('p', { price: null, tags: [] }, { hasOptions: true })
  expect(read({}, options).faults).toEqual({ status: 'Say what changes.' })
  expect(read({ price: '5', status: 'draft' }, options).body?.patch).toEqual({ status: 'draft' })
})

test('each field says what is wrong with it', () => {
  expect(read({ at: '', price: '1,234', until: '2027-03-28T02:30', tags: 'x'.repeat(51) }).faults).toEqual({
    at: 'Type a date and a time.',
    until: expect.stringMatching(/^02:30 does not exist/),
    price: '“1,234” is not an amount such as 12.50.',
    tags: 'Tag 2 is longer than 50 characters.',
  })
  expect(read({ compare_at_price: '15' }).faults).toEqual({ price: 'Type the price, too.' })
  expect(read({ price: '5', compare_at_price: 'x' }).faults).toMatchObject({
    compare_at_price: expect.stringMatching(/^“x”/),
  })
})

test('what the API refuses is said at its field, and the rest in a sentence', () => {
  const wanted = emptyWanted(tea, euros)
  const refused = (code: string, ...errors: { pointer?: string; detail: string }[]) =>
    refusedPlan({ code, detail: 'Refused.', errors }, wanted)
  expect(
    refused(
      'validation_failed',
      { pointer: '/at', detail: 'too soon' },
      { pointer: '/patch/compare_at_price', detail: 'too low' },
    ),
  ).toEqual({ faults: { at: 'too soon', compare_at_price: 'too low' }, words: '' })
  expect(refused('validation_failed', { pointer: '/patch', detail: 'is too large' })).toEqual({
    faults: {},
    words: 'Refused. is too large',
  })
  expect(refused('validation_failed', { pointer: '/patch/tags/3', detail: 'x' }).faults).toEqual({
    tags: 'x',
  })
  expect(refused('schedule_running').words).toMatch(/^A change of this product is in force by now\./)
  expect(refused('precondition_failed').words).toMatch(/planned in the meantime/)
  expect(refusedPlan({ code: 'product_not_found', detail: 'Gone.' }, wanted).words).toBe('Gone.')
})
