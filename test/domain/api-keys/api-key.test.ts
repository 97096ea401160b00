import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { newApiKey } from '../../../lib/domain/api-keys/api-key.ts'
import { allows, SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { RECORDS } from '../../../lib/domain/resources.ts'
import { faultyPaths } from '../../support/faults-of.ts'

const least = { name: 'erp', scopes: ['products:read'] }
const faulty = (input: object) => faultyPaths(newApiKey, { ...least, ...input })

test('there are two scopes for each resource, and for events; imports and schedules have those of products', () => {
  const own = RECORDS.filter(({ type }) => type !== 'import' && type !== 'schedule').map(({ scope }) => scope)
  const resources = [...own, 'events']
  expect(SCOPES).toEqual(resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]))
})

describe('scopes', () => {
  test('come out once each and in one order', () => {
    const { scopes } = v.parse(newApiKey, {
      ...least,
      scopes: ['events:read', 'products:write', 'events:read'],
    })
    expect(scopes).toEqual(['products:write', 'events:read'])
    expect(v.parse(newApiKey, { ...least, scopes: [...SCOPES] }).scopes).toEqual(SCOPES)
  })

  test.each([
    [[]],
    [['products']],
    [['products:*']],
    [['*']],
    [['Products:read']],
    [['products:read', '']],
    ['products:read'],
    [null],
  ])('cannot be %j', (scopes) => {
    const roots = faulty({ scopes }).map((path) => path.split('.')[0])
    expect([...new Set(roots)]).toEqual(['scopes'])
  })

  test('write includes read, and nothing else is included in anything', () => {
    for (const held of SCOPES)
      for (const required of SCOPES) {
        const includes = held === required || held === required.replace(':read', ':write')
        expect([held, required, allows([held], required)]).toEqual([held, required, includes])
      }
    expect(allows([], 'products:read')).toBe(false)
    expect(allows(['products:writer'], 'products:read')).toBe(false)
  })
})

describe('expires_at', () => {
  test.each([
    ['2030-01-02T03:04:05Z', '2030-01-02T03:04:05.000Z'],
    ['2030-01-02T03:04:05.678901Z', '2030-01-02T03:04:05.678Z'],
    ['2030-01-02T03:04:05+02:00', '2030-01-02T01:04:05.000Z'],
    ['2029-12-31T23:30:00-01:00', '2030-01-01T00:30:00.000Z'],
  ])('%s is kept as %s', (sent, kept) => {
    expect(v.parse(newApiKey, { ...least, expires_at: sent }).expires_at).toBe(kept)
  })

  test('is as the maker has it unless it is given', () => {
    expect(v.parse(newApiKey, least).expires_at).toBeUndefined()
    expect(v.parse(newApiKey, { ...least, expires_at: null }).expires_at).toBeNull()
  })

  test.each([
    '',
    'soon',
    '2030-01-02',
    '2030-01-02T03:04:05',
    '2030-01-02T03:04',
    '2030-13-01T00:00:00Z',
    '2030-01-32T00:00:00Z',
    '2030-01-02T24:00:00Z',
    '2030-01-02T03:04:60Z',
    // RFC 3339 ends with the year 9999, but an offset leads beyond it.
    '9999-12-31T23:59:59-01:00',
    '2030-01-02T03:04:05+02',
    '1893553445',
    1893553445000,
    true,
  ])('cannot be %j', (expires_at) => {
    expect(faulty({ expires_at })).toEqual(['expires_at'])
  })
})

test.each([
  ['name', 'x'.repeat(100), 'x'.repeat(101)],
  ['name', 'x', ' '],
])('%s may be %j but not %j', (field, taken, refused) => {
  expect(faulty({ [field]: taken })).toEqual([])
  expect(faulty({ [field]: refused })).toEqual([field])
})

test.each<[object, ...string[]]>([
  [{ per_second: 1, burst: 1 }],
  [{ per_second: 1_000, burst: 10_000 }],
  [{ per_second: 0, burst: 0 }, 'rate_limit.per_second', 'rate_limit.burst'],
  [{ per_second: 1_001, burst: 10_001 }, 'rate_limit.per_second', 'rate_limit.burst'],
  [{ per_second: 1.5, burst: '1' }, 'rate_limit.per_second', 'rate_limit.burst'],
  [{ per_second: 1 }, 'rate_limit.burst'],
  [{ per_second: 1, burst: 1, per_day: 1 }, 'rate_limit.per_day'],
])('a rate limit of %j', (rate_limit, ...expected) => {
  expect(faulty({ rate_limit })).toEqual(expected)
})

test.each(['token', 'id', 'revoked_at', 'allowed_ips', '__proto__'])(
  'the unknown or read-only field %s is refused',
  (field) => {
    const input = JSON.parse(JSON.stringify(least).replace('{', `{"${field}": null,`))
    expect(faultyPaths(newApiKey, input)).toEqual([field])
  },
)
