import { describe, expect, test } from 'vitest'
import {
  type ApiKey,
  faultsOfName,
  isAdmin,
  isLive,
  isSettings,
  NEW_API_KEY,
  readRotation,
} from '../../../lib/domain/api-keys/api-key.ts'
import { narrowingFaults } from '../../../lib/domain/api-keys/key-powers.ts'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { readNew } from '../../../lib/domain/body/resource.ts'
import { breaksOf, InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import { storedKey } from './stored-key.ts'

const NOW = new Date('2030-06-01T12:00:00.000Z')
const [BEFORE, AFTER] = ['2030-06-01T11:59:59.999Z', '2030-06-01T12:00:00.001Z']

test.each<[string, Partial<ApiKey>, boolean]>([
  ['never ends', {}, true],
  ['ends in a millisecond', { expires_at: AFTER }, true],
  ['ends now', { expires_at: NOW.toISOString() }, false],
  ['has ended', { expires_at: BEFORE }, false],
  ['ends in the year 10000', { expires_at: '+010000-01-01T00:00:00.000Z' }, true],
  ['was revoked', { revoked_at: BEFORE }, false],
  ['was revoked before its end', { revoked_at: BEFORE, expires_at: AFTER }, false],
])('a key that %s: it can do something: %j', (_, members, expected) => {
  expect(isLive(storedKey(members), NOW)).toBe(expected)
})

test.each<[string, Partial<ApiKey>, boolean]>([
  ['writes keys', { scopes: ['products:read', 'api_keys:write'] }, true],
  ['only reads keys', { scopes: ['api_keys:read'] }, false],
  ['ends once', { scopes: ['api_keys:write'], expires_at: AFTER }, false],
  ['is bound to addresses', { scopes: ['api_keys:write'], allowed_ips: ['0.0.0.0/0'] }, false],
])('a key that %s is one that can always let others in: %j', (_, members, expected) => {
  expect(isAdmin(storedKey(members))).toBe(expected)
})

const { name, scopes, expires_at, allowed_ips, rate_limit } = storedKey()
const SETTINGS = { name, scopes, expires_at, allowed_ips, rate_limit }

test.each<[string, unknown, boolean]>([
  ['all of them', SETTINGS, true],
  ['no end and no addresses', { name, scopes }, true],
  ['no scope', { ...SETTINGS, scopes: [] }, false],
  ['a member more', { ...SETTINGS, last4: 'abcd' }, false],
  ['a list', [], false],
  ['nothing', undefined, false],
])('settings of a key in the table: %s: %j', (_, said, expected) => {
  expect(isSettings(said)).toBe(expected)
})

test('a stored name gets the rules of today that it breaks', () => {
  expect(faultsOfName('erp')).toEqual([])
  expect(faultsOfName('')).toEqual(['name must have 1 to 100 characters'])
  expect(faultsOfName('\u200b')).toEqual(['name must have a visible character'])
})

describe('a rotation', () => {
  test('leaves the token before it a day, or as long as is said', () => {
    expect(readRotation({})).toEqual({ overlap_seconds: 86_400 })
    expect(readRotation({ overlap_seconds: 0 })).toEqual({ overlap_seconds: 0 })
    expect(readRotation({ overlap_seconds: 604_800 })).toEqual({ overlap_seconds: 604_800 })
  })

  test.each([-1, 604_801, 0.5, '60', null])('cannot leave it %j seconds', (overlap_seconds) => {
    expect(() => readRotation({ overlap_seconds })).toThrow(InvalidFields)
  })
})

describe('a patch of a key', () => {
  const faults = (patch: JsonObject, members: Partial<ApiKey> = {}) =>
    narrowingFaults(storedKey(members), patch, NOW).map(({ path, detail }) => `${path.join('.')} ${detail}`)

  test.each<[string, JsonObject, Partial<ApiKey>]>([
    ['another name', { name: 'shop' }, {}],
    ['an end in the future', { expires_at: AFTER }, {}],
    ['the end that it has, which has passed', { expires_at: BEFORE, name: 'shop' }, { expires_at: BEFORE }],
    ['another name of one that has ended', { name: 'shop' }, { expires_at: BEFORE }],
    ['fewer rights', { scopes: ['products:read'], allowed_ips: ['203.0.113.0/24'] }, {}],
    ['nothing', {}, {}],
    ['a lower rate limit by one member of it', { rate_limit: { burst: 1 } }, {}],
  ])('has no fault: %s', (_, patch, members) => {
    expect(faults(patch, members)).toEqual([])
  })

  test.each<[string, JsonObject, Partial<ApiKey>, string[]]>([
    ['an end that has passed', { expires_at: BEFORE }, {}, ['expires_at must be in the future']],
    ['an end of now', { expires_at: NOW.toISOString() }, {}, ['expires_at must be in the future']],
    [
      'a later end',
      { expires_at: '2030-06-02T00:00:00.000Z' },
      { expires_at: AFTER },
      ['expires_at can only be narrowed'],
    ],
    ['no end', { expires_at: null }, { expires_at: AFTER }, ['expires_at can only be narrowed']],
    ['another scope', { scopes: ['products:write', 'events:read'] }, {}, ['scopes can only be narrowed']],
    [
      'a field that is wrong, one that is wider, and an end that has passed: all of it is told',
      { name: '', rate_limit: { per_second: 21, burst: 100 }, expires_at: BEFORE },
      {},
      [
        'name must have 1 to 100 characters',
        'rate_limit can only be narrowed',
        'expires_at must be in the future',
      ],
    ],
  ])('has one: %s', (_, patch, members, expected) => {
    expect(faults(patch, members)).toEqual(expected)
  })

  test('cannot remove its rate limit, nor a part of it', () => {
    expect(faults({ rate_limit: null })).toEqual(['rate_limit cannot be removed'])
    expect(faults({ rate_limit: { burst: null } })).toEqual(['rate_limit.burst is required'])
  })
})

/** The members that the server decides. */
const DECIDED = {
  id: '1',
  prefix: 'sfk_0000',
  last4: '0000',
  revoked_at: BEFORE,
  previous_expires_at: BEFORE,
  last_used_at: BEFORE,
  created_at: BEFORE,
  updated_at: BEFORE,
  version: 9,
}

test('what the server decides is read-only, in a new key and in a patch', () => {
  const expected = Object.keys(DECIDED).map((name) => `${name} is read-only`)
  const told = (judge: () => unknown) => breaksOf(judge).map(({ path, detail }) => `${path.join()} ${detail}`)
  expect(told(() => readNew(NEW_API_KEY, { name, scopes, ...DECIDED })).sort()).toEqual(expected.sort())
  const faults = narrowingFaults(storedKey(), DECIDED, NOW)
  expect(faults.map(({ path, detail }) => `${path.join()} ${detail}`).sort()).toEqual(expected)
})
