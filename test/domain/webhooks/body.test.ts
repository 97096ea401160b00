import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ExceedsOwnScopes } from '../../../lib/domain/api-keys/exceeding.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { readNew } from '../../../lib/domain/body/resource.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { RECORDS } from '../../../lib/domain/resources.ts'
import {
  EVENT_FILTERS,
  NEW_WEBHOOK,
  newWebhook,
  normalUrl,
  requireReadable,
  type Webhook,
  wants,
  webhookPatchFaults,
  withoutHealth,
  withoutQuery,
} from '../../../lib/domain/webhooks/webhook.ts'
import { faultyPaths } from '../../support/faults-of.ts'

const LEAST = { url: 'https://hooks.example/a', events: ['product.*'] }

test('an address and a type of event are enough for a webhook, which is enabled', () => {
  expect(v.parse(newWebhook, LEAST)).toEqual({ ...LEAST, description: '', is_enabled: true })
  expect(faultyPaths(newWebhook, {})).toEqual(['url', 'events'])
})

test.each<[string, unknown[], unknown[]]>([
  [
    'url',
    ['https://a.b', `https://a.b/${'x'.repeat(2_036)}`, 'https://a.b/?shop=1'],
    [
      '',
      'a.b',
      'https://',
      'https://a.b/c d',
      'https://a.b/\tc',
      `https://a.b/${'x'.repeat(2_037)}`,
      null,
      7,
    ],
  ],
  [
    'events',
    [['*'], EVENT_FILTERS.slice(0, 50)],
    [[], ['product'], ['product.sold'], ['*.created'], 'product.*'],
  ],
  ['description', ['', 'x'.repeat(500)], ['x'.repeat(501), null]],
  ['is_enabled', [true, false], [null, 'true', 1]],
])('%s takes what it is for and refuses the rest', (field, taken, refused) => {
  for (const value of taken)
    expect([value, faultyPaths(newWebhook, { ...LEAST, [field]: value })]).toEqual([value, []])
  for (const value of refused) {
    const roots = faultyPaths(newWebhook, { ...LEAST, [field]: value }).map((path) => path.split('.')[0])
    expect([value, [...new Set(roots)]]).toEqual([value, [field]])
  }
})

test('types of events come out once each and in one order', () => {
  const { events } = v.parse(newWebhook, {
    ...LEAST,
    events: ['webhook.*', 'product.created', 'webhook.*', '*'],
  })
  expect(events).toEqual(['*', 'product.created', 'webhook.*'])
})

test('two spellings of one address are one, and its query counts', () => {
  expect(normalUrl('HTTPS://Hooks.Example:443/a/../b')).toBe('https://hooks.example/b')
  expect(normalUrl('https://hooks.example')).toBe('https://hooks.example/')
  expect(normalUrl('https://hooks.example/?shop=1')).not.toBe(normalUrl('https://hooks.example/?shop=2'))
})

test.each([
  ['https://a.b/c?token=1', 'https://a.b/c'],
  ['https://a.b/c#d?e', 'https://a.b/c'],
  ['https://a.b?token=1&x=?', 'https://a.b'],
  ['https://a.b/c', 'https://a.b/c'],
])('of %s events say %s', (url, shown) => {
  expect(withoutQuery(url)).toBe(shown)
})

test('a webhook gets nothing of a kind or a type that it did not ask for', () => {
  const gets = (events: string[], type: string) => wants({ events }, type)
  expect(gets([], 'product.created')).toBe(false)
  expect(gets(['product.*'], 'category.created')).toBe(false)
  expect(gets(['product.created'], 'product.updated')).toBe(false)
  expect(gets(['category.*', 'product.updated'], 'product.updated')).toBe(true)
  // A test is sent to a webhook on request, and it is of no kind that it could ask for.
  expect(gets(['*'], 'webhook.test')).toBe(true)
})

