import { Refusal } from './commit.ts'
import * as keys from './keys.ts'
import { countItems, queryItems } from './writer.ts'

/** What one business may hold. Racing writers may overrun it by a few; a wall is not worth a lock. */
export const MAX_PRODUCTS = 100_000
export const MAX_CATEGORIES = 1_000

/** Counting reads every count of every category, so a process remembers the sum for a minute and adds its own. */
const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 1_000
const remembered = new Map<string, { products: number; countedAt: number }>()

/** Throws the `Refusal` `limit_reached` if a business has as many products, of any status, as it may. */
export async function requireRoomForProduct(businessId: string): Promise<void> {
  const known = remembered.get(businessId)
  if (known && known.products < MAX_PRODUCTS && Date.now() - known.countedAt < REMEMBERED_MS) {
    known.products++
    return
  }
  const countedAt = Date.now()
  const products = await countProducts(businessId)
  if (products >= MAX_PRODUCTS) throw new Refusal('limit_reached')
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(businessId, { products: products + 1, countedAt })
}

/** Throws the `Refusal` `limit_reached` if a business has as many categories as it may. */
export async function requireRoomForCategory(businessId: string): Promise<void> {
  const { pk, sk } = keys.categoryKey(businessId, '')
  const categories = await countItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
  })
  if (categories >= MAX_CATEGORIES) throw new Refusal('limit_reached')
}

async function countProducts(businessId: string): Promise<number> {
  const { pk } = keys.businessKey(businessId)
  let sum = 0
  let from: keys.Key | undefined
  do {
    const page = await queryItems<keys.Key & { n: number }>({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': keys.COUNT_PREFIX },
      ProjectionExpression: 'pk, n',
      ExclusiveStartKey: from,
    })
    for (const { n } of page.items) sum += n
    from = page.lastKey
  } while (from)
  return sum
}
