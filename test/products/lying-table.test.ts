import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { handler } from '../../functions/products/list.ts'
import { storePartition } from '../../lib/data/table/keys.ts'
import { useTable } from '../../lib/environment.ts'
import { answer, listen } from '../data/dynamodb/wire.ts'
import { ask } from '../support/in-process.ts'

const wire = await listen()
afterAll(() => wire.close())
useTable({ name: 'table', endpoint: wire.endpoint })

const businessId = randomUUID()

async function listFrom(output: object) {
  wire.plan(answer(200, JSON.stringify(output)))
  const { status, text } = await ask(handler, businessId, { route: '/products' })
  const { code, data } = JSON.parse(text)
  return { status, code, data }
}

test('an empty page is one that has an empty list', async () => {
  expect(await listFrom({ Items: [] })).toEqual({ status: 200, code: undefined, data: [] })
})

test('a page without a list is not taken for an empty one', async () => {
  expect(await listFrom({})).toEqual({ status: 503, code: 'temporarily_unavailable', data: undefined })
})

const pk = { S: storePartition(businessId) }
test.each([
  ['no list', {}],
  ['nothing', null],
  ['nothing in it', [null]],
  ['an item of nobody', [{ card: { S: '{}' } }]],
  ['an item without its place', [{ pk, card: { S: '{}' } }]],
])('items that are %s end in a 500, and nothing of them is shown', async (_, Items) => {
  expect(await listFrom({ Items })).toEqual({ status: 500, code: 'internal_error', data: undefined })
})
