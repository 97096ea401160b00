import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, expect, test } from 'vitest'
import { shorten } from '../../../lib/data/storefront/card-text.ts'
import { byCreated, byPosition, productKey, storePartition } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { tableName } from '../../../lib/environment.ts'
import { callAs, makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

const ID = '01900000-0000-7000-8000-00000000000f'
const CANARY = 'canary-of-another-business'
const table = DynamoDBDocumentClient.from(new DynamoDBClient())
const put = (Item: Record<string, unknown>) => table.send(new PutCommand({ TableName: tableName(), Item }))

let ours: Business
let theirs: Business
beforeAll(async () => {
  ours = await makeBusiness()
  theirs = await makeBusiness()
  await makeCategory(ours)
  await makeProduct(ours, { category_id: 'tea' })
  // As a fault in an import would leave it: their item under our storefront.
  await put({
    ...productKey(theirs.id, ID),
    store: storePartition(ours.id),
    by_created: byCreated(ID),
    by_position: byPosition(0, 'a', ID),
    card: shorten({ id: ID, name: CANARY }),
    facets: { a: true, p: 1, t: [] },
  })
})

test.each(['/products', `/products/${ID}`, `/products?ids=${ID}`, '/products?is_available=true'])(
  'an item of another business under our storefront stops the request instead of being shown: %s',
  async (path) => {
    const answer = await callAs(ours, path)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = await answer.text()
    expect(JSON.parse(body)).toMatchObject({ code: 'internal_error' })
    expect(body).not.toContain(CANARY)
    expect(body).not.toContain(theirs.id)
  },
)

test('requests that do not touch it succeed', async () => {
  expect((await callAs(ours, '/products?category=tea')).status).toBe(200)
  expect((await callAs(ours, '/business')).status).toBe(200)
  expect((await callAs(theirs, '/products')).status).toBe(200)
})
