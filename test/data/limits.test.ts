import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { categoryCountKey, categoryKey } from '../../lib/data/keys.ts'
import { MAX_CATEGORIES, MAX_PRODUCTS } from '../../lib/data/limits.ts'
import { tableName } from '../../lib/environment.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

const table = DynamoDBDocumentClient.from(new DynamoDBClient())
const put = (Item: object) => table.send(new PutCommand({ TableName: tableName(), Item: { ...Item } }))

test('a business has at most 100,000 products of whatever status, and room again when one has gone', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop)
  const count = (n: number) => put({ ...categoryCountKey(shop.id, 'tea', 3), type: 'category_count', n })
  await count(MAX_PRODUCTS)
  await expect(makeProduct(shop, { category_id: 'tea' })).rejects.toMatchObject({ reason: 'limit_reached' })
  await count(MAX_PRODUCTS - 1)
  await makeProduct(shop, { category_id: 'tea' })
  await expect(makeProduct(shop, { category_id: 'tea' })).rejects.toMatchObject({ reason: 'limit_reached' })
})

test('a business has at most 1,000 categories', async () => {
  const shop = await makeBusiness()
  await Promise.all(
    Array.from({ length: MAX_CATEGORIES }, (_, n) =>
      put({ ...categoryKey(shop.id, `c${n}`), type: 'category' }),
    ),
  )
  await expect(makeCategory(shop)).rejects.toMatchObject({ reason: 'limit_reached' })
})
