import type { Product } from '../domain/product.ts'
import type { RefusalReason, Step } from './commit.ts'
import * as keys from './keys.ts'
import { productStorefront, slugStorefront } from './storefront.ts'

/**
 * Everything that must change together when a product goes from one state to the next: the product, what makes
 * its slug, SKU and external id unique, and the number of products of its category. `before` is undefined when
 * it is created; otherwise nothing is written unless it is still the stored version.
 */
export function transition(businessId: string, before: Product | undefined, after: Product): Step[] {
  return [
    {
      write: {
        Put: {
          Item: {
            ...keys.productKey(businessId, after.id),
            type: 'product',
            ...after,
            ...productStorefront(businessId, after),
          },
          ...(before
            ? {
                ConditionExpression: '#version = :version',
                ExpressionAttributeNames: { '#version': 'version' },
                ExpressionAttributeValues: { ':version': before.version },
              }
            : { ConditionExpression: 'attribute_not_exists(pk)' }),
        },
      },
      ...(before && { refusal: 'version_changed' as const }),
    },
    ...slugGuard(businessId, before, after),
    ...guard(keys.skuGuardKey, 'sku_taken', businessId, after.id, before?.sku, after.sku),
    ...guard(
      keys.externalIdGuardKey,
      'external_id_taken',
      businessId,
      after.id,
      before?.external_id,
      after.external_id,
    ),
    ...count(businessId, before, after),
  ]
}

type GuardKey = (businessId: string, value: string) => keys.Key

/** Takes a value that must be unique, and lets go of the one held before. */
function guard(
  key: GuardKey,
  taken: RefusalReason,
  businessId: string,
  productId: string,
  before: string | null | undefined,
  after: string | null,
): Step[] {
  if (before === after) return []
  const steps: Step[] = []
  if (after !== null) steps.push(take(key(businessId, after), productId, taken))
  if (before !== undefined && before !== null) steps.push(release(key(businessId, before), productId))
  return steps
}

/** The slug's guard also leads from the slug to the product in the storefront, while the product is public. */
function slugGuard(businessId: string, before: Product | undefined, after: Product): Step[] {
  if (before?.slug === after.slug && before.status === after.status) return []
  const key = keys.slugGuardKey(businessId, after.slug)
  const steps = [take(key, after.id, 'slug_taken', slugStorefront(businessId, after))]
  if (before && before.slug !== after.slug)
    steps.push(release(keys.slugGuardKey(businessId, before.slug), after.id))
  return steps
}

function take(key: keys.Key, productId: string, taken: RefusalReason, attributes = {}): Step {
  return {
    write: {
      Put: {
        Item: { ...key, type: 'guard', product_id: productId, ...attributes },
        ConditionExpression: 'attribute_not_exists(pk) OR #product = :product',
        ...isHeldBy(productId),
      },
    },
    refusal: taken,
  }
}

function release(key: keys.Key, productId: string): Step {
  return {
    write: { Delete: { Key: key, ConditionExpression: '#product = :product', ...isHeldBy(productId) } },
    refusal: 'version_changed',
  }
}

const isHeldBy = (productId: string) => ({
  ExpressionAttributeNames: { '#product': 'product_id' },
  ExpressionAttributeValues: { ':product': productId },
})

/** Keeps the number of products of a category. The count exists exactly while its category does. */
function count(businessId: string, before: Product | undefined, after: Product): Step[] {
  if (before?.category_id === after.category_id) return []
  const steps: Step[] = [countStep(businessId, after.category_id, after.id, 1, 'attribute_exists(pk)')]
  if (before) steps.push(countStep(businessId, before.category_id, before.id, -1, '#n >= :one'))
  return steps
}

function countStep(
  businessId: string,
  categoryId: string,
  productId: string,
  change: 1 | -1,
  condition: string,
): Step {
  return {
    write: {
      Update: {
        Key: keys.categoryCountKey(businessId, categoryId, countShard(productId)),
        UpdateExpression: 'ADD #n :change',
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#n': 'n' },
        ExpressionAttributeValues: { ':change': change, ...(change === -1 && { ':one': 1 }) },
      },
    },
    refusal: change === 1 ? 'category_unknown' : 'version_changed',
  }
}

/** A product is always counted in the same shard: the end of its id, which is random, chooses it. */
const countShard = (productId: string) => Number.parseInt(productId.slice(-4), 16) % keys.COUNT_SHARDS
