import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  addToken,
  removeToken,
  rewritePreviousToken,
  rewriteToken,
} from '../../../lib/data/api-keys/api-key-tokens.ts'
import { asTenant, ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import { guarded } from '../../../lib/data/table/calls/tenant-guard-calls.ts'
import { eventSteps } from '../../../lib/data/table/events.ts'
import { enabledPartition, tokenKey } from '../../../lib/data/table/keys.ts'
import { listAsEnabled, unlist } from '../../../lib/data/webhooks/enabled.ts'
import { deleteSecret, putSecret } from '../../../lib/data/webhooks/secrets.ts'
import type { ApiKey } from '../../../lib/domain/api-keys/api-key.ts'

const OURS = randomUUID()
const THEIRS = randomUUID()
const OWN = `BIZ#${OURS}#ACCESS`

type Input = Parameters<typeof guarded>[0]

/** The outcome of a call, and whether it was sent. */
async function outcomeOf(input: Input, output: object = {}) {
  let sent = false
  const call = asTenant(OURS, () =>
    guarded(input, async () => {
      sent = true
      return output
    }),
  )
  const outcome = await call.then(
    () => 'answered',
    (error: unknown) => (error instanceof ForeignItem ? 'refused' : String(error)),
  )
  return `${sent ? 'sent' : 'kept'}, ${outcome}`
}

const foreignPartitions = [
  `BIZ#${THEIRS}#RATE#x`,
  `BIZ#${OURS}x`,
  `BIZ#${THEIRS}#SECRET#x`,
  'TOKEN#x',
  enabledPartition(1),
  undefined,
  { N: '1' },
]

/** The inputs of single writes. */
const WRITES: [name: string, write: (pk: unknown) => Input][] = [
  ['UpdateItem', (pk) => ({ Key: { pk, sk: 'RATE' } })],
  ['DeleteItem', (pk) => ({ Key: { pk, sk: 'DUE#x' } })],
  ['PutItem', (pk) => ({ Item: { pk, sk: 'DELIVERY#x', business_id: OURS } })],
]

describe.each(WRITES)('%s', (_, write) => {
  test('within the business is sent', async () => {
    for (const own of [`BIZ#${OURS}#RATE#x`, { S: `BIZ#${OURS}#WEBHOOK#x` }])
      expect(await outcomeOf(write(own))).toBe('sent, answered')
  })

  test.each(foreignPartitions)('elsewhere is not: %j', async (pk) => {
    expect(await outcomeOf(write(pk))).toBe('kept, refused')
    // No condition makes it ours.
    expect(await outcomeOf({ ...write(pk), ...owned() })).toBe('kept, refused')
  })
})

describe('BatchGetItem', () => {
  const batch = (...partitions: unknown[]): Input => ({
    RequestItems: { table: { Keys: partitions.map((pk) => ({ pk, sk: 'x' })) } },
  })

  test('within the business is sent, and its items are given back', async () => {
    const output = { Responses: { table: [{ pk: OWN }, { pk: { S: OWN } }] } }
    expect(await outcomeOf(batch(OWN, { S: OWN }), output)).toBe('sent, answered')
  })

  test.each(foreignPartitions)('that names one key elsewhere is not: %j', async (pk) => {
    for (const input of [batch(pk), batch(OWN, pk), batch(pk, OWN)])
      expect(await outcomeOf(input)).toBe('kept, refused')
    const two = { RequestItems: { ...batch(OWN).RequestItems, other: { Keys: [{ pk }] } } }
    expect(await outcomeOf(two)).toBe('kept, refused')
  })

  test.each(foreignPartitions)(
    'that returns one item of another business gives nothing back: %j',
    async (pk) => {
      for (const Responses of [
        { table: [{ pk }] },
        { table: [{ pk: OWN }, { pk }] },
        { table: [{ pk: OWN }], other: [{ pk }] },
      ])
        expect(await outcomeOf(batch(OWN), { Responses })).toBe('sent, refused')
    },
  )

  test('a batch of writes is refused', async () => {
    const writes = { table: [{ DeleteRequest: { Key: { pk: OWN } } }] }
    expect(await outcomeOf({ RequestItems: writes } as Input)).toBe('kept, refused')
  })
})

/** The condition that a write of nobody's item carries. */
const owned = (changes: Record<string, unknown> = {}) => ({
  ConditionExpression: '#business = :business',
  ExpressionAttributeNames: { '#business': 'business_id' },
  ExpressionAttributeValues: { ':business': OURS },
  ...changes,
})

/** Conditions that a foreign item could meet as well. */
const LEAKS: [string, object][] = [
  ['none', {}],
  ['an empty one', owned({ ConditionExpression: '' })],
  ['another business’s', owned({ ExpressionAttributeValues: { ':business': THEIRS } })],
  ['no value', owned({ ExpressionAttributeValues: {} })],
  ['no names', owned({ ExpressionAttributeNames: undefined })],
  ['another attribute under that name', owned({ ExpressionAttributeNames: { '#business': 'key_id' } })],
  ['one on another name', owned({ ConditionExpression: '#key = :business' })],
  ['one on another value', owned({ ConditionExpression: '#business = :other' })],
  ['the opposite', owned({ ConditionExpression: '#business <> :business' })],
  ['its negation', owned({ ConditionExpression: 'NOT #business = :business' })],
  ['a way around behind it', owned({ ConditionExpression: '#business = :business OR attribute_exists(pk)' })],
  ['a way around before it', owned({ ConditionExpression: 'attribute_exists(pk) OR #business = :business' })],
  [
    'two ways around',
    owned({ ConditionExpression: 'attribute_not_exists(pk) OR #business = :business OR #x = :x' }),
  ],
  ['that there is one', owned({ ConditionExpression: 'attribute_exists(pk)' })],
]

describe('a write of an item of no business', () => {
  const key = tokenKey('x')
  const item = { ...key, business_id: OURS }
  const inTransaction = (...writes: object[]): Input => ({
    TransactItems: [{ Put: { Item: { pk: OWN, sk: 'APIKEY#x' } } }, ...writes],
  })

  test.each([
    ['the owner', owned()],
    [
      'the owner, in the table’s own notation',
      owned({ ExpressionAttributeValues: { ':business': { S: OURS } } }),
    ],
    [
      'the owner, if there is one',
      owned({ ConditionExpression: 'attribute_not_exists(pk) OR #business = :business' }),
    ],
  ])('is sent if it asks for %s', async (_, condition) => {
    for (const write of [
      { Delete: { Key: key, ...condition } },
      { Update: { Key: key, ...condition } },
      { Put: { Item: item, ...condition } },
    ])
      expect(await outcomeOf(inTransaction(write))).toBe('sent, answered')
  })

  test.each(LEAKS)('stops its transaction if its condition is %s', async (_, condition) => {
    for (const foreign of [
      { Delete: { Key: key, ...condition } },
      { Update: { Key: key, ...condition } },
      { Put: { Item: item, ...condition } },
    ]) {
      const good = { Delete: { Key: tokenKey('y'), ...owned() } }
      for (const writes of [[foreign], [good, foreign], [foreign, good]])
        expect(await outcomeOf(inTransaction(...writes))).toBe('kept, refused')
    }
  })

  test('creates it with the name of the business, and nobody else’s', async () => {
    const isNew = { ConditionExpression: 'attribute_not_exists(pk)' }
    expect(await outcomeOf(inTransaction({ Put: { Item: item, ...isNew } }))).toBe('sent, answered')
    for (const business_id of [THEIRS, undefined, '', null]) {
      const Item = { ...key, business_id }
      for (const condition of [isNew, owned()])
        expect(await outcomeOf(inTransaction({ Put: { Item, ...condition } }))).toBe('kept, refused')
    }
    // Only what replaces nothing may be deleted so, and nothing is.
    expect(await outcomeOf(inTransaction({ Delete: { Key: key, ...isNew } }))).toBe('kept, refused')
  })

  test('is what keys, webhooks and events do, for their own business only', async () => {
    const apiKey: ApiKey = {
      id: randomUUID(),
      name: 'x',
      prefix: 'x',
      last4: 'x',
      scopes: ['products:read'],
      expires_at: null,
      allowed_ips: [],
      rate_limit: { per_second: 1, burst: 1 },
      revoked_at: null,
      previous_expires_at: '2026-12-01T00:00:00.000Z',
      last_used_at: null,
      created_at: '',
      updated_at: '',
      version: 1,
    }
    const happening = { type: 'api_key.created' as const, data: { id: randomUUID() }, previous: {} }
    for (const [businessId, expected] of [
      [OURS, 'sent, answered'],
      [THEIRS, 'kept, refused'],
    ] as const)
      for (const { write } of [
        addToken(businessId, 'x', apiKey),
        rewriteToken(businessId, 'x', apiKey),
        rewritePreviousToken(businessId, 'x', apiKey),
        removeToken(businessId, 'x'),
        listAsEnabled(businessId, randomUUID()),
        unlist(businessId, randomUUID()),
        putSecret(businessId, randomUUID(), 'x'),
        deleteSecret(businessId, randomUUID()),
        ...eventSteps(businessId, happening, new Date()),
      ])
        expect(await outcomeOf({ TransactItems: [write] } as Input)).toBe(expected)
  })
})
