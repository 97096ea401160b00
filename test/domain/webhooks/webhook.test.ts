import { describe, expect, test } from 'vitest'
import { ExceedsOwnScopes } from '../../../lib/domain/api-keys/exceeding.ts'
import { InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import {
  requireReadable,
  requireReplayable,
  type Webhook,
  wants,
  withoutHealth,
} from '../../../lib/domain/webhooks/webhook.ts'

const NOW = new Date('2026-11-20T09:00:00.000Z')
const [PAST, FUTURE] = ['2026-11-20T08:59:59.999Z', '2026-11-20T09:00:00.001Z']

const DISABLED: Webhook = {
  id: '0',
  url: 'https://hooks.example/',
  events: ['*'],
  description: '',
  is_enabled: false,
  disabled_reason: 'requested',
  previous_expires_at: null,
  created_by: null,
  created_at: PAST,
  updated_at: PAST,
  version: 1,
}
const ENABLED = { ...DISABLED, is_enabled: true, disabled_reason: null }

describe('past events are replayed', () => {
  const replay = (before: Webhook, after: Webhook, replay_from?: string) => () =>
    requireReplayable(before, { ...after, replay_from }, NOW)

  test('to a webhook that is enabled again, from a time up to now', () => {
    for (const from of [undefined, PAST, NOW.toISOString()])
      expect(replay(DISABLED, ENABLED, from)).not.toThrow()
    expect(replay(DISABLED, ENABLED, FUTURE)).toThrow(InvalidFields)
  })

  test('to no other', () => {
    for (const [before, after] of [
      [ENABLED, ENABLED],
      [ENABLED, DISABLED],
      [DISABLED, DISABLED],
    ] as const) {
      expect(replay(before, after, PAST)).toThrow(InvalidFields)
      expect(replay(before, after)).not.toThrow()
    }
  })
})

test('the health that was read can be sent back, and nothing else in its place', () => {
  const later = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
  const longestPause = 11 * 3_600_000
  for (const read of [
    { paused_until: null, failing_since: null },
    { paused_until: later(longestPause), failing_since: NOW.toISOString() },
  ])
    expect(withoutHealth({ url: 'u', ...read }, NOW)).toEqual({ url: 'u' })
  for (const other of [
    { paused_until: later(longestPause + 1) },
    { failing_since: FUTURE },
    { paused_until: 'never' },
  ])
    expect(withoutHealth(other, NOW)).toEqual(other)
})

test('a webhook gets all events, those of a kind of object, or one type', () => {
  const gets = (filter: string) =>
    ['product.created', 'product.deleted', 'category.created'].filter((type) =>
      wants({ events: [filter] }, type),
    )
  expect(gets('*')).toHaveLength(3)
  expect(gets('product.*')).toEqual(['product.created', 'product.deleted'])
  expect(gets('product.created')).toEqual(['product.created'])
})

test('a key can have those events sent that it can read', () => {
  const missing = (events: string[], ...held: string[]) => {
    try {
      requireReadable({ events }, held)
      return []
    } catch (error) {
      if (error instanceof ExceedsOwnScopes) return error.scopes
      throw error
    }
  }
  expect(missing(['product.*', 'category.created'], 'products:read')).toEqual(['categories:read'])
  expect(missing(['product.*'], 'products:write')).toEqual([])
  expect(missing(['*'], 'products:read')).toEqual(expect.arrayContaining(['business:read', 'inventory:read']))
})
