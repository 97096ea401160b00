import { MAX_VARIANTS } from '../domain/limits.ts'
import { RESOURCES } from '../domain/resources.ts'
import { queryItems } from './table/calls/writer.ts'
import { Refusal } from './table/commit.ts'
import * as keys from './table/keys.ts'

/** The most objects of one business. Racing writers can exceed it by a few: an exact limit would need a lock. */
export const MAX_PRODUCTS = RESOURCES.product.limit
export const MAX_CATEGORIES = RESOURCES.category.limit

const MOST = { products: MAX_PRODUCTS, categories: MAX_CATEGORIES, variants: MAX_VARIANTS }
type Kind = keyof typeof MOST

/** The objects of a business as this process counted them (`found`), and those that it has let in `since`. */
interface Count {
  found: Record<Kind, number>
  since: Record<Kind, number>
  countedAt: number
}

/** Counting reads every count of every category, so a process remembers the sums for a minute. */
const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 1_000
const remembered = new Map<string, Count>()

/**
 * Others count from the same sums. Each process lets in a fiftieth of the room that it found before it counts again,
 * so that fifty of them together do not fill more than there is. Far from the limit that is more than a minute's work.
 */
const SHARE = 50

/** Throws the `Refusal` `limit_reached` if a business has the most products, of any status, that are allowed. */
export const requireRoomForProduct = (businessId: string) => requireRoom(businessId, 'products')

/** Throws the `Refusal` `limit_reached` if a business has the most categories that are allowed. */
export const requireRoomForCategory = (businessId: string) => requireRoom(businessId, 'categories')

/** Throws the `Refusal` `limit_reached` if a business cannot have `more` variants more. */
export const requireRoomForVariants = (businessId: string, more: number) =>
  requireRoom(businessId, 'variants', more)

async function requireRoom(businessId: string, kind: Kind, more = 1): Promise<void> {
  const known = remembered.get(businessId)
  if (known && isTrusted(known, kind, more)) {
    known.since[kind] += more
    return
  }
  const countedAt = Date.now()
  const found = await count(businessId)
  if (found[kind] + more > MOST[kind]) throw new Refusal('limit_reached')
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const since = { products: 0, categories: 0, variants: 0 }
  since[kind] += more
  remembered.set(businessId, { found, since, countedAt })
}

const isTrusted = ({ found, since, countedAt }: Count, kind: Kind, more: number) =>
  Date.now() - countedAt < REMEMBERED_MS && since[kind] + more - 1 < (MOST[kind] - found[kind]) / SHARE

/**
 * Counts products, categories and variants by the counts of the categories, which exist exactly while their category does. They
 * are eight small rows for each, about 0.9 KB in all: 111 read units (eventually consistent, 8 KB each) for 1,000
 * categories. The categories themselves carry their text and card, up to 64 KB each.
 */
async function count(businessId: string): Promise<Count['found']> {
  const { pk } = keys.businessKey(businessId)
  const found = { products: 0, categories: 0, variants: 0 }
  let from: keys.Key | undefined
  do {
    const page = await queryItems<keys.Key & { n?: number; v?: number }>({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': keys.COUNT_PREFIX },
      ProjectionExpression: 'pk, sk, n, v',
      ExclusiveStartKey: from,
    })
    for (const { sk, n = 0, v = 0 } of page.items) {
      found.products += n
      found.variants += v
      if (sk.endsWith('#0')) found.categories++
    }
    from = page.lastKey
  } while (from)
  return found
}
