import type { ApiKey } from './api-keys/api-key.ts'
import type { Business } from './business.ts'
import type { Category } from './category.ts'
import type { Product } from './products/product.ts'
import type { Variant, VariantSet } from './products/variant.ts'
import { publicBusiness, publicCategory, publicProduct } from './public-view.ts'
import { type Webhook, type WebhookHealth, withoutQuery } from './webhooks/webhook.ts'

/** The admin view of each resource: the public one and behind it what only its owner sees. */
export const adminProduct = (product: Product) => {
  const {
    status,
    sku,
    external_id,
    cost,
    metadata,
    track_inventory,
    allow_backorder,
    low_stock_at,
    version,
  } = product
  return {
    ...publicProduct(product),
    status,
    sku,
    external_id,
    cost,
    metadata,
    track_inventory,
    allow_backorder,
    low_stock_at,
    version,
  }
}

export const adminVariant = (variant: Variant) => {
  const { id, option_values, price, compare_at_price, image, position, is_available } = variant
  const { sku, cost, is_enabled, track_inventory, allow_backorder, low_stock_at } = variant
  return {
    id,
    option_values,
    price,
    compare_at_price,
    image,
    position,
    is_available,
    sku,
    cost,
    is_enabled,
    track_inventory,
    allow_backorder,
    low_stock_at,
  }
}

/** All variants of a product, under the product's id and version: a change of one is a change of the product. */
export const adminVariants = (product: Product, { options, variants }: VariantSet) => {
  const { id, created_at, updated_at, version } = product
  return { id, options, variants: variants.map(adminVariant), created_at, updated_at, version }
}

export const adminCategory = (category: Category) => {
  const { metadata, version } = category
  return { ...publicCategory(category), metadata, version }
}

export const adminBusiness = (business: Business) => {
  const { status, metadata, version, created_at, updated_at } = business
  return { ...publicBusiness(business), status, metadata, version, created_at, updated_at }
}

/** Never the token; not even its digest is part of a key as the API knows it. */
export const adminApiKey = (apiKey: ApiKey) => {
  const { id, name, prefix, last4, scopes, expires_at, allowed_ips, rate_limit } = apiKey
  const { revoked_at, previous_expires_at, last_used_at, created_at, updated_at, version } = apiKey
  return {
    id,
    name,
    prefix,
    last4,
    scopes,
    expires_at,
    allowed_ips,
    // DynamoDB keeps the members of a map in an order of its own.
    rate_limit: { per_second: rate_limit.per_second, burst: rate_limit.burst },
    revoked_at,
    previous_expires_at,
    last_used_at,
    created_at,
    updated_at,
    version,
  }
}

/** A webhook without the health of its endpoint: never a secret. */
export const adminWebhook = (webhook: Webhook) => {
  const { id, url, events, description, is_enabled, disabled_reason, previous_expires_at } = webhook
  const { created_by, created_at, updated_at, version } = webhook
  return {
    id,
    url,
    events,
    description,
    is_enabled,
    disabled_reason,
    previous_expires_at,
    created_by,
    created_at,
    updated_at,
    version,
  }
}

/** A webhook as its events show it: without the query of its URL. Other keys read the feed. */
export const recordedWebhook = (webhook: Webhook) => {
  const view = adminWebhook(webhook)
  return { ...view, url: withoutQuery(view.url) }
}

/** A webhook with how its endpoint does, which changes without a new version. A disabled one does not wait for a time. */
export const adminWebhookWithHealth = (webhook: Webhook, { paused_until, failing_since }: WebhookHealth) => {
  const { created_by, created_at, updated_at, version, ...fields } = adminWebhook(webhook)
  const pausedUntil = webhook.is_enabled ? paused_until : null
  return {
    ...fields,
    paused_until: pausedUntil,
    failing_since,
    created_by,
    created_at,
    updated_at,
    version,
  }
}
