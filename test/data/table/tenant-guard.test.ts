import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asTenant, ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import { guarded } from '../../../lib/data/table/calls/tenant-guard-calls.ts'

const OURS = randomUUID()
const THEIRS = randomUUID()
const query = (partition: unknown) => ({
  KeyConditionExpression: 'pk = :pk AND sk = :sk',
  ExpressionAttributeValues: { ':pk': partition, ':sk': 'x' },
})

/** The outcome of a call, and whether it was sent at all. */
async function outcomeOf(input: Parameters<typeof guarded>[0], output: Parameters<typeof answer>[0] = {}) {
  let sent = false
  const call = guarded(input, async () => {
    sent = true
    return answer(output)
  })
  const outcome = await call.then(
    () => 'answered',
    (error: unknown) => (error instanceof ForeignItem ? 'refused' : String(error)),
  )
  return { sent, outcome }
}
const answer = (output: { Item?: Record<string, unknown>; Items?: Record<string, unknown>[] }) => output

const OWN = [`BIZ#${OURS}`, `BIZ#${OURS}#SLUG#x`, { S: `BIZ#${OURS}#CATEGORY#tea` }]
const FOREIGN = [
  `BIZ#${THEIRS}`,
  `BIZ#${THEIRS}#SLUG#x`,
  `BIZ#${OURS}x`,
  `BIZ#${OURS.slice(0, -1)}`,
  'BIZ#',
  'SHOP#x',
  `biz#${OURS}`,
  ` BIZ#${OURS}`,
  { S: `BIZ#${THEIRS}` },
  { N: '1' },
  undefined,
  null,
  7,
  '',
  {},
]

describe('on behalf of a business', () => {
  test.each(OWN)('a call within it is sent: %j', async (pk) => {
    const writes = [{ Put: { Item: { pk } } }, { ConditionCheck: { Key: { pk } } }]
    for (const input of [query(pk), { Key: { pk } }, ...writes.map((write) => ({ TransactItems: [write] }))])
      expect(await asTenant(OURS, () => outcomeOf(input))).toEqual({ sent: true, outcome: 'answered' })
  })

  test.each(FOREIGN)('a call outside it is not sent: %j', async (pk) => {
    const writes = [
      [{ Put: { Item: { pk } } }],
      [{ Update: { Key: { pk } } }],
      [{ Delete: { Key: { pk } } }],
      [{ ConditionCheck: { Key: { pk } } }],
      [{ Put: { Item: { pk: OWN[0] } } }, { Delete: { Key: { pk } } }],
    ]
    for (const input of [query(pk), { Key: { pk } }, ...writes.map((TransactItems) => ({ TransactItems }))])
      expect(await asTenant(OURS, () => outcomeOf(input))).toEqual({ sent: false, outcome: 'refused' })
  })

  test.each(FOREIGN)('an item from outside it is not given back: %j', async (pk) => {
    for (const output of [{ Item: { pk } }, { Items: [{ pk: OWN[0] }, { pk }] }])
      expect(await asTenant(OURS, () => outcomeOf(query(OWN[0]), output))).toEqual({
        sent: true,
        outcome: 'refused',
      })
  })

  test('a call that says nothing of a partition is refused', async () => {
    const unclear = [
      {},
      { TransactItems: [{}] },
      { ...query(OWN[0]), KeyConditionExpression: 'begins_with(pk, :pk)' },
    ]
    for (const input of unclear)
      expect((await asTenant(OURS, () => outcomeOf(input))).outcome).toBe('refused')
  })
})

test('two requests at once are each held to their own business', async () => {
  const both = await Promise.all([
    asTenant(OURS, () => outcomeOf(query(`BIZ#${OURS}`))),
    asTenant(THEIRS, () => outcomeOf(query(`BIZ#${OURS}`))),
  ])
  expect(both.map(({ outcome }) => outcome)).toEqual(['answered', 'refused'])
})

test('the operator, who serves all businesses, is held to none', async () => {
  expect((await outcomeOf(query('SHOP#x'), { Item: { pk: 'SHOP#x' } })).outcome).toBe('answered')
})
