import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readItem } from '../../../lib/data/table/calls/writer.ts'
import { commit, MOST_BYTES, type Step } from '../../../lib/data/table/commit.ts'
import { sizeOf } from '../../../lib/data/table/item-size.ts'

let business: string
beforeEach(() => {
  business = randomUUID()
})

const PIECES = 20
const keyOf = (n: number) => ({ pk: `BIZ#${business}`, sk: `PIECE#${n}` })

/** Steps that write items of so many bytes together, most of them in letters of two bytes. */
function puts(bytes: number): Step[] {
  const empty = (n: number) => ({ ...keyOf(n), type: 'piece', numbers: [1, -2.5], text: '' })
  const pieces = Array.from({ length: PIECES }, (_, n) => empty(n))
  const room = bytes - pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)
  const text = 'é'.repeat(Math.floor(room / PIECES / 2))
  const rest = 'x'.repeat(room - PIECES * Buffer.byteLength(text))
  return pieces.map((piece, n) => ({
    write: { Put: { Item: { ...piece, text: n > 0 ? text : text + rest } } },
  }))
}

const isThere = async () => (await readItem(keyOf(0))) !== undefined

test('a transaction of as much as is allowed is carried out', async () => {
  await commit(puts(MOST_BYTES))
  expect(await isThere()).toBe(true)
})

test('one of a byte more is refused before it is sent', async () => {
  await expect(commit(puts(MOST_BYTES + 1))).rejects.toMatchObject({ reason: 'too_large_together' })
  expect(await isThere()).toBe(false)
})

test.each<[string, Step]>([
  [
    'the item that an update changes',
    { write: { Update: { Key: keyOf(99), UpdateExpression: '' } }, bytes: 1 },
  ],
  [
    'the values of a condition',
    {
      write: {
        ConditionCheck: { Key: keyOf(99), ConditionExpression: '', ExpressionAttributeValues: { ':a': 1 } },
      },
    },
  ],
  ['a key', { write: { Delete: { Key: keyOf(99) } } }],
])('%s counts as well', async (_, step) => {
  await expect(commit([...puts(MOST_BYTES), step])).rejects.toMatchObject({ reason: 'too_large_together' })
})
