import { isPublic, type Product } from '../domain/product.ts'
import type { EventType } from '../domain/resources.ts'
import { productStorefront, slugStorefront } from './storefront/storefront.ts'
import type { RefusalReason, Step } from './table/commit.ts'
import { eventSteps, previousOf } from './table/events.ts'
import * as keys from './table/keys.ts'
import { isStill, timeOfNext } from './table/versions.ts'

/**
 * Everything that must change together when a product goes from one state to the next: the product, what makes
 * its slug, SKU and external id unique, the number of products of its category, and the event. `before` is
 * undefined when it is created, `after` when it is deleted; nothing is written unless `before` is still stored.
 */
export function transition(
  businessId: string,
  before: Product | undefined,
  after: Product | undefined,
  now: Date,
): Step[] {
  const product = after ?? before
  if (!product) return []
  const { id } = product
  return [
    entity(businessId, id, before, after),
    // Before what is unique: that a category is unknown is wrong with the body itself, and said first.
    ...count(businessId, id, before?.category_id, after?.category_id),
    ...slugGuard(businessId, id, before, after),
    ...guard(keys.skuGuardKey, 'sku_taken', businessId, id, before?.sku, after?.sku),
    ...guard(
      keys.externalIdGuardKey,
      'external_id_taken',
      businessId,
      id,
      before?.external_id,
      after?.external_id,
    ),
    ...eventSteps(
      businessId,
      {
        type: eventType(before, after),
        data: product,
        previous: before && after ? previousOf(before, after) : {},
      },
      before ? timeOfNext(before, now) : now,
    ),
  ]
}

function entity(
  businessId: string,
  id: string,
  before: Product | undefined,
  after: Product | undefined,
): Step {
  const Key = keys.productKey(businessId, id)
  const write = after
    ? {
        Put: {
          Item: { ...Key, type: 'product', ...after, ...productStorefront(businessId, after) },
          ...isStill(before),
        },
      }
    : { Delete: { Key, ...isStill(before) } }
  return before ? { write, refusal: 'version_changed' } : { write }
}

/** The first that fits. */
function eventType(before: Product | undefined, after: Product | undefined): EventType {
  if (!before) return 'product.created'
  if (!after) return 'product.deleted'
  if (isPublic(before) !== isPublic(after))
    return isPublic(after) ? 'product.published' : 'product.unpublished'
  return 'product.updated'
}

type GuardKey = (businessId: string, value: string) => keys.Key
type Value = string | null | undefined

/** Takes a value that must be unique, and lets go of the one held before. */
function guard(
  key: GuardKey,
  taken: RefusalReason,
  businessId: string,
  productId: string,
  before: Value,
  after: Value,
): Step[] {
  if (before === after) return []
  return [
    ...(after == null ? [] : [take(key(businessId, after), productId, taken)]),
    ...(before == null ? [] : [release(key(businessId, before), productId)]),
  ]
}

/** The slug's guard also leads from the slug to the product in the storefront, while the product is public. */
function slugGuard(
  businessId: string,
  productId: string,
  before: Product | undefined,
  after: Product | undefined,
): Step[] {
  const isSame = before?.slug === after?.slug
  if (isSame && before?.status === after?.status) return []
  const steps: Step[] = []
  if (after) {
    const key = keys.slugGuardKey(businessId, after.slug)
    steps.push(take(key, productId, 'slug_taken', slugStorefront(businessId, after)))
  }
  if (before && !isSame) steps.push(release(keys.slugGuardKey(businessId, before.slug), productId))
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

/** That somebody else holds it is no refusal but a fault: only the product's own version lets go of it. */
function release(key: keys.Key, productId: string): Step {
  return {
    write: { Delete: { Key: key, ConditionExpression: '#product = :product', ...isHeldBy(productId) } },
  }
}

const isHeldBy = (productId: string) => ({
  ExpressionAttributeNames: { '#product': 'product_id' },
  ExpressionAttributeValues: { ':product': productId },
})

/** Keeps the number of products of a category. The count exists exactly while its category does. */
function count(
  businessId: string,
  productId: string,
  before: string | undefined,
  after: string | undefined,
): Step[] {
  if (before === after) return []
  return [
    ...(after === undefined ? [] : [counted(businessId, after, productId, 1)]),
    ...(before === undefined ? [] : [counted(businessId, before, productId, -1)]),
  ]
}

function counted(businessId: string, categoryId: string, productId: string, change: 1 | -1): Step {
  const isArrival = change === 1
  return {
    write: {
      Update: {
        Key: keys.categoryCountKey(businessId, categoryId, keys.shardOf(productId)),
        UpdateExpression: 'ADD #n :change',
        ConditionExpression: isArrival ? 'attribute_exists(pk)' : '#n >= :one',
        ExpressionAttributeNames: { '#n': 'n' },
        ExpressionAttributeValues: { ':change': change, ...(!isArrival && { ':one': 1 }) },
      },
    },
    ...(isArrival && { refusal: 'category_unknown' as const }),
  }
}