describe('a key can have events sent if it can read what is in them', () => {
  const missing = (events: string[], held: readonly string[]) => {
    try {
      requireReadable({ events }, held)
      return 'nothing'
    } catch (error) {
      if (error instanceof ExceedsOwnScopes) return error.scopes
      throw error
    }
  }

  test.each(RECORDS)('of $names: $scope:read', ({ type, scope }) => {
    const others = SCOPES.filter((one) => !one.startsWith(`${scope}:`))
    for (const filter of EVENT_FILTERS.filter((one) => one.startsWith(`${type}.`))) {
      expect([filter, missing([filter], others)]).toEqual([filter, [`${scope}:read`]])
      expect([filter, missing([filter], [`${scope}:read`])]).toEqual([filter, 'nothing'])
    }
  })

  test('of everything: all read scopes', () => {
    const readable = SCOPES.filter((scope) => scope.endsWith(':read'))
    expect(missing(['*'], [])).toEqual(readable)
    expect(missing(['*'], readable)).toBe('nothing')
    expect(missing(['*', 'product.created'], ['products:read'])).not.toContain('products:read')
  })
})

const NOW = new Date('2026-11-20T09:00:00.000Z')
const STORED: Webhook = {
  id: '0',
  ...LEAST,
  description: '',
  is_enabled: false,
  disabled_reason: 'requested',
  previous_expires_at: null,
  created_by: null,
  created_at: NOW.toISOString(),
  updated_at: NOW.toISOString(),
  version: 1,
}

test.each([
  { paused_until: 2020 },
  { paused_until: ['2026-11-20T08:00:00.000Z'] },
  { failing_since: '2026-11-20' },
  { failing_since: 'Nov 20 2026' },
  { failing_since: true },
])('%j can never have been read, so that it is not let pass', (patch) => {
  expect(withoutHealth(patch, NOW)).toEqual(patch)
})

test('a patch keeps its other fields without the health that was read', () => {
  const patch = { description: 'x', paused_until: null, failing_since: null }
  expect(withoutHealth(patch, NOW)).toEqual({ description: 'x' })
  expect(withoutHealth({ description: 'x' }, NOW)).toEqual({ description: 'x' })
})

describe('a patch of a webhook', () => {
  const faults = (patch: JsonObject) =>
    webhookPatchFaults(STORED, patch, NOW).map(
      ({ path, code, detail }) => `${path.join('.')} ${code}: ${detail}`,
    )
  const replay_from = '2026-11-20T08:00:00.000Z'

  test.each<[string, JsonObject]>([
    ['another description', { description: 'x' }],
    ['it is enabled', { is_enabled: true }],
    ['it is enabled, and gets what it has missed', { is_enabled: true, replay_from }],
    ['its read-only members as they are', { id: '0', version: 1, disabled_reason: 'requested' }],
  ])('has no fault: %s', (_, patch) => {
    expect(faults(patch)).toEqual([])
  })

  test.each<[string, JsonObject, string[]]>([
    [
      'past events without being enabled',
      { replay_from },
      ['replay_from invalid: is only for enabling a disabled webhook'],
    ],
    [
      'past events of the future',
      { is_enabled: true, replay_from: '2026-11-20T09:00:00.001Z' },
      ['replay_from invalid: must not be in the future'],
    ],
    ['another id', { id: '1' }, ['id read_only: is read-only']],
    ['is_enabled removed', { is_enabled: null }, ['is_enabled invalid: cannot be removed']],
    [
      'no type of event and past events without being enabled: all of it is told',
      { events: [], replay_from },
      [
        'events invalid: must name at least one type of event',
        'replay_from invalid: is only for enabling a disabled webhook',
      ],
    ],
  ])('has one: %s', (_, patch, expected) => {
    expect(faults(patch)).toEqual(expected)
  })

  test('cannot change what the server decides, nor can a new one have it', () => {
    const decided = {
      id: '1',
      disabled_reason: 'endpoint_gone',
      previous_expires_at: '2026-01-01T00:00:00.000Z',
      paused_until: 7,
      failing_since: 7,
      created_by: '1',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      version: 9,
    }
    const expected = Object.keys(decided).map((name) => `${name} read_only: is read-only`)
    expect(faults(decided).sort()).toEqual(expected.sort())
    const told = breaksOf(() => readNew(NEW_WEBHOOK, { ...LEAST, ...decided, secret: 'whsec_x' }))
    expect(told.map(({ path, code, detail }) => `${path.join()} ${code}: ${detail}`).sort()).toEqual(
      [...expected, 'secret unknown_field: is not a known field'].sort(),
    )
  })
})
