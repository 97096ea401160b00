/** The parts of the description that each resource adds: its operations, its schemas, and its object in events. */

import { EXPANSIONS } from '../../api/http/parameters/product-parameters.ts'
import type { ROUTES } from '../../api/routes.ts'
import type { ResourceType } from '../../domain/resources.ts'
import { closed } from './json-schema.ts'
import type { JsonSchema } from './openapi.ts'
import type { OperationSpec } from './operation.ts'
import { API_KEYS } from './operations/api-keys.ts'
import { CATALOGUE } from './operations/catalogue.ts'
import { EVENTS } from './operations/events.ts'
import { FEED_OPERATIONS } from './operations/feeds.ts'
import { IMPORT_OPERATIONS } from './operations/imports.ts'
import { INVENTORY } from './operations/inventory.ts'
import { MCP } from './operations/mcp.ts'
import { MEDIA } from './operations/media.ts'
import { PRODUCTS } from './operations/products.ts'
import { SCHEDULE_OPERATIONS } from './operations/schedules.ts'
import { SHOP } from './operations/shop.ts'
import { VARIANTS } from './operations/variants.ts'
import { WEBHOOKS } from './operations/webhooks.ts'
import { PROBLEM_SCHEMAS } from './problems.ts'
import { AN_API_KEY, API_KEY_SCHEMAS } from './schemas/api-key.ts'
import { BULK_SCHEMAS } from './schemas/bulk.ts'
import { ADMIN_BUSINESS, BUSINESS_SCHEMAS } from './schemas/business.ts'
import { ADMIN_CATEGORY, CATEGORY_SCHEMAS } from './schemas/category.ts'
import { EVENT_SCHEMAS } from './schemas/event.ts'
import { FEED_SCHEMAS } from './schemas/feed.ts'
import { A_HOLD_COMMIT, HOLD_SCHEMAS } from './schemas/hold.ts'
import { AN_IMPORT, IMPORT_SCHEMAS } from './schemas/import.ts'
import { AN_ADJUSTMENT, INVENTORY_SCHEMAS } from './schemas/inventory.ts'
import { MCP_SCHEMAS } from './schemas/mcp.ts'
import { A_MEDIUM, MEDIA_SCHEMAS } from './schemas/media.ts'
import { PLAN_SCHEMAS } from './schemas/plan.ts'
import { ADMIN_PRODUCT, PRODUCT_SCHEMAS } from './schemas/product.ts'
import { A_SCHEDULE_FAILURE, SCHEDULE_SCHEMAS } from './schemas/schedule.ts'
import { SEARCH_SCHEMAS } from './schemas/search.ts'
import { EXPANDED, VARIANT_SCHEMAS } from './schemas/variant.ts'
import { A_DISABLED_WEBHOOK, WEBHOOK_SCHEMAS } from './schemas/webhook.ts'

/** The description of each route: a route without one, or a description without a route, does not compile. */
export const OPERATIONS: Record<(typeof ROUTES)[number]['function'], OperationSpec> = {
  ...CATALOGUE,
  ...FEED_OPERATIONS,
  ...PRODUCTS,
  ...VARIANTS,
  ...INVENTORY,
  ...SCHEDULE_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...MEDIA,
  ...MCP,
  ...SHOP,
  ...API_KEYS,
  ...EVENTS,
  ...WEBHOOKS,
}

export const SCHEMAS = {
  ...PRODUCT_SCHEMAS,
  ...SEARCH_SCHEMAS,
  ...FEED_SCHEMAS,
  ...VARIANT_SCHEMAS,
  ...INVENTORY_SCHEMAS,
  ...HOLD_SCHEMAS,
  ...SCHEDULE_SCHEMAS,
  ...IMPORT_SCHEMAS,
  ...MEDIA_SCHEMAS,
  ...MCP_SCHEMAS,
  Product: withExpansions(PRODUCT_SCHEMAS.Product),
  ListedProduct: withExpansions(PRODUCT_SCHEMAS.ListedProduct),
  ProductExpansion: {
    type: 'string',
    enum: [...EXPANSIONS],
    description: 'The members that a request can add to a product.',
  },
  ...CATEGORY_SCHEMAS,
  ...BUSINESS_SCHEMAS,
  ...API_KEY_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...BULK_SCHEMAS,
  ...PLAN_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...PROBLEM_SCHEMAS,
  Health: closed({ status: { type: 'string', const: 'ok' } }),
  OpenApiDocument: { type: 'object', description: 'OpenAPI 3.1.' },
}

/** A product as one request returns it: it has the expanded members only where the request expands them. */
function withExpansions({ properties, ...product }: JsonSchema = {}): JsonSchema {
  return { ...product, properties: { ...properties, ...EXPANDED } }
}

interface Subject {
  component: string
  example: object
}

/** The component of each resource's object in an event, and an example of it; of some types it is another one. */
export const SUBJECTS: Record<ResourceType, Subject & { of?: Record<string, Subject> }> = {
  product: { component: 'AdminProduct', example: ADMIN_PRODUCT },
  category: { component: 'AdminCategory', example: ADMIN_CATEGORY },
  business: { component: 'AdminBusiness', example: ADMIN_BUSINESS },
  api_key: { component: 'ApiKey', example: AN_API_KEY },
  inventory: {
    component: 'InventoryAdjustment',
    example: AN_ADJUSTMENT,
    of: { committed: { component: 'HoldCommit', example: A_HOLD_COMMIT } },
  },
  schedule: { component: 'ScheduleFailure', example: A_SCHEDULE_FAILURE },
  webhook: { component: 'RecordedWebhook', example: A_DISABLED_WEBHOOK },
  import: { component: 'Import', example: AN_IMPORT },
  media: { component: 'Medium', example: A_MEDIUM },
}
