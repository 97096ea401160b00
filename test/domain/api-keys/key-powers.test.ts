import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExceedsOwnKey } from '../../../lib/domain/api-keys/exceeding.ts'
import {
  type KeyPowers,
  requireFutureEnd,
  requireNarrower,
  requireWithin,
} from '../../../lib/domain/api-keys/key-powers.ts'
import { allows, SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import { covers } from '../../../lib/domain/text/addresses.ts'

const JUNE = '2030-06-01T00:00:00.000Z'
const JULY = '2030-07-01T00:00:00.000Z'
const OWN: KeyPowers = {
  scopes: ['products:write', 'events:read'],
  expires_at: JUNE,
  allowed_ips: ['203.0.113.0/24'],
  rate_limit: { per_second: 20, burst: 100 },
}

/** The error that an action throws. Throws if it throws nothing. */
function thrownBy<E>(act: () => void): E {
  try {
    act()
  } catch (error) {
    return error as E
  }
  throw new Error('nothing was thrown')
}

const WIDER: [what: string, change: Partial<KeyPowers>, scopes: string[], limits: string[]][] = [
  ['a scope more', { scopes: ['products:write', 'events:read', 'business:read'] }, ['business:read'], []],
  ['write for read', { scopes: ['events:write'] }, ['events:write'], []],
  ['an end a millisecond later', { expires_at: '2030-06-01T00:00:00.001Z' }, [], ['expires_at']],
  ['no end', { expires_at: null }, [], ['expires_at']],
  ['everywhere', { allowed_ips: [] }, [], ['allowed_ips']],
  ['a range more', { allowed_ips: ['203.0.113.0/24', '198.51.100.1/32'] }, [], ['allowed_ips']],
  ['a wider range', { allowed_ips: ['203.0.112.0/23'] }, [], ['allowed_ips']],
  ['the other family', { allowed_ips: ['::/0'] }, [], ['allowed_ips']],
  ['one more a second', { rate_limit: { per_second: 21, burst: 100 } }, [], ['rate_limit']],
  ['one more at once', { rate_limit: { per_second: 20, burst: 101 } }, [], ['rate_limit']],
  ['slower, but more at once', { rate_limit: { per_second: 1, burst: 101 } }, [], ['rate_limit']],
  [
    'everything',
    { scopes: [...SCOPES], expires_at: null, allowed_ips: [], rate_limit: { per_second: 21, burst: 101 } },
    SCOPES.filter((scope) => !allows(OWN.scopes, scope)),
    ['expires_at', 'allowed_ips', 'rate_limit'],
  ],
]

const NARROWER: [what: string, change: Partial<KeyPowers>][] = [
  ['the same', {}],
  ['a scope less', { scopes: ['products:write'] }],
  ['read for write', { scopes: ['products:read', 'events:read'] }],
  ['read beside write', { scopes: ['products:read', 'products:write'] }],
  ['an end a millisecond sooner', { expires_at: '2030-05-31T23:59:59.999Z' }],
  ['parts of its range', { allowed_ips: ['203.0.113.0/25', '203.0.113.200/32'] }],
  ['slower', { rate_limit: { per_second: 19, burst: 100 } }],
  ['less at once', { rate_limit: { per_second: 20, burst: 99 } }],
]

describe.each(WIDER)('%s', (_, change, scopes, limits) => {
  const wider = { ...OWN, ...change }

  test('is beyond the own key, and it is said in what', () => {
    const exceeds = thrownBy<ExceedsOwnKey>(() => requireWithin(wider, OWN))
    expect([exceeds.name, exceeds.scopes, exceeds.limits]).toEqual(['ExceedsOwnKey', scopes, limits])
  })

  test('is not a narrowing, and the place is named', () => {
    const { name, breaks } = thrownBy<InvalidFields>(() => requireNarrower(OWN, wider))
    const fields = [...(scopes.length > 0 ? ['scopes'] : []), ...limits]
    expect(name).toBe('InvalidFields')
    expect(breaks).toEqual(
      fields.map((field) => ({ path: [field], code: 'invalid', detail: 'can only be narrowed' })),
    )
  })
})

test.each(NARROWER)('%s is within the own key, and a narrowing', (_, change) => {
  requireWithin({ ...OWN, ...change }, OWN)
  requireNarrower(OWN, { ...OWN, ...change })
})

test('a key without limits may make any, and be narrowed to any', () => {
  const unlimited = { ...OWN, scopes: [...SCOPES], expires_at: null, allowed_ips: [] }
  requireWithin(OWN, unlimited)
  requireNarrower(unlimited, OWN)
  requireWithin(unlimited, unlimited)
})

test('ends are compared as times: the year 10000 is later than 2030', () => {
  const distant = { ...OWN, expires_at: '+010000-01-01T00:00:00.000Z' }
  expect(() => requireWithin(distant, OWN)).toThrow('a key with more rights')
  requireWithin(OWN, distant)
})

const ADDRESSES = ['203.0.113.1', '203.0.113.130', '198.51.100.1', '2001:db8::1']
const RANGES = [
  '203.0.113.0/24',
  '203.0.113.0/25',
  '203.0.113.1/32',
  '198.51.100.0/24',
  '0.0.0.0/0',
  '2001:db8::/32',
]
const TIMES = [JUNE, JULY, '2031-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z']
const pace = fc.integer({ min: 1, max: 4 })

const powers: fc.Arbitrary<KeyPowers> = fc.record({
  scopes: fc.subarray([...SCOPES.slice(0, 6)], { minLength: 1 }),
  expires_at: fc.constantFrom(null, ...TIMES),
  allowed_ips: fc.subarray(RANGES),
  rate_limit: fc.record({ per_second: pace, burst: pace }),
})

/** Something one may want to do with a key. */
const deed = fc.record({
  scope: fc.constantFrom(...SCOPES),
  at: fc.constantFrom(0, ...TIMES.flatMap((time) => [Date.parse(time) - 1, Date.parse(time)])),
  from: fc.constantFrom(...ADDRESSES),
  perSecond: pace,
  atOnce: pace,
})
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

const may = (key: KeyPowers, { scope, at, from, perSecond, atOnce }: Deed) =>
  allows(key.scopes, scope) &&
  (key.expires_at === null || at < Date.parse(key.expires_at)) &&
  (key.allowed_ips.length === 0 || covers(key.allowed_ips, from)) &&
  perSecond <= key.rate_limit.per_second &&
  atOnce <= key.rate_limit.burst

const holds = (rule: () => void) => {
  try {
    rule()
    return true
  } catch (error) {
    if (error instanceof ExceedsOwnKey || error instanceof InvalidFields) return false
    throw error
  }
}
const isWithin = (key: KeyPowers, maker: KeyPowers) => holds(() => requireWithin(key, maker))

test('a key within another one is allowed nothing that the other is not', () => {
  fc.assert(
    fc.property(powers, powers, fc.array(deed, { minLength: 10, maxLength: 20 }), (key, maker, deeds) => {
      if (!isWithin(key, maker)) return
      for (const wanted of deeds) if (may(key, wanted)) expect(may(maker, wanted)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

/** Powers with some of their members taken from others, so that the two are often within each other. */
const mixed = (some: KeyPowers, others: KeyPowers, fields: readonly (keyof KeyPowers)[]): KeyPowers => ({
  ...some,
  ...Object.fromEntries(fields.map((field) => [field, others[field]])),
})
const FIELDS = ['scopes', 'expires_at', 'allowed_ips', 'rate_limit'] as const
const fields = fc.subarray([...FIELDS], { maxLength: 2 })

test('limits are inherited: the key of a key of a key is within the first', () => {
  let chains = 0
  fc.assert(
    fc.property(powers, powers, powers, fields, fields, (first, b, c, ofB, ofC) => {
      const second = mixed(first, b, ofB)
      const third = mixed(second, c, ofC)
      expect(isWithin(first, first)).toBe(true)
      if (!isWithin(second, first) || !isWithin(third, second)) return
      chains++
      expect(isWithin(third, first)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  expect(chains).toBeGreaterThan(100)
})

test('however often a key is narrowed, it is never allowed more than it was at first', () => {
  let narrowings = 0
  fc.assert(
    fc.property(
      powers,
      fc.array(fc.tuple(fc.constantFrom(...FIELDS), powers)),
      fc.array(deed, { minLength: 10, maxLength: 20 }),
      (first, patches, deeds) => {
        let key = first
        for (const [field, from] of patches) {
          const changed = mixed(key, from, [field])
          if (!holds(() => requireNarrower(key, changed))) continue
          narrowings++
          for (const wanted of deeds) if (may(changed, wanted)) expect(may(key, wanted)).toBe(true)
          key = changed
        }
        expect(isWithin(key, first)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
  expect(narrowings).toBeGreaterThan(100)
})

test('an end is in the future, or null; a text that is not a time is refused', () => {
  const end = (expires_at: string | null) => () => requireFutureEnd({ expires_at }, new Date(JUNE))
  for (const future of [null, '2030-06-01T00:00:00.001Z', JULY]) expect(end(future)).not.toThrow()
  for (const past of [JUNE, '2030-05-31T23:59:59.999Z', 'soon'])
    expect(thrownBy<InvalidFields>(end(past)).breaks).toEqual([
      { path: ['expires_at'], code: 'invalid', detail: 'must be in the future' },
    ])
})
